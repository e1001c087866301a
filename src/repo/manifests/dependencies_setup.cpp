// Dependencies of setup.py, setup.cfg and requirement files; requirements as PEP 508 writes them.
#include <algorithm>
#include <span>

#include "base/text/text.hpp"
#include "repo/manifests/dependency_sources.hpp"
#include "repo/manifests/manifests.hpp"
#include "repo/manifests/python_literals.hpp"

namespace pawl::repo {
namespace {

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || c == '.';
}

// PEP 503.
std::string normalised(std::string_view name) {
  std::string out;
  for (const char c : lower(name)) {
    const bool separator = c == '-' || c == '_' || c == '.';
    if (separator && (out.empty() || out.back() == '-')) continue;
    out.push_back(separator ? '-' : c);
  }
  while (out.ends_with('-')) out.pop_back();
  return out;
}

void add_setup_requirement(DependencyList& list, std::string_view text, Dependency found) {
  Requirement read = parse_requirement(text);
  found.name = std::move(read.name);
  found.constraint = std::move(read.constraint);
  found.placed = read.placed;
  list.add(std::move(found));
}

// The lines of an INI value below its key, one requirement each.
void add_ini_value(DependencyList& list, std::string_view section, std::string_view key,
                   const Dependency& like) {
  const std::string value(list.source.manifest.data[section][key].text());
  const int start = section_line(list.source.text, section, key);
  const auto rows = split_lines(list.source.text);
  // The rows of a value come in its order.
  auto next = static_cast<std::size_t>(std::max(start, 1) - 1);
  for (const std::string_view line : split_lines(value)) {
    const std::string_view text = trim(line);
    if (text.empty() || text.starts_with('#') || text.starts_with("file:")) continue;
    Dependency found = like;
    for (std::size_t i = next; i < rows.size(); ++i) {
      if (!contains(rows[i], text)) continue;
      found.line = static_cast<int>(i) + 1;
      next = i;
      break;
    }
    add_setup_requirement(list, text, std::move(found));
  }
}

void setup_cfg(DependencyList& list) {
  add_ini_value(list, "options", "install_requires", {});
  add_ini_value(list, "options", "setup_requires", {.kind = DependencyKind::build});
  add_ini_value(list, "options", "tests_require", {.kind = DependencyKind::development});
  for (const auto& [extra, value] : list.source.manifest.data["options.extras_require"].members()) {
    add_ini_value(list, "options.extras_require", extra,
                  {.kind = DependencyKind::optional, .group = extra});
  }
}

void setup_py(DependencyList& list) {
  struct Row {
    std::string_view keyword;
    DependencyKind kind;
  };
  constexpr Row kRows[] = {{"install_requires", DependencyKind::runtime},
                           {"setup_requires", DependencyKind::build},
                           {"tests_require", DependencyKind::development}};
  for (const Row& row : kRows) {
    for (const PythonString& one : python_list(list.source.text, row.keyword)) {
      add_setup_requirement(list, one.value, {.kind = row.kind, .line = one.line});
    }
  }
  for (const PythonString& one : python_lists_by_key(list.source.text, "extras_require")) {
    add_setup_requirement(list, one.value,
                          {.kind = DependencyKind::optional, .group = one.key, .line = one.line});
  }
}

std::string_view without_separators(std::string_view text) {
  constexpr std::string_view kSeparators = "-_.";
  while (!text.empty() && contains(kSeparators, text.substr(0, 1))) text.remove_prefix(1);
  while (!text.empty() && contains(kSeparators, text.substr(text.size() - 1)))
    text.remove_suffix(1);
  return text;
}

}  // namespace

