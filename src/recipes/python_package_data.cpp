// Data files that Python code reads beside itself, and that setuptools leaves out of the package: a
// pyproject.toml that asks for setuptools, and says of no data at all.
#include <algorithm>
#include <map>
#include <set>

#include "base/text/text.hpp"
#include "recipes/common.hpp"
#include "recipes/recipes.hpp"
#include "repo/documents/link_text.hpp"
#include "repo/kinds/family.hpp"

namespace pawl::recipes {
namespace {

// Setuptools packages what is listed, what MANIFEST.in or a plugin for git names, and nothing else.
bool leaves_data_out(const repo::RepoView& view, const repo::Manifest& manifest) {
  const Json& build = manifest.data["build-system"];
  if (build["build-backend"].text() != "setuptools.build_meta") return false;
  for (const Json& need : build["requires"].items()) {
    if (contains(need.text(), "scm") || contains(need.text(), "git")) return false;
  }
  const Json& own = manifest.data["tool"]["setuptools"];
  if (own.has("package-data") || own.has("include-package-data") || own.has("package-dir") ||
      own.has("packages") || own.has("py-modules") || own.has("exclude-package-data")) {
    return false;
  }
  return !view.has("MANIFEST.in") && !view.has("setup.py") && !view.has("setup.cfg");
}

// The folder of the one package at the root or below src, as setuptools finds it.
std::optional<std::string> only_package(const repo::RepoView& view) {
  std::set<std::string> found;
  for (const repo::Entry& entry : view.files()) {
    if (entry.path.name() != "__init__.py") continue;
    const auto parts = entry.path.components();
    const bool below_src = parts.front() == "src";
    if (parts.size() != (below_src ? 3U : 2U) || repo::is_sample_place(entry.path)) continue;
    found.insert(std::string(entry.path.folder()));
  }
  if (found.size() != 1) return {};
  return *found.begin();
}

// Names in quotes on a line that opens something beside the code itself.
std::vector<std::string> names_read(std::string_view line) {
  if (line.find("__file__") == std::string_view::npos && !contains(line, "get_data(")) return {};
  std::vector<std::string> names;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char quote = line[at];
    if (quote != '"' && quote != '\'') continue;
    const auto end = line.find(quote, at + 1);
    if (end == std::string_view::npos) break;
    names.emplace_back(line.substr(at + 1, end - at - 1));
    at = end;
  }
  return names;
}

// Paths below the package, with the file that reads each.
std::map<std::string, std::string> data_read(const repo::RepoView& view,
                                             const std::string& package) {
  std::map<std::string, std::string> found;
  for (const repo::Entry& entry : view.files()) {
    if (!entry.path.text().starts_with(package + "/") || entry.path.extension() != ".py") continue;
    const std::string text = view.text(entry.path.text()).value_or("");
    for (const std::string_view line : split_lines(text)) {
      if (trim(line).starts_with('#')) continue;
      const std::vector<std::string> names = names_read(line);
      // One name, or the parts of a path: `os.path.join(here, "data", "a.json")`.
      for (const std::string& place :
           {names.empty() ? std::string() : names.back(), join(names, "/")}) {
        const auto path = repo::resolved(entry.path.folder(), place);
        const bool data =
            path && path->starts_with(package + "/") && !path->ends_with(".py") && view.has(*path);
        if (data) found.emplace(path->substr(package.size() + 1), entry.path.text());
      }
    }
  }
  return found;
}

}  // namespace

std::vector<Write> python_package_data(const Input& input) {
  const repo::Manifest* manifest = input.facts.manifest(repo::ManifestKind::python);
  if (manifest == nullptr || manifest->path.text() != "pyproject.toml") return {};
  if (!leaves_data_out(input.view, *manifest)) return {};
  const auto package = only_package(input.view);
  const auto text = input.view.text("pyproject.toml");
  if (!package || !text || contains(*text, "\r\n")) return {};
  const auto data = data_read(input.view, *package);
  if (data.empty()) return {};
  std::vector<std::string> listed;
  Write write{.path = "pyproject.toml", .content = *text};
  for (const auto& [path, reader] : data) {
    if (contains(path, "\"") || contains(path, "\\")) return {};
    listed.push_back("\"" + path + "\"");
    write.reasons.push_back(reader + " reads " + path + ", which no rule packages");
  }
  while (write.content.ends_with('\n')) write.content.pop_back();
  write.content += "\n\n[tool.setuptools.package-data]\n" + std::string(repo::last_part(*package)) +
                   " = [" + join(listed, ", ") + "]\n";
  return {std::move(write)};
}

}  // namespace pawl::recipes
