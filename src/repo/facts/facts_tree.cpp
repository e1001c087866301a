// Facts known from what files there are: readme, licence file, workflows, tool settings.
#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "repo/facts/fact_sources.hpp"

namespace pawl::repo {
namespace {

constexpr std::size_t kLicenseBytesMax = 256U << 10U;

// Files at the root (or in `folder`) whose lower-case name starts with a word of its own.
std::vector<const Entry*> facts_named(const RepoView& view, std::string_view folder,
                                      std::string_view word) {
  std::vector<const Entry*> found;
  const std::size_t depth = folder.empty() ? 1 : split(folder, '/').size() + 1;
  for (const Entry& entry : view.files()) {
    if (entry.path.components().size() != depth || entry.symlink) continue;
    if (entry.path.folder() != folder) continue;
    const std::string name = lower(entry.path.name());
    if (!name.starts_with(word)) continue;
    const std::string_view rest = std::string_view(name).substr(word.size());
    const bool whole = rest.empty() || rest[0] == '.' || rest[0] == '-' || rest[0] == '_';
    if (whole) found.push_back(&entry);
  }
  return found;
}

void find_readme(const RepoView& view, Facts& facts) {
  static constexpr auto kEndings = fixed_words(".md", ".markdown", ".rst", ".adoc", ".txt", "");
  for (const std::string_view folder : {"", ".github", "docs"}) {
    const auto candidates = facts_named(view, folder, "readme");
    for (const std::string_view ending : kEndings) {
      for (const Entry* entry : candidates) {
        if (entry->path.extension() != ending) continue;
        // README.fr.md is a translation of the one asked for.
        const std::string name = lower(entry->path.name());
        if (name != "readme" + std::string(ending)) continue;
        say(facts.readme, {entry->path.text(), entry->path.text(), 0});
        return;
      }
    }
  }
}

// LICENSE.md and COPYING.LESSER hold a text; license.go and licenses.json do not.
bool holds_text(const RepoPath& path) {
  static constexpr auto kEndings =
      fixed_words("", ".md", ".txt", ".rst", ".markdown", ".adoc", ".lesser", ".mit", ".bsd",
                  ".apache", ".lgpl", ".gpl", ".0", ".1", ".isc");
  return std::find(std::begin(kEndings), std::end(kEndings), path.extension()) !=
         std::end(kEndings);
}

// LICENSE-docs is about the manual, not about the program.
bool is_for_documents(const RepoPath& path) {
  const std::string name = lower(path.name());
  return contains(name, "-docs") || contains(name, "-documentation") || contains(name, ".docs");
}

// MIT-LICENSE, gauge-licence.txt.
bool ends_as_license(const RepoPath& path) {
  const std::string name = lower(path.name());
  const std::string_view stem = std::string_view(name).substr(0, name.find('.'));
  for (const std::string_view end : {"-license", "-licence", "_license", "-copying"}) {
    if (stem.ends_with(end)) return true;
  }
  return false;
}

// A few lines that name a licence and say where its text is, instead of the text.
std::optional<std::string> license_named_in(std::string_view text) {
  constexpr std::size_t kNoticeBytesMax = 4096;
  const bool grants =
      contains_folded(text, "licensed under") || contains_folded(text, "licenced under");
  if (text.size() > kNoticeBytesMax || !grants) return {};
  if (contains_folded(text, "apache.org/licenses/license-2.0")) return "Apache-2.0";
  if (contains_folded(text, "opensource.org/licenses/mit")) return "MIT";
  return {};
}

void find_license(const RepoView& view, Facts& facts) {
  std::vector<const Entry*> files;
  for (const std::string_view word : {"license", "licence", "copying", "unlicense", "licenses"}) {
    const auto more = facts_named(view, "", word);
    files.insert(files.end(), more.begin(), more.end());
  }
  if (files.empty()) {
    for (const Entry& entry : view.files()) {
      const bool at_root = entry.path.folder().empty() && !entry.symlink;
      if (at_root && ends_as_license(entry.path)) files.push_back(&entry);
    }
  }
  if (files.empty()) {
    for (const Entry& entry : view.files()) {
      if (entry.path.folder() == "LICENSES") files.push_back(&entry);
    }
  }
  std::erase_if(files, [](const Entry* entry) {
    return !holds_text(entry->path) || is_for_documents(entry->path);
  });
  if (files.empty()) return;
  const Entry* first = files.front();
  std::vector<std::string> ids;
  for (const Entry* entry : files) {
    const auto text = view.read(entry->path, kLicenseBytesMax);
    auto id = text ? recognise_license(*text) : std::nullopt;
    if (!id && text) id = license_named_in(*text);
    if (!id) continue;
    if (ids.empty()) first = entry;
    if (std::find(ids.begin(), ids.end(), *id) == ids.end()) ids.push_back(*id);
  }
  // The Lesser GPL comes with the text of the GPL it adds to.
  if (ids.size() > 1 && std::find(ids.begin(), ids.end(), "LGPL-3.0") != ids.end()) {
    std::erase(ids, "GPL-3.0");
  }
  std::sort(ids.begin(), ids.end());
  say(facts.license_file, {ids.empty() ? "unknown" : join(ids, " OR "), first->path.text(), 0});
}

void find_workflows(const RepoView& view, Facts& facts) {
  struct Row {
    std::string_view path;
    std::string_view system;
  };
  constexpr Row kFiles[] = {{".gitlab-ci.yml", "GitLab CI"},
                            {".circleci/config.yml", "CircleCI"},
                            {"Jenkinsfile", "Jenkins"},
                            {".travis.yml", "Travis CI"},
                            {"azure-pipelines.yml", "Azure Pipelines"},
                            {"bitbucket-pipelines.yml", "Bitbucket Pipelines"},
                            {".drone.yml", "Drone"},
                            {".woodpecker.yml", "Woodpecker"},
                            {".cirrus.yml", "Cirrus CI"},
                            {"appveyor.yml", "AppVeyor"},
                            {".appveyor.yml", "AppVeyor"},
                            {".buildkite/pipeline.yml", "Buildkite"},
                            {".builds/ci.yml", "sourcehut"}};
  for (const Entry& entry : view.files()) {
    if (entry.path.components().size() != 3 || !entry.path.text().starts_with('.')) continue;
    const std::string ending = entry.path.extension();
    const bool yaml = ending == ".yml" || ending == ".yaml";
    const auto folder = entry.path.folder();
    if (yaml && folder == ".github/workflows") {
      facts.workflows.push_back({"GitHub Actions", entry.path.text(), 0});
    } else if (yaml && (folder == ".forgejo/workflows" || folder == ".gitea/workflows")) {
      facts.workflows.push_back({"Forgejo Actions", entry.path.text(), 0});
    }
  }
  for (const Row& row : kFiles) {
    if (view.has(row.path)) {
      facts.workflows.push_back({std::string(row.system), std::string(row.path), 0});
    }
  }
}

// Tools whose own settings file says that people run them here.
void find_tools(const RepoView& view, Facts& facts) {
  struct Row {
    std::string_view path;
    std::string_view command;
    std::vector<Sourced>& list;
  };
  const Row rows[] = {
      {"pytest.ini", "pytest", facts.test_commands},
      {"tox.ini", "tox", facts.test_commands},
      {"noxfile.py", "nox", facts.test_commands},
      {"ruff.toml", "ruff check .", facts.lint_commands},
      {".ruff.toml", "ruff check .", facts.lint_commands},
      {".flake8", "flake8", facts.lint_commands},
      {"mypy.ini", "mypy .", facts.lint_commands},
      {".mypy.ini", "mypy .", facts.lint_commands},
      {".pre-commit-config.yaml", "pre-commit run --all-files", facts.lint_commands}};
  for (const Row& row : rows) {
    if (view.has(row.path)) add(row.list, {std::string(row.command), std::string(row.path), 0});
  }
}

// The standard library's own test runner, when that is what the tests are written for.
void find_python_tests(const RepoView& view, Facts& facts) {
  if (!facts.has_language("Python")) return;
  const bool pytest =
      std::any_of(facts.test_commands.begin(), facts.test_commands.end(),
                  [](const Sourced& one) { return one.value.starts_with("pytest"); });
  if (pytest) return;
  std::size_t looked_at = 0;
  for (const Entry& entry : view.files()) {
    const std::string_view name = entry.path.name();
    // What unittest finds by itself, and what it finds when it is asked for the ending.
    const bool test = (name.ends_with(".py") && name.starts_with("test")) ||
                      name.ends_with("_test.py") || name.ends_with("_tests.py");
    if (!test || is_vendored(entry.path)) continue;
    if (++looked_at > 20) return;
    const auto text = view.text(entry.path.text());
    if (!text || contains(*text, "import pytest")) continue;
    for (const char* import : {"import unittest", "from unittest import"}) {
      const int line = static_cast<int>(line_count(text->substr(0, text->find(import)))) + 1;
      if (!contains(*text, import)) continue;
      add(facts.test_commands, {"python -m unittest", entry.path.text(), line});
      return;
    }
  }
}

// `python -m box` runs box/__main__.py, also when it stands below src/.
void find_python_programs(const RepoView& view, Facts& facts) {
  for (const Entry& entry : view.files()) {
    if (entry.path.name() != "__main__.py" || is_vendored(entry.path)) continue;
    std::string_view package = entry.path.folder();
    if (package.starts_with("src/")) package.remove_prefix(4);
    const bool own = !package.empty() && package.find('/') == std::string_view::npos &&
                     package != "tests" && package != "test" && package != "docs";
    if (!own) continue;
    add(facts.entry_points, {entry.path.text(), entry.path.text(), 0});
    add(facts.run_commands, {"python -m " + std::string(package), entry.path.text(), 0});
  }
  const auto manage = view.text("manage.py");
  if (manage && contains(*manage, "DJANGO_SETTINGS_MODULE")) {
    add(facts.entry_points, {"manage.py", "manage.py", 0});
    add(facts.run_commands, {"python manage.py runserver", "manage.py", 0});
  }
}

}  // namespace

void tree_facts(const RepoView& view, Facts& facts) {
  find_readme(view, facts);
  find_license(view, facts);
  find_workflows(view, facts);
  find_tools(view, facts);
  const Manifest* python = facts.manifest(ManifestKind::python);
  if (python == nullptr) python = facts.manifest(ManifestKind::requirements);
  if (python != nullptr && python_names_package(view, facts, "pytest")) {
    // Requirements may be in a folder of their own; a project's tests are below its manifest.
    std::string command = "pytest";
    const std::string_view folder = python->path.folder();
    const bool below = python->kind == ManifestKind::python && !folder.empty();
    if (below) command += " " + std::string(folder);
    add(facts.test_commands, {std::move(command), python->path.text(), 0});
  }
  find_python_tests(view, facts);
  find_python_programs(view, facts);
}

}  // namespace pawl::repo
