#include "repo/manifests/manifests.hpp"

#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "syntax/data/data.hpp"

namespace pawl::repo {
namespace {

constexpr std::size_t kManifestBytesMax = std::size_t{16} << 20U;

struct ManifestName {
  std::string_view name;
  ManifestKind kind;
};

constexpr ManifestName kManifestNames[] = {
    {"package.json", ManifestKind::npm},
    {"pyproject.toml", ManifestKind::python},
    {"setup.py", ManifestKind::python_setup},
    {"setup.cfg", ManifestKind::python_setup},
    {"Cargo.toml", ManifestKind::cargo},
    {"go.mod", ManifestKind::go_mod},
    {"pom.xml", ManifestKind::maven},
    {"build.gradle", ManifestKind::gradle},
    {"build.gradle.kts", ManifestKind::gradle},
    {"Gemfile", ManifestKind::gemfile},
    {"composer.json", ManifestKind::composer},
    {"CMakeLists.txt", ManifestKind::cmake},
    {"meson.build", ManifestKind::meson},
    {"Makefile", ManifestKind::make},
    {"makefile", ManifestKind::make},
    {"GNUmakefile", ManifestKind::make},
    {"configure.ac", ManifestKind::autotools},
    {"configure.in", ManifestKind::autotools},
    {"Pipfile", ManifestKind::pipfile},
    {"environment.yml", ManifestKind::conda},
    {"environment.yaml", ManifestKind::conda},
    {"deno.json", ManifestKind::deno},
    {"deno.jsonc", ManifestKind::deno},
    {"pubspec.yaml", ManifestKind::pubspec},
    {"mix.exs", ManifestKind::mix},
    {"vcpkg.json", ManifestKind::vcpkg},
    {"conanfile.txt", ManifestKind::conan},
};

constexpr auto kKindNames =
    fixed_words("npm", "python", "python_setup", "requirements", "cargo", "go_mod", "maven",
                "gradle", "gemfile", "gemspec", "composer", "cmake", "meson", "make", "autotools",
                "pipfile", "conda", "deno", "pubspec", "mix", "dotnet", "vcpkg", "conan");

// Manifests below these belong to tests or are patterns for other projects.
constexpr auto kNotThisProject =
    fixed_words("fixture", "fixtures", "__fixtures__", "testdata", "test-data", "test_data",
                "template", "templates", "skeleton", "skeletons", "testcases");

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

Result<Json> parse_object(Result<Json> parsed) {
  if (parsed && !parsed->is_object()) {
    return fail(Errc::invalid, "it holds no object but " + std::string(parsed->type_name()));
  }
  return parsed;
}

Result<Json> first_document(std::string_view text) {
  TRY_ASSIGN(std::vector<Json> documents, syntax::parse_yaml(text));
  if (documents.empty()) return fail(Errc::invalid, "it is empty");
  return parse_object(std::move(documents.front()));
}

Result<Json> with_content(Json data, const char* otherwise) {
  if (data.is_null()) return fail(Errc::invalid, otherwise);
  return data;
}

// Nothing for formats that are code; an error says why a file cannot be read.
Result<Json> parse_data(ManifestKind kind, const RepoPath& path, std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  switch (kind) {
    case ManifestKind::npm:
    case ManifestKind::composer:
    case ManifestKind::vcpkg: return parse_object(Json::parse(text));
    case ManifestKind::deno: return parse_object(syntax::parse_jsonc(text));
    case ManifestKind::python:
    case ManifestKind::cargo:
    case ManifestKind::pipfile: return syntax::parse_toml(text);
    case ManifestKind::python_setup:
      return path.extension() == ".cfg" ? syntax::parse_ini(text) : Result<Json>(Json());
    case ManifestKind::conda:
    case ManifestKind::pubspec: return first_document(text);
    case ManifestKind::requirements: return parse_requirements(text);
    case ManifestKind::go_mod: return with_content(parse_go_mod(text), "it names no module");
    case ManifestKind::maven:
      return with_content(parse_pom(text), "its root element is no <project>");
    case ManifestKind::dotnet:
      return with_content(parse_project_file(text), "its root element is no <Project>");
    default: return Json();
  }
}

void add_requirement(Json& list, std::string_view line, int number) {
  const auto words = split_words(line);
  if (words.size() < 2 || words[0].starts_with("//")) return;
  list.push(Json::object({{"path", words[0]},
                          {"version", words[1]},
                          {"indirect", contains(line, "// indirect")},
                          {"line", number}}));
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

std::optional<ManifestKind> manifest_kind_of(std::string_view name) {
  const auto at = std::find(std::begin(kKindNames), std::end(kKindNames), name);
  if (at == std::end(kKindNames)) return {};
  return static_cast<ManifestKind>(at - std::begin(kKindNames));
}

std::optional<ManifestKind> manifest_kind(const RepoPath& path) {
  const std::string_view name = path.name();
  for (const ManifestName& row : kManifestNames) {
    if (row.name == name) return row.kind;
  }
  if (name.ends_with(".gemspec")) return ManifestKind::gemspec;
  if (name.ends_with(".csproj") || name.ends_with(".fsproj")) return ManifestKind::dotnet;
  if (!name.ends_with(".txt")) return {};
  // requirements-test.txt, test-requirements.txt
  const bool named = name.starts_with("requirements") || name.ends_with("-requirements.txt") ||
                     name.ends_with("_requirements.txt") || name.ends_with(".requirements.txt");
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
  return found;
}

std::vector<std::string> read_manifests(const RepoView& view, std::span<Manifest> manifests,
                                        std::vector<Sourced>& unreadable) {
  std::vector<std::string> texts(manifests.size());
  std::size_t total = 0;
  for (std::size_t i = 0; i < manifests.size(); ++i) {
    Manifest& manifest = manifests[i];
    if (i >= kManifestsReadMax || total > kManifestBytesMax) {
      unreadable.push_back({counted(manifests.size() - i, "manifest") +
                                " from here on: there are more than are read",
                            manifest.path.text(), 0});
      break;
    }
    Result<std::string> text = view.read(manifest.path, kOneManifestBytesMax);
    if (!text) {
      unreadable.push_back({text.error().message, manifest.path.text(), 0});
      continue;
    }
    Result<Json> data = parse_data(manifest.kind, manifest.path, *text);
    if (data) {
      manifest.data = *std::move(data);
    } else {
      unreadable.push_back({data.error().message, manifest.path.text(), 0});
    }
    total += text->size();
    texts[i] = *std::move(text);
  }
  return texts;
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
  std::string_view block;  // the directive whose brackets are open
  int number = 0;
  for (const std::string_view raw : split_lines(text)) {
    ++number;
    const std::string_view line = trim(raw);
    const auto words = split_words(line);
    if (words.empty() || line.starts_with("//")) continue;
    if (!block.empty()) {
      if (words[0] == ")") {
        block = {};
      } else if (block == "require") {
        add_requirement(required, line, number);
      }
    } else if (words.size() > 1 && words[1] == "(") {
      block = words[0];
    } else if (words[0] == "module" && words.size() > 1) {
      data.set("module", words[1]);
    } else if (words[0] == "go" && words.size() > 1) {
      data.set("go", words[1]);
    } else if (words[0] == "require" && words.size() > 1) {
      add_requirement(required, line.substr(7), number);
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
    // `$(warning "run: x")` is no rule.
    if (line.substr(0, colon).find_first_of("\"',") != std::string_view::npos) continue;
    for (const std::string_view name : split_words(line.substr(0, colon))) {
      const bool known = std::any_of(targets.begin(), targets.end(),
                                     [&](const MakeTarget& target) { return target.name == name; });
      if (is_target_name(name) && !known) targets.push_back({std::string(name), number});
    }
  }
  return targets;
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
