#include "repo/manifests.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "syntax/data.hpp"

namespace pawl::repo {
namespace {

constexpr std::size_t kManifestsReadMax = 300;

struct NameRow {
  std::string_view name;
  ManifestKind kind;
};

constexpr NameRow kNames[] = {
    {"package.json", ManifestKind::npm},        {"pyproject.toml", ManifestKind::python},
    {"setup.py", ManifestKind::python_setup},   {"setup.cfg", ManifestKind::python_setup},
    {"Cargo.toml", ManifestKind::cargo},        {"go.mod", ManifestKind::go_mod},
    {"pom.xml", ManifestKind::maven},           {"build.gradle", ManifestKind::gradle},
    {"build.gradle.kts", ManifestKind::gradle}, {"Gemfile", ManifestKind::gemfile},
    {"composer.json", ManifestKind::composer},  {"CMakeLists.txt", ManifestKind::cmake},
    {"meson.build", ManifestKind::meson},       {"Makefile", ManifestKind::make},
    {"makefile", ManifestKind::make},           {"GNUmakefile", ManifestKind::make},
    {"configure.ac", ManifestKind::autotools},  {"configure.in", ManifestKind::autotools},
};

constexpr std::string_view kKindNames[] = {
    "npm",     "python",  "python_setup", "requirements", "cargo", "go_mod", "maven",    "gradle",
    "gemfile", "gemspec", "composer",     "cmake",        "meson", "make",   "autotools"};

// Manifests below these belong to tests or are patterns for other projects.
constexpr std::string_view kNotThisProject[] = {
    "fixture",  "fixtures",  "__fixtures__", "testdata",  "test-data", "test_data",
    "template", "templates", "skeleton",     "skeletons", "testcases"};

bool is_of_this_project(const RepoPath& path) {
  if (is_vendored(path)) return false;
  const auto components = path.components();
  for (const std::string& component : components.first(components.size() - 1)) {
    const std::string name = lower(component);
    if (std::find(std::begin(kNotThisProject), std::end(kNotThisProject), name) !=
        std::end(kNotThisProject)) {
      return false;
    }
  }
  return true;
}

Json parse_strict(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return Json::parse(text).value_or(Json());
}

Json parse_data(ManifestKind kind, const RepoPath& path, std::string_view text) {
  switch (kind) {
    case ManifestKind::npm:
    case ManifestKind::composer: return parse_strict(text);
    case ManifestKind::python:
    case ManifestKind::cargo: return syntax::parse_toml(text).value_or(Json());
    case ManifestKind::python_setup:
      return path.extension() == ".cfg" ? syntax::parse_ini(text).value_or(Json()) : Json();
    case ManifestKind::requirements: return parse_requirements(text);
    case ManifestKind::go_mod: return parse_go_mod(text);
    case ManifestKind::maven: return parse_pom(text);
    default: return {};
  }
}

Json go_requirement(std::string_view line) {
  const auto words = split_words(line);
  if (words.size() < 2) return {};
  return Json::object(
      {{"path", words[0]}, {"version", words[1]}, {"indirect", contains(line, "// indirect")}});
}

bool is_target_name(std::string_view name) {
  if (name.empty() || name.front() == '.') return false;
  return std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.' || c == '/';
  });
}

int line_at(std::string_view text, std::size_t position) {
  return 1 + static_cast<int>(std::count(
                 text.begin(), text.begin() + static_cast<std::ptrdiff_t>(position), '\n'));
}

}  // namespace

std::string_view to_string(ManifestKind kind) { return kKindNames[static_cast<std::size_t>(kind)]; }

std::optional<ManifestKind> manifest_kind(const RepoPath& path) {
  const std::string_view name = path.name();
  for (const NameRow& row : kNames) {
    if (row.name == name) return row.kind;
  }
  if (name.ends_with(".gemspec")) return ManifestKind::gemspec;
  if (!name.ends_with(".txt")) return {};
  const bool named = name.starts_with("requirements");
  const auto folder = path.folder();
  if (named || folder == "requirements" || folder.ends_with("/requirements")) {
    return ManifestKind::requirements;
  }
  return {};
}

