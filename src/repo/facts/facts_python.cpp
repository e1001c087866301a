// What pyproject.toml, setup.cfg and setup.py say.
#include <algorithm>

#include "base/text/text.hpp"
#include "repo/facts/fact_sources.hpp"
#include "repo/manifests/manifests.hpp"
#include "repo/manifests/python_literals.hpp"

namespace pawl::repo {
namespace {

// The licence of a `{text = …}`, `{file = …}` or plain entry.
std::optional<std::string> license_entry(const Source& source, const Json& entry) {
  if (entry.is_string()) return spdx_of(entry.text());
  if (const std::string_view text = entry["text"].text(); !text.empty()) return spdx_of(text);
  if (const std::string_view file = entry["file"].text(); !file.empty()) {
    const auto text = source.view.text(source.beside(file));
    return text ? recognise_license(*text) : std::nullopt;
  }
  return {};
}

void say_classified_license(const Source& source, const Json& classifiers, Facts& facts) {
  for (const Json& classifier : classifiers.items()) {
    const std::string_view text = classifier.text();
    if (!text.starts_with("License ::")) continue;
    if (const auto id = spdx_of(text)) {
      say(facts.license_declared, source.at(*id, line_with(source.text, text)));
    }
  }
}

void say_url(const Source& source, std::string_view name, std::string_view url, int line,
             Facts& facts) {
  const std::string label = lower(trim(name));
  const bool repository = label == "repository" || label == "source" || label == "source code" ||
                          label == "code" || label == "github";
  if (repository) {
    say(facts.repository_url, source.at(plain_repository(url), line));
  } else if (label == "homepage" || label == "home") {
    say(facts.homepage, source.at(url, line));
  }
}

void say_urls(const Source& source, const Json& urls, std::string_view section, Facts& facts) {
  for (const auto& [name, url] : urls.members()) {
    say_url(source, name, url.text(), source.line_in(section, name), facts);
  }
}

void say_project(const Source& source, const Json& project, std::string_view section,
                 Facts& facts) {
  const auto plain = [&](std::optional<Sourced>& slot, std::string_view key) {
    say(slot, source.at(project[key].text(), source.line_in(section, key)));
  };
  plain(facts.name, "name");
  plain(facts.description, "description");
  plain(facts.version, "version");
  plain(facts.homepage, "homepage");
  say(facts.repository_url, source.at(plain_repository(project["repository"].text()),
                                      source.line_in(section, "repository")));
  const auto& authors = project["authors"].items();
  if (!authors.empty()) {
    const Json& first = authors.front();
    const auto name = first.is_object() ? first["name"].string_or("") : person_name(first.text());
    say(facts.author, source.at(name, source.line_in(section, "authors")));
  }
  if (const auto id = license_entry(source, project["license"])) {
    const int line = std::max(source.line_in(section, "license"),
                              source.line_in(std::string(section) + ".license", ""));
    say(facts.license_declared, source.at(*id, line));
  }
  say_classified_license(source, project["classifiers"], facts);
  for (const char* name : {"scripts", "gui-scripts"}) {
    const std::string part = std::string(section) + "." + name;
    for (const auto& [script, target] : project[name].members()) {
      add(facts.run_commands, source.at(script, source.line_in(part, script)));
      add(facts.entry_points, source.at(target.text(), source.line_in(part, script)));
    }
  }
}

void add_tool_commands(const Source& source, const Json& tool, Facts& facts) {
  struct Row {
    std::string_view table;
    std::string_view command;
    std::vector<Sourced>& list;
  };
  const Row rows[] = {{"pytest", "pytest", facts.test_commands},
                      {"tox", "tox", facts.test_commands},
                      {"ruff", "ruff check .", facts.lint_commands},
                      {"mypy", "mypy .", facts.lint_commands},
                      {"pyright", "pyright", facts.lint_commands},
                      {"black", "black --check .", facts.lint_commands}};
  for (const Row& row : rows) {
    if (!tool.has(row.table)) continue;
    add(row.list, source.at(row.command, source.line({"tool", row.table})));
  }
}

void setup_py_facts(const Source& source, Facts& facts) {
  struct Row {
    std::string_view key;
    std::optional<Sourced>& slot;
  };
  const Row rows[] = {{"name", facts.name},
                      {"version", facts.version},
                      {"description", facts.description},
                      {"author", facts.author},
                      {"url", facts.homepage}};
  for (const Row& row : rows) {
    const auto found = python_argument(source.text, "setup", row.key);
    if (found) say(row.slot, source.at(found->value, found->line));
  }
  const auto license = python_argument(source.text, "setup", "license");
  const auto id = license ? spdx_of(license->value) : std::nullopt;
  if (id) say(facts.license_declared, source.at(*id, license->line));
  add(facts.install_commands, source.at("pip install .", 0));
}

void setup_cfg_facts(const Source& source, Facts& facts) {
  const Json& data = source.manifest.data;
  const Json& metadata = data["metadata"];
  const auto line = [&](std::string_view key) {
    return section_line(source.text, "metadata", key);
  };
  say(facts.name, source.at(metadata["name"].text(), line("name")));
  say(facts.description, source.at(metadata["description"].text(), line("description")));
  say(facts.author, source.at(metadata["author"].text(), line("author")));
  say(facts.homepage, source.at(metadata["url"].text(), line("url")));
  for (const std::string_view row : split_lines(metadata["project_urls"].text())) {
    const auto equals = row.find('=');
    if (equals == std::string_view::npos) continue;
    say_url(source, row.substr(0, equals), trim(row.substr(equals + 1)),
            line_with(source.text, trim(row)), facts);
  }
  const std::string_view version = metadata["version"].text();
  if (!contains(version, "attr:") && !contains(version, "file:")) {
    say(facts.version, source.at(version, line("version")));
  }
  if (const auto id = spdx_of(metadata["license"].text())) {
    say(facts.license_declared, source.at(*id, line("license")));
  }
  for (const std::string_view row :
       split_lines(data["options.entry_points"]["console_scripts"].text())) {
    if (const auto equals = row.find('='); equals != std::string_view::npos) {
      add(facts.run_commands, source.at(row.substr(0, equals), line_with(source.text, trim(row))));
    }
  }
  if (metadata.has("name")) add(facts.install_commands, source.at("pip install .", line("name")));
  if (data.has("tool:pytest")) {
    add(facts.test_commands, source.at("pytest", section_line(source.text, "tool:pytest", "")));
  }
  if (data.has("flake8")) {
    add(facts.lint_commands, source.at("flake8", section_line(source.text, "flake8", "")));
  }
  if (data.has("mypy")) {
    add(facts.lint_commands, source.at("mypy .", section_line(source.text, "mypy", "")));
  }
}

}  // namespace

bool python_names_package(const RepoView& view, const Facts& facts, std::string_view package) {
  const auto names = [&](const Dependency& one) {
    const bool python =
        one.manifest == ManifestKind::python || one.manifest == ManifestKind::python_setup ||
        one.manifest == ManifestKind::requirements || one.manifest == ManifestKind::pipfile;
    return python && one.name == package;
  };
  if (std::any_of(facts.dependencies.begin(), facts.dependencies.end(), names)) return true;
  // A setup.py is code, and may name it in other ways than as a plain string.
  return std::any_of(facts.manifests.begin(), facts.manifests.end(), [&](const Manifest& one) {
    if (one.kind != ManifestKind::python_setup) return false;
    const auto text = view.text(one.path.text());
    return text && contains_word_folded(*text, package);
  });
}

void python_facts(const Source& source, Facts& facts) {
  const Json& data = source.manifest.data;
  if (!data.is_object()) return;
  const Json& project = data["project"];
  const Json& poetry = data["tool"]["poetry"];
  say_project(source, project, "project", facts);
  say_urls(source, project["urls"], "project.urls", facts);
  say_project(source, poetry, "tool.poetry", facts);
  say_urls(source, poetry["urls"], "tool.poetry.urls", facts);
  if (data.has("build-system")) {
    const int line = source.line_in("build-system", "");
    const std::string name = project["name"].string_or(poetry["name"].text());
    // Trove classifiers are written for the index a package is published on.
    const auto& classifiers =
        project.has("classifiers") ? project["classifiers"].items() : poetry["classifiers"].items();
    const bool hidden = std::any_of(classifiers.begin(), classifiers.end(), [](const Json& one) {
      return one.text().starts_with("Private ::");
    });
    const bool published = !name.empty() && !classifiers.empty() && !hidden;
    add(facts.install_commands,
        source.at(published ? "pip install " + name : "pip install .", line));
    add(facts.build_commands, source.at("python -m build", line));
  }
  add_tool_commands(source, data["tool"], facts);
}

void python_setup_facts(const Source& source, Facts& facts) {
  if (source.manifest.path.extension() == ".cfg") {
    setup_cfg_facts(source, facts);
  } else {
    setup_py_facts(source, facts);
  }
}

}  // namespace pawl::repo
