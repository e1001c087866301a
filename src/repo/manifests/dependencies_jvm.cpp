// Dependencies of Maven and Gradle builds.
#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "repo/manifests/dependency_sources.hpp"
#include "syntax/data/data.hpp"

namespace pawl::repo {
namespace {

std::string coordinates(const Json& one) {
  return one["groupId"].string_or("") + ":" + one["artifactId"].string_or("");
}

DependencyKind kind_of_scope(const Json& one) {
  const std::string_view scope = one["scope"].text();
  if (one["optional"].text() == "true") return DependencyKind::optional;
  if (scope == "test") return DependencyKind::development;
  if (scope == "provided" || scope == "system") return DependencyKind::build;
  return DependencyKind::runtime;
}

bool is_module_here(const DependencyList& list, const Json& one) {
  return std::any_of(list.all.begin(), list.all.end(), [&](const Manifest& manifest) {
    return manifest.kind == ManifestKind::maven &&
           manifest.data["artifactId"].text() == one["artifactId"].text() &&
           manifest.data["groupId"].text() == one["groupId"].text();
  });
}

// The configuration at the start of a line of a `dependencies` block, empty when there is none.
std::string_view configuration_of(std::string_view line) {
  const auto end = line.find_first_of(" (\t");
  if (end == 0 || end == std::string_view::npos) return {};
  const std::string_view word = line.substr(0, end);
  static constexpr auto kNames =
      fixed_words("api", "implementation", "compile", "runtime", "compileOnly", "compileOnlyApi",
                  "runtimeOnly", "annotationProcessor", "kapt", "ksp", "classpath",
                  "providedCompile", "developmentOnly", "provided");
  if (std::find(kNames.begin(), kNames.end(), word) != kNames.end()) return word;
  static constexpr auto kEndings = fixed_words("Implementation", "Api", "CompileOnly",
                                               "RuntimeOnly", "Compile", "AnnotationProcessor");
  for (const std::string_view ending : kEndings) {
    if (word.ends_with(ending) && word.find_first_of("\"'.:{}") == std::string_view::npos) {
      return word;
    }
  }
  return {};
}

DependencyKind kind_of_configuration(std::string_view word) {
  const std::string name = lower(word);
  if (contains(name, "test") || name == "developmentonly") return DependencyKind::development;
  const bool builds = name == "classpath" || name == "kapt" || name == "ksp" ||
                      name.ends_with("compileonly") || name.ends_with("annotationprocessor") ||
                      name.starts_with("provided");
  return builds ? DependencyKind::build : DependencyKind::runtime;
}

// The text of the first string literal, nothing when something is put into it as it runs.
std::string_view first_literal(std::string_view text) {
  const auto open = text.find_first_of("'\"");
  if (open == std::string_view::npos) return {};
  const auto close = text.find(text[open], open + 1);
  if (close == std::string_view::npos) return {};
  return text.substr(open + 1, close - open - 1);
}

// `name: 'x'` of the map notation.
std::string_view named_dependency(std::string_view text, std::string_view key) {
  const std::string mark = std::string(key) + ":";
  const auto at = text.find(mark);
  return at == std::string_view::npos ? std::string_view()
                                      : first_literal(text.substr(at + mark.size()));
}

// `group:artifact:version` with or without a version, a classifier, an ending.
Dependency of_notation(std::string_view notation) {
  const auto parts = split(notation, ':');
  Dependency found;
  if (parts.size() < 2 || contains(parts[0], "$") || contains(parts[1], "$")) return found;
  found.name = std::string(parts[0]) + ":" + std::string(parts[1]);
  if (parts.size() > 2) found.constraint = parts[2].substr(0, parts[2].find('@'));
  return found;
}

// The version catalogue beside the settings: `libs.guava.jre` stands for its entry `guava-jre`.
class Catalogue {
 public:
  explicit Catalogue(const RepoView& view) {
    if (const auto text = view.text("gradle/libs.versions.toml")) {
      data_ = syntax::parse_toml(*text).value_or(Json());
    }
  }

