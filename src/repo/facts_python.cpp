// What pyproject.toml, setup.cfg and setup.py say.
#include <algorithm>

#include "base/text.hpp"
#include "repo/fact_sources.hpp"
#include "repo/manifests.hpp"

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

void say_urls(const Source& source, const Json& urls, std::string_view section, Facts& facts) {
  for (const auto& [name, url] : urls.members()) {
    const std::string label = lower(name);
    const int line = source.line_in(section, name);
    const bool repository = label == "repository" || label == "source" || label == "source code" ||
                            label == "code" || label == "github";
    if (repository) {
      say(facts.repository_url, source.at(plain_repository(url.text()), line));
    } else if (label == "homepage" || label == "home") {
      say(facts.homepage, source.at(url.text(), line));
    }
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

void add_packages(const Json& list, std::vector<std::string>& names) {
  for (const Json& one : list.items()) {
    if (one.is_string()) names.push_back(requirement_name(one.text()));
  }
}

void add_keys(const Json& table, std::vector<std::string>& names) {
  for (const auto& [name, version] : table.members()) names.push_back(requirement_name(name));
}

void add_project_packages(const Json& data, std::vector<std::string>& names) {
  add_packages(data["project"]["dependencies"], names);
  for (const auto& [group, list] : data["project"]["optional-dependencies"].members()) {
    add_packages(list, names);
  }
  for (const auto& [group, list] : data["dependency-groups"].members()) add_packages(list, names);
  const Json& tool = data["tool"];
  add_keys(tool["poetry"]["dependencies"], names);
  add_keys(tool["poetry"]["dev-dependencies"], names);
  for (const auto& [group, table] : tool["poetry"]["group"].members()) {
    add_keys(table["dependencies"], names);
  }
  for (const auto& [group, list] : tool["pdm"]["dev-dependencies"].members()) {
    add_packages(list, names);
  }
  add_packages(tool["uv"]["dev-dependencies"], names);
  for (const auto& [env, table] : tool["hatch"]["envs"].members()) {
    add_packages(table["dependencies"], names);
    add_packages(table["extra-dependencies"], names);
  }
}

// `name="left-pad"` of a setup.py, when the value is a plain literal.
std::string setup_literal(std::string_view text, std::string_view key, int& line) {
  line = 0;
  int number = 0;
  for (const std::string_view raw : split_lines(text)) {
    ++number;
    const std::string_view row = trim(raw);
    if (!row.starts_with(key)) continue;
    const std::string_view rest = trim(row.substr(key.size()));
    if (!rest.starts_with('=')) continue;
    const std::string_view value = trim(rest.substr(1));
    if (value.size() < 2 || (value[0] != '"' && value[0] != '\'')) continue;
    const auto end = value.find(value[0], 1);
    const bool whole = end != std::string_view::npos && end > 1 &&
                       (end + 1 == value.size() || value[end + 1] == ',' || value[end + 1] == ')');
    if (!whole) continue;
    line = number;
    return std::string(value.substr(1, end - 1));
  }
  return {};
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
  int line = 0;
  for (const Row& row : rows) {
    const std::string value = setup_literal(source.text, row.key, line);
    say(row.slot, source.at(value, line));
  }
  const std::string license = setup_literal(source.text, "license", line);
  if (const auto id = spdx_of(license)) say(facts.license_declared, source.at(*id, line));
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
  std::vector<std::string> names;
  for (const Manifest& manifest : facts.manifests) {
    if (manifest.kind == ManifestKind::python) add_project_packages(manifest.data, names);
    if (manifest.kind == ManifestKind::requirements) {
      add_packages(manifest.data["requirements"], names);
    }
    if (manifest.kind == ManifestKind::python_setup) {
      const auto text = view.text(manifest.path.text());
      if (text && contains_word_folded(*text, package)) return true;
    }
  }
  if (std::find(names.begin(), names.end(), package) != names.end()) return true;
  const auto pipfile = view.text("Pipfile");
  return pipfile && contains_word_folded(*pipfile, package);
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