std::vector<Manifest> find_manifests(const RepoView& view) {
  std::vector<Manifest> found;
  for (const Entry& entry : view.files()) {
    const auto kind = entry.symlink ? std::nullopt : manifest_kind(entry.path);
    if (kind && is_of_this_project(entry.path)) found.push_back({*kind, entry.path, {}});
  }
  std::stable_sort(found.begin(), found.end(), [](const Manifest& a, const Manifest& b) {
    return a.path.folder().empty() && !b.path.folder().empty();
  });
  const std::size_t read = std::min(found.size(), kManifestsReadMax);
  for (Manifest& manifest : std::span(found).first(read)) {
    if (const auto text = view.text(manifest.path.text())) {
      manifest.data = parse_data(manifest.kind, manifest.path, *text);
    }
  }
  return found;
}

Json parse_requirements(std::string_view text) {
  Json list = Json::array();
  for (std::string_view line : split_lines(text)) {
    if (const auto comment = line.find(" #"); comment != std::string_view::npos) {
      line = line.substr(0, comment);
    }
    line = trim(line);
    if (!line.empty() && line.front() != '#' && line.front() != '-') list.push(line);
  }
  return Json::object({{"requirements", std::move(list)}});
}

Json parse_go_mod(std::string_view text) {
  Json data = Json::object();
  Json required = Json::array();
  bool in_block = false;
  for (const std::string_view raw : split_lines(text)) {
    const std::string_view line = trim(raw);
    const auto words = split_words(line);
    if (words.empty() || line.starts_with("//")) continue;
    if (in_block) {
      in_block = words[0] != ")";
      if (in_block) required.push(go_requirement(line));
    } else if (words[0] == "module" && words.size() > 1) {
      data.set("module", words[1]);
    } else if (words[0] == "go" && words.size() > 1) {
      data.set("go", words[1]);
    } else if (words[0] == "require" && words.size() > 1) {
      in_block = words[1] == "(";
      if (!in_block) required.push(go_requirement(line.substr(7)));
    }
  }
  if (!data.has("module")) return {};
  data.set("require", std::move(required));
  return data;
}

std::vector<MakeTarget> make_targets(std::string_view text) {
  std::vector<MakeTarget> targets;
  int number = 0;
  for (const std::string_view line : split_lines(text)) {
    ++number;
    const auto colon = line.find(':');
    const bool rule = colon != std::string_view::npos && !line.empty() && line.front() != '\t' &&
                      line.front() != ' ' && line.front() != '#';
    if (!rule) continue;
    const std::string_view rest = line.substr(colon + 1);
    if (rest.starts_with('=') || rest.starts_with(":=")) continue;  // an assignment
    for (const std::string_view name : split_words(line.substr(0, colon))) {
      const bool known = std::any_of(targets.begin(), targets.end(),
                                     [&](const MakeTarget& target) { return target.name == name; });
      if (is_target_name(name) && !known) targets.push_back({std::string(name), number});
    }
  }
  return targets;
}

int json_line(std::string_view text, std::initializer_list<std::string_view> keys) {
  std::size_t at = 0;
  for (const std::string_view key : keys) {
    const std::string quoted = "\"" + std::string(key) + "\"";
    for (at = text.find(quoted, at); at != std::string_view::npos; at = text.find(quoted, at)) {
      at += quoted.size();
      if (trim(text.substr(at, 16)).starts_with(':')) break;
    }
    if (at == std::string_view::npos) return 0;
  }
  return line_at(text, at);
}

int section_line(std::string_view text, std::string_view section, std::string_view key) {
  int number = 0;
  bool inside = section.empty();
  for (const std::string_view raw : split_lines(text)) {
    ++number;
    const std::string_view line = trim(raw);
    if (line.starts_with('[')) {
      const auto open = line.find_first_not_of('[');
      const auto close = line.find(']');
      inside = open != std::string_view::npos && close != std::string_view::npos && close > open &&
               trim(line.substr(open, close - open)) == section;
      if (inside && key.empty()) return number;
    } else if (inside && !key.empty() && line.starts_with(key)) {
      const std::string_view rest = trim(line.substr(key.size()));
      if (rest.starts_with('=') || rest.starts_with(':') || rest.starts_with('.')) return number;
    }
  }
  return 0;
}

int line_with(std::string_view text, std::string_view part) {
  const auto at = text.find(part);
  return at == std::string_view::npos ? 0 : line_at(text, at);
}

}  // namespace pawl::repo
