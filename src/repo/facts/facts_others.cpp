// What Deno, Dart, Elixir and .NET projects say, and Pipfiles.
#include <algorithm>
#include <array>

#include "base/text/text.hpp"
#include "repo/facts/fact_sources.hpp"
#include "repo/manifests/dependency_sources.hpp"
#include "syntax/locate.hpp"

namespace pawl::repo {
namespace {

// Lines of a YAML file by the way to a key.
int yaml_line(const Source& source, std::initializer_list<std::string_view> keys) {
  const std::vector<std::string> path(keys.begin(), keys.end());
  return syntax::line_of(syntax::DataFormat::yaml, source.text, path);
}

bool names_package(const Source& source, std::string_view name) {
  const auto& packages = source.manifest.data["packages"].items();
  return std::any_of(packages.begin(), packages.end(),
                     [&](const Json& one) { return one["name"].text() == name; });
}

// `app: :plug,` and `version: "1.2.0",` of the project list of a mix.exs.
Sourced mix_value(const Source& source, std::string_view key) {
  int number = 0;
  for (const std::string_view raw : split_lines(source.text)) {
    ++number;
    std::string_view line = trim(raw);
    if (!line.starts_with(key) || !line.substr(key.size()).starts_with(": ")) continue;
    line = trim(line.substr(key.size() + 2));
    if (line.starts_with(':')) {
      return source.at(line.substr(1, line.find_first_of(" ,]") - 1), number);
    }
    const auto end = line.find('"', 1);
    if (line.starts_with('"') && end != std::string_view::npos) {
      return source.at(line.substr(1, end - 1), number);
    }
  }
  return {};
}

}  // namespace

void deno_facts(const Source& source, Facts& facts) {
  const Json& data = source.manifest.data;
  if (!data.is_object()) return;
  for (const char* key : {"name", "version", "license"}) {
    const Sourced fact = source.at(data[key].text(), source.line({key}));
    if (key == std::string_view("name")) say(facts.name, fact);
    if (key == std::string_view("version")) say(facts.version, fact);
    if (key == std::string_view("license") && spdx_of(fact.value)) {
      say(facts.license_declared, {*spdx_of(fact.value), fact.path, fact.line});
    }
  }
  const auto task = [&](std::vector<Sourced>& list, std::string_view name) {
    if (!data["tasks"].has(name)) return;
    add(list, source.at("deno task " + std::string(name), source.line({"tasks", name})));
  };
  task(facts.build_commands, "build");
  task(facts.test_commands, "test");
  task(facts.lint_commands, "lint");
  task(facts.run_commands, "start");
  const Json& exports = data["exports"];
  const std::string_view entry = exports.is_string() ? exports.text() : exports["."].text();
  const auto path = RepoPath::parse(source.beside(entry));
  if (path && source.view.has(path->text())) {
    add(facts.entry_points, source.at(path->text(), source.line({"exports"})));
  }
}

void pubspec_facts(const Source& source, Facts& facts) {
  const Json& data = source.manifest.data;
  if (!data.is_object()) return;
  const auto plain = [&](std::optional<Sourced>& slot, std::string_view key) {
    say(slot, source.at(data[key].text(), yaml_line(source, {key})));
  };
  plain(facts.name, "name");
  plain(facts.description, "description");
  plain(facts.version, "version");
  plain(facts.homepage, "homepage");
  say(facts.repository_url,
      source.at(plain_repository(data["repository"].text()), yaml_line(source, {"repository"})));
  const bool flutter = data["dependencies"].has("flutter");
  const std::string tool = flutter ? "flutter" : "dart";
  const int line = yaml_line(source, {flutter ? "dependencies" : "name"});
  add(facts.install_commands, source.at(tool + " pub get", line));
  const bool tested =
      data["dev_dependencies"].has("test") || data["dev_dependencies"].has("flutter_test");
  if (tested) {
    add(facts.test_commands, source.at(tool + " test", yaml_line(source, {"dev_dependencies"})));
  }
  if (source.has("analysis_options.yaml")) {
    add(facts.lint_commands, {tool + " analyze", source.beside("analysis_options.yaml"), 0});
  }
  if (source.has("lib/main.dart")) {
    add(facts.entry_points, {source.beside("lib/main.dart"), source.beside("lib/main.dart"), 0});
  }
}

void pubspec_dependencies(DependencyList& list) {
  struct Row {
    std::string_view key;
    DependencyKind kind;
  };
  constexpr Row kRows[] = {{"dependencies", DependencyKind::runtime},
                           {"dev_dependencies", DependencyKind::development}};
  for (const Row& row : kRows) {
    for (const auto& [name, value] : list.source.manifest.data[row.key].members()) {
      const bool placed = value.has("path") || value.has("git") || value.has("sdk");
      list.add({.name = name,
                .constraint = value.string_or(value["version"].text()),
                .kind = row.kind,
                .placed = placed,
                .line = yaml_line(list.source, {row.key, name})});
    }
  }
}

void mix_facts(const Source& source, Facts& facts) {
  const Sourced name = mix_value(source, "app");
  say(facts.name, name);
  say(facts.version, mix_value(source, "version"));
  say(facts.description, mix_value(source, "description"));
  if (name.value.empty()) return;
  add(facts.install_commands, source.at("mix deps.get", name.line));
  add(facts.build_commands, source.at("mix compile", name.line));
  if (source.has("test/test_helper.exs")) {
    add(facts.test_commands, {"mix test", source.beside("test/test_helper.exs"), 0});
  }
  if (source.has(".formatter.exs")) {
    add(facts.lint_commands, {"mix format --check-formatted", source.beside(".formatter.exs"), 0});
  }
}

void dotnet_facts(const Source& source, Facts& facts) {
  const Json& properties = source.manifest.data["properties"];
  if (!source.manifest.data.is_object()) return;
  const auto value = [&](std::string_view key) {
    const Json& one = properties[key];
    const std::string_view text = one["value"].text();
    return source.at(contains(text, "$(") ? "" : text, static_cast<int>(one["line"].int_or(0)));
  };
  for (const char* key : {"PackageId", "AssemblyName"}) say(facts.name, value(key));
  say(facts.version, value("Version"));
  say(facts.description, value("Description"));
  say(facts.author, value("Authors"));
  say(facts.homepage, value("PackageProjectUrl"));
  Sourced repository = value("RepositoryUrl");
  repository.value = plain_repository(repository.value);
  say(facts.repository_url, repository);
  const Sourced license = value("PackageLicenseExpression");
  if (const auto id = spdx_of(license.value)) {
    say(facts.license_declared, {*id, license.path, license.line});
  }
  add(facts.build_commands, source.at("dotnet build", 1));
  if (names_package(source, "Microsoft.NET.Test.Sdk")) {
    add(facts.test_commands, source.at("dotnet test", 1));
  }
}

void pipfile_facts(const Source& source, Facts& facts) {
  const Json& data = source.manifest.data;
  if (!data.is_object()) return;
  add(facts.install_commands, source.at("pipenv install", 0));
  const auto script = [&](std::vector<Sourced>& list, std::string_view name) {
    if (!data["scripts"].has(name)) return;
    add(list, source.at("pipenv run " + std::string(name), source.line({"scripts", name})));
  };
  script(facts.test_commands, "test");
  script(facts.lint_commands, "lint");
  script(facts.run_commands, "start");
}

}  // namespace pawl::repo
