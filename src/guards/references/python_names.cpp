// What the manifests and settings of Python packages name.
#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "guards/config/config_document.hpp"
#include "guards/paths/relative_path.hpp"
#include "guards/references/name_readers.hpp"

namespace pawl::guards {
namespace {

// `name = package.module:function`; extras behind it are left out.
void add_object(NameCollector& out, std::string_view key, std::string_view written) {
  written = trim(written.substr(0, written.find('[')));
  if (written.find(':') == std::string_view::npos) return;
  const bool plain = std::all_of(written.begin(), written.end(),
                                 [](char c) { return is_word(c) || c == '.' || c == ':'; });
  if (!plain) return;
  out.add({.key = std::string(key),
           .written = std::string(written),
           .path = out.folder(),
           .as = NamedAs::object});
}

void add_scripts(NameCollector& out, std::string_view key, const Json& scripts) {
  for (const auto& [name, object] : scripts.members()) {
    add_object(out, std::string(key) + "." + name, object.text());
  }
}

// A list, or a text with blanks between.
void add_test_paths(NameCollector& out, const Json& value) {
  for (const Json& item : value.items()) out.add("testpaths", item.text(), NamedAs::either);
  for (const std::string_view word : split_words(value.text())) {
    out.add("testpaths", word, NamedAs::either);
  }
}

void add_file(NameCollector& out, std::string_view key, const Json& value) {
  out.add(key, value.is_object() ? value["file"].text() : value.text(), NamedAs::file);
  for (const Json& item : (value.is_object() ? value["file"] : value).items()) {
    out.add(key, item.text(), NamedAs::file);
  }
}

void add_poetry(NameCollector& out, const Json& poetry) {
  add_file(out, "tool.poetry.readme", poetry["readme"]);
  for (const Json& item : poetry["packages"].items()) {
    out.add("tool.poetry.packages", item["include"].text(), NamedAs::either, item["from"].text());
  }
  add_scripts(out, "tool.poetry.scripts", poetry["scripts"]);
}

// Where nothing says that packages lie elsewhere.
void add_packages(NameCollector& out, const Json& setuptools) {
  if (setuptools.has("package-dir")) return;
  for (const Json& item : setuptools["packages"].items()) {
    out.add({.key = "tool.setuptools.packages",
             .written = std::string(item.text()),
             .path = path_in(out.folder(), replace_all(item.text(), ".", "/")),
             .as = NamedAs::either});
  }
  for (const Json& item : setuptools["py-modules"].items()) {
    out.add("tool.setuptools.py-modules", item.text(), NamedAs::either);
  }
}

void add_setuptools(NameCollector& out, const Json& setuptools) {
  add_packages(out, setuptools);
  for (const Json& item : setuptools["packages"]["find"]["where"].items()) {
    if (item.text() != ".") {
      out.add("tool.setuptools.packages.find.where", item.text(), NamedAs::either);
    }
  }
  for (const auto& [name, value] : setuptools["dynamic"].members()) {
    if (value.has("file")) add_file(out, "tool.setuptools.dynamic." + name, value);
  }
}

void add_ini_objects(NameCollector& out, std::string_view text) {
  for (const std::string_view line : split_lines(text)) {
    const auto at = line.find('=');
    if (at == std::string_view::npos) continue;
    add_object(out, "entry_points." + std::string(trim(line.substr(0, at))), line.substr(at + 1));
  }
}

// `-r list`, `coverage: -rlist`
void add_tox_lists(NameCollector& out, const Json& document) {
  for (const auto& [section, keys] : document.members()) {
    if (!section.starts_with("testenv")) continue;
    for (const std::string_view key : {"deps", "constrain_package_deps"}) {
      for (const std::string_view line : split_lines(keys[key].text())) {
        const auto words = split_words(line);
        for (std::size_t i = 0; i < words.size(); ++i) {
          const bool option = words[i] == "-r" || words[i] == "-c";
          const bool joined = !option && (words[i].starts_with("-r") || words[i].starts_with("-c"));
          if (joined) out.add(key, words[i].substr(2), NamedAs::file);
          if (option && i + 1 < words.size()) out.add(key, words[i + 1], NamedAs::file);
        }
      }
    }
  }
}

}  // namespace

void read_pyproject(NameCollector& out) {
  const auto document = read_config(ConfigForm::toml, out.text());
  if (!document) return;
  const Json& project = (*document)["project"];
  add_file(out, "project.readme", project["readme"]);
  out.add("project.license.file", project["license"]["file"].text(), NamedAs::file);
  add_scripts(out, "project.scripts", project["scripts"]);
  add_scripts(out, "project.gui-scripts", project["gui-scripts"]);
  const Json& tool = (*document)["tool"];
  add_poetry(out, tool["poetry"]);
  add_setuptools(out, tool["setuptools"]);
  add_test_paths(out, tool["pytest"]["ini_options"]["testpaths"]);
  const Json& hatch = tool["hatch"];
  for (const Json& item : hatch["build"]["targets"]["wheel"]["packages"].items()) {
    out.add("tool.hatch.build.targets.wheel.packages", item.text(), NamedAs::either);
  }
  if (!hatch["build"]["hooks"].has("vcs")) {
    out.add("tool.hatch.version.path", hatch["version"]["path"].text(), NamedAs::file);
  }
  for (const Json& item : tool["uv"]["workspace"]["members"].items()) {
    out.add("tool.uv.workspace.members", item.text(), NamedAs::folder);
  }
}

// setup.cfg, tox.ini, pytest.ini
void read_python_ini(NameCollector& out) {
  const auto document = read_config(ConfigForm::ini, out.text());
  if (!document) return;
  const std::string_view text = (*document)["metadata"]["long_description"].text();
  if (text.starts_with("file:")) {
    for (const std::string_view name : split(text.substr(5), ',')) {
      out.add("long_description", trim(name), NamedAs::file);
    }
  }
  for (const std::string_view section : {"tool:pytest", "pytest"}) {
    add_test_paths(out, (*document)[section]["testpaths"]);
  }
  add_tox_lists(out, *document);
  const Json& points = (*document)["options.entry_points"];
  add_ini_objects(out, points["console_scripts"].text());
  add_ini_objects(out, points["gui_scripts"].text());
}

void read_requirements(NameCollector& out) {
  for (const std::string_view line : split_lines(out.text())) {
    const auto words = split_words(line);
    if (words.size() < 2) continue;
    const bool list = among({"-r", "--requirement", "-c", "--constraint"}, words[0]);
    if (list) out.add(words[0], words[1], NamedAs::file);
    const bool package = among({"-e", "--editable"}, words[0]) && words[1].starts_with('.');
    if (package) out.add(words[0], words[1].substr(0, words[1].find('[')), NamedAs::folder);
  }
}

}  // namespace pawl::guards
