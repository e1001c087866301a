// What the manifests of Cargo, Go and Maven name.
#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/config/config_document.hpp"
#include "guards/references/name_readers.hpp"

namespace pawl::guards {
namespace {

constexpr auto kDependencyGroups =
    fixed_words("dependencies", "dev-dependencies", "build-dependencies");

void add_dependency_names(const Json& tables, std::vector<std::string>& out) {
  for (const std::string_view group : kDependencyGroups) {
    for (const auto& [name, value] : tables[group].members()) out.push_back(name);
  }
}

std::vector<std::string> dependency_names(const Json& document) {
  std::vector<std::string> names;
  add_dependency_names(document, names);
  for (const auto& [platform, tables] : document["target"].members()) {
    add_dependency_names(tables, names);
  }
  return names;
}

// `a`, `dep:a`, `a/b`, `a?/b`: Cargo refuses a manifest where one of them leads nowhere.
void add_features(NameCollector& out, const Json& document) {
  const Json& features = document["features"];
  if (features.size() == 0) return;
  const std::vector<std::string> dependencies = dependency_names(document);
  std::vector<std::string> names = dependencies;
  for (const auto& [name, parts] : features.members()) names.push_back(name);
  for (const auto& [name, parts] : features.members()) {
    for (const Json& part : parts.items()) {
      std::string_view wanted = part.text();
      const bool dependency = wanted.starts_with("dep:");
      if (dependency) wanted.remove_prefix(4);
      const auto slash = wanted.find('/');
      const bool of_dependency = slash != std::string_view::npos;
      wanted = wanted.substr(0, slash);
      if (wanted.ends_with('?')) wanted.remove_suffix(1);
      const bool whole = dependency || of_dependency;
      out.unknown(whole ? "dependency" : "feature", wanted, "the feature \"" + name + "\"",
                  whole ? dependencies : names);
    }
  }
}

// Targets lie where Cargo looks for them when nothing says where: `src/bin/x.rs`.
void add_cargo_targets(NameCollector& out, const Json& document) {
  constexpr std::string_view kPlaces[][2] = {
      {"bin", "src/bin"}, {"test", "tests"}, {"bench", "benches"}, {"example", "examples"}};
  const std::string_view package = document["package"]["name"].text();
  for (const auto& [kind, folder] : kPlaces) {
    for (const Json& item : document[kind].items()) {
      const std::string_view name = item["name"].text();
      if (item.has("path") || name.empty() || name == package) continue;
      out.add(kind, name, NamedAs::rust, folder);
    }
  }
}

// `x.workspace = true`
void add_shared(NameCollector& out, const Json& tables) {
  for (const std::string_view group : kDependencyGroups) {
    for (const auto& [name, value] : tables[group].members()) {
      if (!value["workspace"].bool_or(false)) continue;
      out.add({.key = std::string(group),
               .written = name,
               .path = out.folder(),
               .as = NamedAs::shared});
    }
  }
}

void add_cargo_paths(NameCollector& out, const Json& document) {
  const Json& package = document["package"];
  out.add("package.readme", package["readme"].text(), NamedAs::file);
  out.add("package.license-file", package["license-file"].text(), NamedAs::file);
  out.add("package.build", package["build"].text(), NamedAs::file);
  out.add("lib.path", document["lib"]["path"].text(), NamedAs::file);
  for (const std::string_view kind : {"bin", "test", "bench", "example"}) {
    for (const Json& item : document[kind].items()) {
      out.add(std::string(kind) + ".path", item["path"].text(), NamedAs::file);
    }
  }
  for (const std::string_view key : {"members", "default-members"}) {
    for (const Json& item : document["workspace"][key].items()) {
      out.add("workspace." + std::string(key), item.text(), NamedAs::folder);
    }
  }
  for (const std::string_view group : kDependencyGroups) {
    for (const auto& [name, value] : document[group].members()) {
      out.add(std::string(group) + "." + name + ".path", value["path"].text(), NamedAs::folder);
    }
  }
}

}  // namespace

void read_cargo(NameCollector& out) {
  const auto document = read_config(ConfigForm::toml, out.text());
  if (!document) return;
  add_cargo_paths(out, *document);
  add_cargo_targets(out, *document);
  add_shared(out, *document);
  for (const auto& [platform, tables] : (*document)["target"].members()) add_shared(out, tables);
  add_features(out, *document);
}

// Replacements by a folder, and the members of a workspace.
void read_go_mod(NameCollector& out) {
  bool uses = false;
  for (const std::string_view raw : split_lines(out.text())) {
    const std::string_view line = trim(raw.substr(0, raw.find("//")));
    const auto words = split_words(line);
    if (words.empty()) continue;
    if (words[0] == ")") uses = false;
    const auto arrow = std::find(words.begin(), words.end(), "=>");
    if (arrow != words.end() && arrow + 1 != words.end() && (arrow + 1)->starts_with('.')) {
      out.add("replace", arrow[1], NamedAs::folder);
    }
    const bool opens = words[0] == "use" && words.size() > 1;
    if (opens && words[1] == "(") {
      uses = true;
    } else if (opens || (uses && words.size() == 1)) {
      out.add("use", words.back(), NamedAs::folder);
    }
  }
}

// `${x.y}`, but for what Maven itself, its plugins and the command line define.
void add_properties(NameCollector& out) {
  const std::string_view text = out.text();
  for (std::size_t at = text.find("${"); at != std::string_view::npos;
       at = text.find("${", at + 1)) {
    const std::size_t end = text.find('}', at);
    if (end == std::string_view::npos) return;
    const std::string_view name = text.substr(at + 2, end - at - 2);
    const bool version = name.ends_with("version") || name.ends_with("Version");
    const bool word = std::all_of(name.begin(), name.end(),
                                  [](char c) { return is_word(c) || c == '.' || c == '-'; });
    const std::string_view first = name.substr(0, name.find('.'));
    const bool made = among({"project", "pom", "env", "settings", "java", "maven", "os", "user",
                             "version", "parsedVersion", "git"},
                            first);
    // Others than versions are often of a plugin, or for a text that is filtered.
    if (!word || !version || made) continue;
    out.add({.key = "version",
             .written = std::string(name),
             .path = out.folder(),
             .as = NamedAs::property});
  }
}

void read_pom(NameCollector& out) {
  const std::string_view text = out.text();
  if (out.path().name() == "pom.xml") add_properties(out);
  for (std::size_t at = text.find("<module>"); at != std::string_view::npos;
       at = text.find("<module>", at + 1)) {
    const std::size_t begin = at + 8;
    const std::size_t end = text.find('<', begin);
    if (end != std::string_view::npos) {
      out.add("module", trim(text.substr(begin, end - begin)), NamedAs::either);
    }
  }
}

}  // namespace pawl::guards
