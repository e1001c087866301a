#include "guards/references/named_files.hpp"

#include <algorithm>
#include <array>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/references/name_readers.hpp"

namespace pawl::guards {
namespace {

using NameReader = void (*)(NameCollector&);

struct NameReaderRow {
  std::string_view name;  // of the file, in lower case
  NameReader read;
};

constexpr auto kReaders = std::to_array<NameReaderRow>({
    {"package.json", read_package_json},
    {"pyproject.toml", read_pyproject},
    {"setup.cfg", read_python_ini},
    {"setup.py", read_setup_py},
    {"manifest.in", read_manifest_in},
    {"pytest.ini", read_python_ini},
    {"tox.ini", read_python_ini},
    {"cargo.toml", read_cargo},
    {"go.mod", read_go_mod},
    {"go.work", read_go_mod},
    {"pom.xml", read_pom},
    {"mkdocs.yml", read_mkdocs},
    {"mkdocs.yaml", read_mkdocs},
    {"makefile", read_makefile},
    {"gnumakefile", read_makefile},
    {"cmakelists.txt", read_cmake},
    {"codeowners", read_codeowners},
    {".pre-commit-config.yaml", read_pre_commit},
    {".pre-commit-config.yml", read_pre_commit},
    {".gitlab-ci.yml", read_gitlab_ci},
    {"action.yml", read_action},
    {"action.yaml", read_action},
});

bool is_yaml_name(std::string_view name) {
  return name.ends_with(".yml") || name.ends_with(".yaml");
}

bool is_dockerfile(std::string_view name) {
  return name == "dockerfile" || name == "containerfile" || name.starts_with("dockerfile.") ||
         name.ends_with(".dockerfile");
}

// Not as a part of a longer name.
bool contains_whole(std::string_view line, std::string_view name) {
  for (std::size_t at = line.find(name); at != std::string_view::npos;
       at = line.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool begins = at == 0 || !is_word(line[at - 1]);
    if (begins && (end == line.size() || !is_word(line[end]))) return true;
  }
  return false;
}

// Of most files the ending alone says that nobody reads names from them; a tree has many.
bool may_name(std::string_view name) {
  static constexpr auto kEndings =
      fixed_words("json", "toml", "cfg", "ini", "mod", "work", "xml", "yml", "yaml", "txt", "cmake",
                  "rst", "md", "markdown", "dockerfile", "sh", "bash");
  const auto dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return true;
  if (name == "setup.py" || name == "MANIFEST.in") return true;
  if (name.front() == 'D' || name.front() == 'd') return true;
  const std::string_view ending = name.substr(dot + 1);
  return std::any_of(kEndings.begin(), kEndings.end(), [&](std::string_view known) {
    return known.size() == ending.size() && equal_folded(known, ending);
  });
}

NameReader reader_of(const RepoPath& path) {
  if (!may_name(path.name())) return nullptr;
  const std::string name = lower(path.name());
  for (const NameReaderRow& row : kReaders) {
    if (row.name == name) return row.read;
  }
  if (name.ends_with(".sh") || name.ends_with(".bash")) return read_shell_script;
  if (name.starts_with("tsconfig") && name.ends_with(".json")) return read_tsconfig;
  if (name.ends_with(".rst")) return read_rst;
  if (name.ends_with(".md") || name.ends_with(".markdown")) return read_markdown_commands;
  if (name.ends_with(".cmake")) return read_cmake;
  if (name.starts_with("requirements") && name.ends_with(".txt")) return read_requirements;
  if (is_dockerfile(name) && !name.ends_with(".dockerignore")) return read_dockerfile;
  if (name.find('.') == std::string::npos) return read_unmarked_script;
  if (!is_yaml_name(name)) return nullptr;
  const std::string folder = lower(path.folder());
  if (folder == ".github/workflows") return read_workflow;
  if (folder == ".github" && name.starts_with("dependabot.")) return read_dependabot;
  if (name.starts_with("docker-compose") || name.starts_with("compose.")) return read_compose;
  return nullptr;
}

}  // namespace

bool names_files(const RepoPath& path) {
  return reader_of(path) != nullptr || (may_name(path.name()) && has_tool_keys(path));
}

NamedThings named_things(const RepoPath& path, std::string_view text) {
  const NameReader read = reader_of(path);
  NameCollector collector(path, text);
  if (read != nullptr) read(collector);
  if (may_name(path.name())) read_tool_keys(collector);
  return collector.take();
}

int line_naming(std::string_view text, std::string_view key, std::string_view written) {
  const std::string_view last = key.substr(key.rfind('.') + 1);
  int row = 0;
  int first = 0;
  for (const std::string_view line : split_lines(text)) {
    ++row;
    if (!contains_whole(line, written)) continue;
    if (contains(line, last)) return row;
    if (first == 0) first = row;
  }
  return first;
}

}  // namespace pawl::guards
