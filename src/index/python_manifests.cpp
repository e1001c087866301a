#include "index/python_manifests.hpp"

#include <algorithm>
#include <map>

#include "base/assets.hpp"
#include "base/text/text.hpp"
#include "syntax/data/data.hpp"

namespace pawl::index {
namespace {

bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || c == '.';
}

// Lines `first rest…` of an embedded table, by the first word.
std::map<std::string, std::vector<std::string>> table_of(std::string_view path) {
  std::map<std::string, std::vector<std::string>> table;
  for (const std::string_view line : split_lines(asset(path).value_or(""))) {
    const auto words = split_words(line);
    if (words.size() < 2 || line.starts_with('#')) continue;
    for (std::size_t i = 1; i < words.size(); ++i) {
      table[std::string(words[0])].emplace_back(words[i]);
    }
  }
  return table;
}

const std::vector<std::string>& distributions_of(std::string_view module) {
  static const auto kTable = table_of("languages/python-imports.txt");
  static const std::vector<std::string> kNone;
  const auto found = kTable.find(std::string(module));
  return found == kTable.end() ? kNone : found->second;
}

// Distributions that bring the module along, because they need it themselves.
const std::vector<std::string>& bringers_of(std::string_view module) {
  static const auto kTable = [] {
    std::map<std::string, std::vector<std::string>> out;
    for (const auto& [bringer, modules] : table_of("languages/python-brings.txt")) {
      for (const std::string& each : modules) out[each].push_back(bringer);
    }
    return out;
  }();
  static const std::vector<std::string> kNone;
  const auto found = kTable.find(std::string(module));
  return found == kTable.end() ? kNone : found->second;
}

}  // namespace

