#include "guards/config/config_misplaced.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::guards {
namespace {

// Tools that read pyproject.toml, and only below [tool].
constexpr auto kPyprojectTools = fixed_words(
    "mypy", "ruff", "pytest", "coverage", "black", "isort", "flake8", "pylint", "poetry", "pdm",
    "hatch", "uv", "setuptools", "setuptools_scm", "tox", "bandit", "pyright", "pydocstyle",
    "commitizen", "towncrier", "semantic_release", "cibuildwheel", "codespell", "vulture");

struct MisplacedSection {
  std::string_view file;
  std::string_view section;
  std::string_view instead;
};
constexpr auto kIniSections = std::to_array<MisplacedSection>({
    {"setup.cfg", "pytest", "[tool:pytest]"},
    {"setup.cfg", "pytest.ini_options", "[tool:pytest]"},
    {"setup.cfg", "tool.pytest.ini_options", "[tool:pytest]"},
    {"setup.cfg", "tool.pytest", "[tool:pytest]"},
    {"setup.cfg", "tool.mypy", "[mypy]"},
    {"setup.cfg", "tool:mypy", "[mypy]"},
    {"setup.cfg", "tool.flake8", "[flake8]"},
    {"setup.cfg", "tool:flake8", "[flake8]"},
    {"setup.cfg", "tool.coverage.run", "[coverage:run]"},
    {"setup.cfg", "tool.coverage.report", "[coverage:report]"},
    {"setup.cfg", "coverage.run", "[coverage:run]"},
    {"setup.cfg", "coverage.report", "[coverage:report]"},
    {"setup.cfg", "tool.isort", "[isort]"},
    {"setup.cfg", "ruff", "[tool.ruff] of pyproject.toml, or ruff.toml"},
    {"setup.cfg", "tool.ruff", "[tool.ruff] of pyproject.toml, or ruff.toml"},
    {"setup.cfg", "tool:ruff", "[tool.ruff] of pyproject.toml, or ruff.toml"},
    {"setup.cfg", "black", "[tool.black] of pyproject.toml"},
    {"setup.cfg", "tool.black", "[tool.black] of pyproject.toml"},
    {"setup.cfg", "tool:black", "[tool.black] of pyproject.toml"},
    {"pytest.ini", "tool:pytest", "[pytest]"},
    {"pytest.ini", "tool.pytest.ini_options", "[pytest]"},
    {"pytest.ini", "pytest.ini_options", "[pytest]"},
    {"mypy.ini", "tool.mypy", "[mypy]"},
    {"mypy.ini", "tool:mypy", "[mypy]"},
    {".mypy.ini", "tool.mypy", "[mypy]"},
    {".mypy.ini", "tool:mypy", "[mypy]"},
    {".flake8", "tool.flake8", "[flake8]"},
    {".flake8", "tool:flake8", "[flake8]"},
    {".isort.cfg", "tool.isort", "[settings]"},
    {".coveragerc", "tool.coverage.run", "[run]"},
    {".coveragerc", "coverage", "[run] or [report]"},
    {".coveragerc", "tool:coverage", "[run] or [report]"},
    {".coveragerc", "tool.coverage", "[run] or [report]"},
    {"setup.cfg", "project", "[metadata], or move it to pyproject.toml"},
    {"setup.cfg", "build-system", "[build-system] of pyproject.toml"},
    {"tox.ini", "tool:pytest", "[pytest]"},
    {"tox.ini", "tool.tox", "[tox]"},
    {"tox.ini", "coverage", "[coverage:run]"},
    {"setup.cfg", "coverage", "[coverage:run]"},
    {"pytest.ini", "tool.pytest", "[pytest]"},
    {"pytest.ini", "pytest:ini_options", "[pytest]"},
    {".coveragerc", "tool.coverage.report", "[report]"},
    {"tox.ini", "tool.pytest.ini_options", "[pytest]"},
});

void add_misplaced(std::vector<ConfigFault>& faults, std::vector<std::string> path,
                   std::string message, std::string advice) {
  // What is unknown about the same table says no more.
  std::erase_if(faults, [&](const ConfigFault& fault) {
    return fault.path.size() >= path.size() &&
           std::equal(path.begin(), path.end(), fault.path.begin());
  });
  faults.push_back(
      {ConfigFaultKind::misplaced, std::move(path), std::move(message), std::move(advice)});
}

// `pytest<9`, `pytest~=8.1`, `pytest == 7.*`, poetry's `^8.0`: a version before 9, and none after.
bool is_before_nine(std::string_view bound) {
  for (const std::string_view part : split(bound, ',')) {
    const auto at = part.find_first_of("<^~=");
    if (at == std::string_view::npos || (at > 0 && part[at - 1] == '>')) continue;
    const auto digit = part.find_first_of("0123456789", at);
    if (digit == std::string_view::npos || part.substr(0, digit).find('>') != part.npos) continue;
    const auto end = part.find_first_not_of("0123456789", digit);
    const auto major = parse_int(part.substr(digit, end == part.npos ? part.npos : end - digit));
    const bool below = part[at] == '<' && part.find("<=") == part.npos;
    if (major && *major < (below ? 10 : 9)) return true;
  }
  return false;
}

bool wants_old_pytest(const Json& value) {
  if (value.is_string()) {
    const std::string_view text = trim(value.text());
    return text.starts_with("pytest") && text.size() > 6 &&
           contains("<>=~! (", text.substr(6, 1)) && is_before_nine(text.substr(6));
  }
  if (value.is_array()) {
    return std::any_of(value.items().begin(), value.items().end(), wants_old_pytest);
  }
  return std::any_of(value.members().begin(), value.members().end(), [](const auto& member) {
    const std::string_view version =
        member.second.is_object() ? member.second["version"].text() : member.second.text();
    if (member.first == "pytest" && is_before_nine(version)) return true;
    return !member.second.is_string() && wants_old_pytest(member.second);
  });
}

// [tool.pytest] is read by pytest 9 and later only.
bool is_for_old_pytest(const Json& document) {
  const auto oldest = parse_int(document["tool"]["pytest"]["minversion"].text().substr(0, 1));
  if (oldest && *oldest > 1 && *oldest < 9) return true;
  const Json& project = document["project"];
  const Json& poetry = document["tool"]["poetry"];
  return wants_old_pytest(project["dependencies"]) ||
         wants_old_pytest(project["optional-dependencies"]) ||
         wants_old_pytest(document["dependency-groups"]) ||
         wants_old_pytest(poetry["dependencies"]) || wants_old_pytest(poetry["dev-dependencies"]) ||
         wants_old_pytest(poetry["group"]) ||
         wants_old_pytest(document["tool"]["uv"]["dev-dependencies"]);
}

void check_pyproject(const Json& document, std::vector<ConfigFault>& faults) {
  for (const std::string_view tool : kPyprojectTools) {
    if (!document[tool].is_object()) continue;
    const std::string name(tool);
    add_misplaced(faults, {name},
                  "no tool reads a table [" + name + "] at the top of pyproject.toml",
                  "Write it as [tool." + name + "].");
  }
  for (const auto& [name, table] : document["tool"].members()) {
    if (!table.is_object() || !name.starts_with("mypy-")) continue;
    add_misplaced(
        faults, {"tool", name}, "mypy reads no table [tool." + name + "] of pyproject.toml",
        "Write an entry of [[tool.mypy.overrides]] with module = \"" + name.substr(5) + "\".");
  }
  const Json& pytest = document["tool"]["pytest"];
  if (pytest.has("ini_options") && pytest.size() > 1) {
    add_misplaced(
        faults, {"tool", "pytest"},
        "options stand both in [tool.pytest] and in [tool.pytest.ini_options]; pytest reads one",
        "Move the options of [tool.pytest] to [tool.pytest.ini_options].");
  } else if (pytest.size() > 0 && !pytest.has("ini_options") && is_for_old_pytest(document)) {
    add_misplaced(
        faults, {"tool", "pytest"},
        "pytest before 9 reads no options in [tool.pytest], only in [tool.pytest.ini_options]",
        "Write the table as [tool.pytest.ini_options].");
  }
}

}  // namespace

void replace_by_misplaced(const RepoPath& path, const Json& document,
                          std::vector<ConfigFault>& faults) {
  const std::string name = lower(path.name());
  if (name == "pyproject.toml") check_pyproject(document, faults);
  if ((name == "ruff.toml" || name == ".ruff.toml") && document["tool"].is_object()) {
    add_misplaced(
        faults, {"tool"}, "a table [tool] in " + name + "; ruff knows it only in pyproject.toml",
        "Write the options of [tool.ruff] at the top of the file, and [tool.ruff.lint] as [lint].");
  }
  for (const MisplacedSection& row : kIniSections) {
    if (row.file != name || !document.has(row.section)) continue;
    add_misplaced(faults, {std::string(row.section)},
                  "no tool reads a section [" + std::string(row.section) + "] of " + name,
                  "Write it as " + std::string(row.instead) + ".");
  }
}

}  // namespace pawl::guards
