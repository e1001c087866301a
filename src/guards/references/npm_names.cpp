// What package.json and tsconfig.json name.
#include <algorithm>

#include "base/text/text.hpp"
#include "guards/config/config_document.hpp"
#include "guards/references/command_names.hpp"
#include "guards/references/name_readers.hpp"

namespace pawl::guards {
namespace {

bool is_build_script(std::string_view name, std::string_view command) {
  return contains(name, "build") || contains(name, "compile") || contains(name, "bundle") ||
         name.starts_with("pre") || name == "postinstall" || name == "install" ||
         contains(command, "tsc");
}

// A build may put its results anywhere.
bool has_build(const Json& package) {
  const auto& scripts = package["scripts"].members();
  return std::any_of(scripts.begin(), scripts.end(), [](const auto& script) {
    return is_build_script(script.first, script.second.text());
  });
}

void add_exports(NameCollector& out, const Json& value) {
  if (value.is_string() && value.text().starts_with("./")) {
    out.add("exports", value.text(), NamedAs::module);
  }
  for (const Json& item : value.items()) add_exports(out, item);
  for (const auto& [condition, item] : value.members()) add_exports(out, item);
}

void add_entry_points_to(NameCollector& out, const Json& package) {
  for (const std::string_view key : {"main", "module", "browser", "types", "typings"}) {
    const std::string_view written = package[key].text();
    // What `npm init` writes, whether there is one or not.
    if (written != "index.js" && written != "./index.js") out.add(key, written, NamedAs::module);
  }
  const Json& bin = package["bin"];
  if (bin.is_string()) out.add("bin", bin.text(), NamedAs::module);
  for (const auto& [name, file] : bin.members()) out.add("bin", file.text(), NamedAs::module);
  add_exports(out, package["exports"]);
}

void add_entry_points(NameCollector& out, const Json& package) {
  NameCollector found(out.path(), out.text());
  add_entry_points_to(found, package);
  const bool buildable = has_build(package);
  for (NamedFile& named : found.take().files) {
    named.buildable = buildable;
    out.add(std::move(named));
  }
}

// The folder in front of the first pattern must be there as well.
void add_folder_pattern(NameCollector& out, std::string_view key, std::string_view pattern) {
  if (pattern.starts_with('!')) return;
  const auto star = pattern.find('*');
  if (star == std::string_view::npos) return out.add(key, pattern, NamedAs::either);
  const auto slash = pattern.substr(0, star).rfind('/');
  if (slash != std::string_view::npos) out.add(key, pattern.substr(0, slash), NamedAs::folder);
}

void add_workspaces(NameCollector& out, const Json& package) {
  const Json& listed = package["workspaces"];
  for (const Json& item : (listed.is_object() ? listed["packages"] : listed).items()) {
    add_folder_pattern(out, "workspaces", item.text());
  }
}

}  // namespace

void read_package_json(NameCollector& out) {
  const auto package = read_config(ConfigForm::json, out.text());
  if (!package) return;
  add_entry_points(out, *package);
  add_workspaces(out, *package);
  for (const auto& [name, command] : (*package)["scripts"].members()) {
    add_commands(out, command.text(),
                 {.key = "scripts." + name, .folder = out.folder(), .line = 0});
  }
}

void read_tsconfig(NameCollector& out) {
  const auto document = read_config(ConfigForm::json, out.text());
  if (!document) return;
  const Json& extends = (*document)["extends"];
  const auto extend = [&](std::string_view written) {
    if (written.starts_with('.')) out.add("extends", written, NamedAs::config);
  };
  extend(extends.text());
  for (const Json& item : extends.items()) extend(item.text());
  for (const Json& item : (*document)["files"].items()) {
    out.add("files", item.text(), NamedAs::file);
  }
  for (const Json& item : (*document)["references"].items()) {
    out.add("references", item["path"].text(), NamedAs::either);
  }
  for (const Json& item : (*document)["include"].items()) {
    if (!item.text().starts_with("next-env")) add_folder_pattern(out, "include", item.text());
  }
}

}  // namespace pawl::guards