std::string normalised_distribution(std::string_view name) {
  std::string out;
  for (const char c : name) {
    const bool separator = c == '-' || c == '_' || c == '.';
    if (separator && (out.empty() || out.back() == '-')) continue;
    out.push_back(separator ? '-' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
  }
  while (!out.empty() && out.back() == '-') out.pop_back();
  return out;
}

std::string requirement_name(std::string_view requirement) {
  requirement = trim(requirement);
  std::size_t end = 0;
  while (end < requirement.size() && is_name_char(requirement[end])) ++end;
  const std::string_view rest = trim(requirement.substr(end));
  constexpr std::string_view kFollows = "[<>=!~;@(,#^*";
  if (end == 0 || (!rest.empty() && kFollows.find(rest.front()) == std::string_view::npos)) {
    return {};
  }
  return normalised_distribution(requirement.substr(0, end));
}

void PythonManifests::add(std::string_view requirement) {
  std::string name = requirement_name(requirement);
  if (name.empty()) return;
  for (const std::string_view word : split(name, '-')) words_.emplace(word);
  names_.insert(std::move(name));
}

void PythonManifests::add_all(const Json& list) {
  for (const Json& each : list.items()) add(each.text());
}

void PythonManifests::add_keys(const Json& table) {
  for (const auto& [key, value] : table.members()) add(key);
}

void PythonManifests::add_project(std::string_view path) {
  const std::string folder(folder_of(path));
  if (std::find(projects_.begin(), projects_.end(), folder) == projects_.end()) {
    projects_.push_back(folder);
  }
}

void PythonManifests::read_pyproject(const std::string& path) {
  add_project(path);
  const Result<Json> parsed = syntax::parse_toml(tree_.text(path).value_or(""));
  if (!parsed) {
    known_ = false;
    return;
  }
  const Json& root = *parsed;
  const Json& project = root["project"];
  own_.insert(normalised_distribution(project["name"].text()));
  add_all(project["dependencies"]);
  for (const auto& [name, list] : project["optional-dependencies"].members()) add_all(list);
  for (const auto& [name, list] : root["dependency-groups"].members()) add_all(list);
  add_all(root["build-system"]["requires"]);
  // Dependencies that are listed elsewhere are read there, unless code makes them.
  const Json& tool = root["tool"];
  const Json& poetry = tool["poetry"];
  own_.insert(normalised_distribution(poetry["name"].text()));
  add_keys(poetry["dependencies"]);
  add_keys(poetry["dev-dependencies"]);
  for (const auto& [name, group] : poetry["group"].members()) add_keys(group["dependencies"]);
  for (const auto& [name, list] : tool["pdm"]["dev-dependencies"].members()) add_all(list);
  add_all(tool["uv"]["dev-dependencies"]);
  for (const auto& [name, environment] : tool["hatch"]["envs"].members()) {
    add_all(environment["dependencies"]);
    add_all(environment["extra-dependencies"]);
  }
  for (const auto& [name, feature] : tool["pixi"]["feature"].members()) {
    add_keys(feature["dependencies"]);
    add_keys(feature["pypi-dependencies"]);
  }
  add_keys(tool["pixi"]["dependencies"]);
  add_keys(tool["pixi"]["pypi-dependencies"]);
  for (const auto& [from, to] : tool["setuptools"]["package-dir"].members()) {
    source_roots_.emplace_back(to.text());
  }
  for (const Json& where : tool["setuptools"]["packages"]["find"]["where"].items()) {
    source_roots_.emplace_back(where.text());
  }
  for (const Json& folder : tool["pytest"]["ini_options"]["pythonpath"].items()) {
    source_roots_.emplace_back(folder.text());
  }
  for (const Json& each : root["build-system"]["requires"].items()) {
    const std::string name = requirement_name(each.text());
    builds_extensions_ = builds_extensions_ || name == "cython" || name == "maturin" ||
                         name == "meson-python" || name == "scikit-build-core" ||
                         name == "setuptools-rust" || name == "cffi" || name == "pybind11";
  }
}

void PythonManifests::read_setup_cfg(const std::string& path) {
  const Result<Json> parsed = syntax::parse_ini(tree_.text(path).value_or(""));
  if (!parsed) return;
  const Json& root = *parsed;
  if (root.has("metadata") || root.has("options")) add_project(path);
  own_.insert(normalised_distribution(root["metadata"]["name"].text()));
  for (const char* key : {"install_requires", "setup_requires", "tests_require"}) {
    read_requirements(root["options"][key].text());
  }
  for (const auto& [name, list] : root["options.extras_require"].members()) {
    read_requirements(list.text());
  }
}

// setup.py is code: any string in it that reads like a requirement may be one.
void PythonManifests::read_setup_py(const std::string& path) {
  add_project(path);
  const std::string text = tree_.text(path).value_or("");
  builds_extensions_ = builds_extensions_ || contains(text, "ext_modules") ||
                       contains(text, "cythonize") || contains(text, "cffi_modules");
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char quote = text[i];
    if (quote != '"' && quote != '\'') continue;
    const auto end = text.find_first_of(std::string{quote, '\n'}, i + 1);
    if (end == std::string::npos) break;
    if (text[end] == quote) add(std::string_view(text).substr(i + 1, end - i - 1));
    i = end;
  }
}

void PythonManifests::read_requirements(std::string_view text) {
  for (std::string_view line : split_lines(text)) {
    line = trim(line);
    if (line.empty() || line.front() == '#') continue;
    if (const auto egg = line.find("#egg="); egg != std::string_view::npos) {
      add(line.substr(egg + 5));
    } else if (line.front() != '-') {
      add(line);
    }
  }
}

void PythonManifests::read_tox(const std::string& path) {
  const Result<Json> parsed = syntax::parse_ini(tree_.text(path).value_or(""));
  if (!parsed) return;
  for (const auto& [section, values] : parsed->members()) {
    for (std::string_view line : split_lines(values["deps"].text())) {
      // `py39: foo>=1`
      const auto colon = line.find(": ");
      add(colon == std::string_view::npos ? line : line.substr(colon + 2));
    }
  }
}

// Lock files name all that is installed, also what nobody asked for by name.
void PythonManifests::read_lock(const std::string& path) {
  const std::string text = tree_.text(path).value_or("");
  if (name_of(path) == "Pipfile.lock") {
    const Result<Json> parsed = Json::parse(text);
    if (!parsed) return;
    for (const auto& [section, packages] : parsed->members()) add_keys(packages);
    return;
  }
  for (const std::string_view line : split_lines(text)) {
    if (!line.starts_with("name = \"")) continue;
    const std::string_view rest = line.substr(8);
    add(rest.substr(0, rest.find('"')));
  }
}