  Dependency find(std::string_view accessor) const {
    for (const auto& [alias, entry] : data_["libraries"].members()) {
      if (dotted(alias) != accessor) continue;
      if (entry.is_string()) return of_notation(entry.text());
      Dependency found;
      found.name = entry["module"].is_string()
                       ? entry["module"].string_or("")
                       : entry["group"].string_or("") + ":" + entry["name"].string_or("");
      const Json& version = entry["version"];
      found.constraint = version.is_object()
                             ? data_["versions"][version["ref"].text()].string_or("")
                             : version.string_or("");
      return found;
    }
    return {};
  }

 private:
  static std::string dotted(std::string_view alias) {
    return replace_all(replace_all(alias, "-", "."), "_", ".");
  }
  Json data_;
};

Dependency of_declaration(std::string_view rest, const Catalogue& catalogue) {
  if (contains(rest, "project(") || contains(rest, "project (") || contains(rest, "files(")) {
    return {};
  }
  if (const auto at = rest.find("libs."); at != std::string_view::npos) {
    const std::string_view accessor = rest.substr(at + 5);
    const auto end = accessor.find_first_of(" ),;\t{");
    return catalogue.find(accessor.substr(0, end));
  }
  if (const std::string_view name = named_dependency(rest, "name"); !name.empty()) {
    Dependency found{.name = std::string(named_dependency(rest, "group")) + ":" + std::string(name),
                     .constraint = std::string(named_dependency(rest, "version"))};
    if (contains(found.name, "$")) found.name.clear();
    return found;
  }
  const std::string_view literal = first_literal(rest);
  if (const auto plain = rest.find_first_not_of(" \t("); plain != std::string_view::npos) {
    const std::string_view call = rest.substr(plain);
    const bool written = call.front() == '"' || call.front() == '\'' ||
                         call.starts_with("platform") || call.starts_with("enforcedPlatform");
    if (!written) return {};
  }
  return of_notation(literal);
}

// `id 'org.springframework.boot' version '3.1'`, `id("x") version "1"`.
Dependency of_plugin(std::string_view line) {
  Dependency found;
  if (!line.starts_with("id ") && !line.starts_with("id(")) return found;
  found.name = first_literal(line);
  if (const auto at = line.find("version"); at != std::string_view::npos) {
    found.constraint = first_literal(line.substr(at));
  }
  found.kind = DependencyKind::build;
  found.group = "plugins";
  if (contains(found.name, "$")) found.name.clear();
  return found;
}

}  // namespace

void maven_dependencies(DependencyList& list) {
  const Json& data = list.source.manifest.data;
  if (const Json& parent = data["parent"]; parent.is_object() && !is_module_here(list, parent)) {
    list.add({.name = coordinates(parent),
              .constraint = parent["version"].string_or(""),
              .kind = DependencyKind::build,
              .group = "parent",
              .line = static_cast<int>(parent["line"].int_or(0))});
  }
  for (const Json& one : data["dependencies"].items()) {
    list.add({.name = coordinates(one),
              .constraint = one["version"].string_or(""),
              .kind = kind_of_scope(one),
              .group = one["scope"].string_or(""),
              .line = static_cast<int>(one["line"].int_or(0))});
  }
}

void gradle_dependencies(DependencyList& list) {
  const Catalogue catalogue(list.source.view);
  int number = 0;
  for (const std::string_view raw : split_lines(list.source.text)) {
    ++number;
    const std::string_view line = trim(raw);
    if (line.starts_with("//") || line.starts_with("*")) continue;
    const std::string_view configuration = configuration_of(line);
    Dependency found = configuration.empty()
                           ? of_plugin(line)
                           : of_declaration(line.substr(configuration.size()), catalogue);
    if (!configuration.empty()) {
      found.kind = kind_of_configuration(configuration);
      found.group = configuration;
    }
    found.line = number;
    list.add(std::move(found));
  }
}

}  // namespace pawl::repo