std::string purpose_of_requirements(const RepoPath& path) {
  const std::string whole = lower(path.name());
  std::string_view stem = std::string_view(whole).substr(0, whole.rfind('.'));
  for (const std::string_view word : {"requirements", "requirement", "reqs"}) {
    if (stem.starts_with(word)) {
      stem.remove_prefix(word.size());
    } else if (stem.ends_with(word)) {
      stem.remove_suffix(word.size());
    } else {
      continue;
    }
    break;
  }
  stem = without_separators(stem);
  const bool plain =
      among({"base", "prod", "production", "main", "common", "core", "install", "lock"}, stem);
  if (!stem.empty() && !plain) return std::string(stem);
  // docs/requirements.txt
  const std::string_view folder = path.folder();
  const std::string last = lower(folder.substr(folder.rfind('/') + 1));
  const bool aside =
      among({"doc", "docs", "test", "tests", "dev", "ci", "tools", "examples", "benchmarks"}, last);
  return aside ? last : std::string();
}

Requirement parse_requirement(std::string_view text) {
  Requirement found;
  text = trim(text.substr(0, text.find(';')));
  std::size_t end = 0;
  while (end < text.size() && is_name_character(text[end])) ++end;
  std::string_view rest = trim(text.substr(end));
  if (rest.starts_with('[')) {
    const auto close = rest.find(']');
    if (close == std::string_view::npos) return found;
    rest = trim(rest.substr(close + 1));
  }
  // `C:\x` and `https://…` are no names.
  if (end == 0 || (!rest.empty() && !contains("<>=!~@(,^*", rest.substr(0, 1)))) return found;
  found.name = normalised(text.substr(0, end));
  if (rest.starts_with('@')) {
    found.placed = true;
    rest = trim(rest.substr(1));
  } else if (rest.starts_with('(') && rest.ends_with(')')) {
    rest = trim(rest.substr(1, rest.size() - 2));
  }
  found.constraint = rest;
  return found;
}

void setup_dependencies(DependencyList& list) {
  if (list.source.manifest.path.extension() == ".cfg") {
    setup_cfg(list);
  } else {
    setup_py(list);
  }
}

namespace {

// Pinned by a tool for another package's sake: `# via other` below it, and no `# via -r dev.in`.
bool is_pinned_for_another(std::span<const std::string_view> below) {
  bool via = false;
  for (const std::string_view raw : below) {
    const std::string_view line = trim(raw);
    if (!line.starts_with('#')) break;
    std::string_view source = trim(line.substr(1));
    if (source.starts_with("via")) {
      via = true;
      source = trim(source.substr(3));
    }
    const bool file = contains(source, "-r ") || source.ends_with(".in") ||
                      contains(source, "pyproject.toml") || contains(source, "setup.");
    if (via && file) return false;
  }
  return via;
}

}  // namespace

void requirements_dependencies(DependencyList& list) {
  const std::string group = purpose_of_requirements(list.source.manifest.path);
  const auto kind = group.empty() ? DependencyKind::runtime : DependencyKind::development;
  const auto lines = split_lines(list.source.text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string_view line = lines[i];
    if (const auto comment = line.find(" #"); comment != std::string_view::npos) {
      line = line.substr(0, comment);
    }
    line = trim(line);
    if (line.empty() || line.front() == '#') continue;
    const bool pinned = is_pinned_for_another(std::span(lines).subspan(i + 1));
    Dependency found{.kind = pinned ? DependencyKind::indirect : kind,
                     .group = group,
                     .line = static_cast<int>(i) + 1};
    if (const auto egg = line.find("#egg="); egg != std::string_view::npos) {
      found.name = parse_requirement(line.substr(egg + 5, line.find('&', egg) - egg - 5)).name;
      const std::size_t from = line.starts_with("-e") ? 2 : 0;
      found.constraint = trim(line.substr(from, egg - from));
      found.placed = true;
      list.add(std::move(found));
    } else if (line.front() != '-') {
      // Options such as `--hash` may follow on the same line, or a backslash.
      line = trim(line.substr(0, line.find(" --")));
      if (line.ends_with('\\')) line = trim(line.substr(0, line.size() - 1));
      add_setup_requirement(list, line, std::move(found));
    }
  }
}

}  // namespace pawl::repo