// Requirement files have any name that says so.
void PythonManifests::read_folder(std::string_view folder) {
  const bool all = contains_folded(name_of(folder), "requirement");
  for (const std::string& path : tree_.files_in(folder)) {
    const bool is_text = path.ends_with(".txt") || path.ends_with(".in") || path.ends_with(".pip");
    const std::string name = lower(name_of(path));
    const bool says_so = all || contains(name, "require") || contains(name, "constraint");
    if (is_text && says_so) {
      known_ = true;
      read_requirements(tree_.text(path).value_or(""));
    }
  }
}

bool PythonManifests::read() {
  if (read_) return true;
  read_ = true;
  const auto each = [&](const char* name, void (PythonManifests::*reader)(const std::string&)) {
    for (const std::string& path : tree_.named(name)) (this->*reader)(path);
  };
  known_ = !tree_.named("pyproject.toml").empty() || !tree_.named("setup.cfg").empty() ||
           !tree_.named("setup.py").empty() || !tree_.named("Pipfile").empty();
  each("pyproject.toml", &PythonManifests::read_pyproject);
  each("setup.cfg", &PythonManifests::read_setup_cfg);
  each("setup.py", &PythonManifests::read_setup_py);
  each("noxfile.py", &PythonManifests::read_setup_py);
  each("tox.ini", &PythonManifests::read_tox);
  for (const char* lock : {"poetry.lock", "uv.lock", "pdm.lock", "Pipfile.lock"}) {
    each(lock, &PythonManifests::read_lock);
  }
  for (const std::string& path : tree_.named("Pipfile")) {
    const Result<Json> parsed = syntax::parse_toml(tree_.text(path).value_or(""));
    if (!parsed) continue;
    add_keys((*parsed)["packages"]);
    add_keys((*parsed)["dev-packages"]);
  }
  for (const char* name : {"environment.yml", "environment.yaml"}) {
    for (const std::string& path : tree_.named(name)) {
      const std::string text = tree_.text(path).value_or("");
      for (std::string_view line : split_lines(text)) {
        line = trim(line);
        if (line.starts_with("- ")) add(line.substr(2));
      }
    }
  }
  std::vector<std::string> folders = projects_;
  folders.emplace_back("");
  for (const std::string& path : tree_.named("requirements.txt")) {
    folders.emplace_back(folder_of(path));
  }
  std::sort(folders.begin(), folders.end());
  folders.erase(std::unique(folders.begin(), folders.end()), folders.end());
  for (const std::string& folder : folders) {
    read_folder(folder);
    for (const char* below : {"requirements", "reqs", "deps"}) {
      read_folder(folder.empty() ? below : folder + "/" + below);
    }
  }
  return true;
}

bool PythonManifests::is_own(std::string_view module) {
  read();
  return own_.count(normalised_distribution(module)) > 0;
}

bool PythonManifests::declares(std::string_view module) {
  read();
  const std::string name = normalised_distribution(module);
  if (provides(name) || words_.count(name) > 0) return true;
  // Namespaces (`azure.core` of azure-core) and names with a prefix (`pyyaml`, `python-docx`).
  for (const std::string& prefix : {"py" + name, name + "py", "python" + name}) {
    if (provides(prefix)) return true;
  }
  const auto among = [&](const std::vector<std::string>& distributions) {
    return std::any_of(distributions.begin(), distributions.end(), [&](const std::string& each) {
      return provides(normalised_distribution(each));
    });
  };
  if (among(distributions_of(module))) return true;
  // A project that names itself, for its extras, brings only what it lists.
  const std::vector<std::string>& bringers = bringers_of(module);
  const bool brought = std::any_of(bringers.begin(), bringers.end(), [&](const std::string& each) {
    const std::string bringer = normalised_distribution(each);
    return provides(bringer) && own_.count(bringer) == 0;
  });
  if (brought) return true;
  std::string squeezed;
  for (const char c : name) {
    if (c != '-') squeezed.push_back(c);
  }
  return std::any_of(names_.begin(), names_.end(), [&](const std::string& each) {
    if (each.starts_with(name + "-")) return true;
    std::string other;
    for (const char c : each) {
      if (c != '-') other.push_back(c);
    }
    return other == squeezed;
  });
}

}  // namespace pawl::index
