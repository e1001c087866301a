#include "guards/config/build_texts.hpp"

#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "syntax/language.hpp"

namespace pawl::guards {
namespace {

using BuildReader = BuildFaults (*)(std::string_view text);

bool is_dockerfile_name(std::string_view name) {
  if (name.ends_with(".dockerfile")) return true;
  for (const std::string_view start : {"dockerfile", "containerfile"}) {
    if (!name.starts_with(start)) continue;
    const std::string_view rest = name.substr(start.size());
    if (rest.empty()) return true;
    // Templates, and the list of what is left out.
    const bool other =
        among({".dockerignore", ".in", ".j2", ".jinja", ".jinja2", ".erb", ".tmpl", ".tpl",
               ".template", ".m4", ".md", ".txt", ".sh", ".py", ".yml", ".yaml", ".json"},
              rest.substr(std::min(rest.rfind('.'), rest.size())));
    return rest.front() == '.' && !other;
  }
  return false;
}

BuildReader build_reader_of(const RepoPath& path) {
  const std::string name = lower(path.name());
  if (name == "go.mod" || name == "go.work") return &faults_in_go_mod;
  if (name == "makefile" || name == "gnumakefile" || name.ends_with(".mk")) {
    return &faults_in_makefile;
  }
  if (name == "cmakelists.txt" || name.ends_with(".cmake")) return &faults_in_cmake;
  // `dockerfile.go` may be a program.
  if (is_dockerfile_name(name) && !syntax::kind_of(path, {}).language) return &faults_in_dockerfile;
  if (name == "pom.xml") return &faults_in_pom;
  if (name.ends_with(".csproj") || name.ends_with(".fsproj") || name.ends_with(".vcxproj")) {
    return &faults_in_project_xml;
  }
  return nullptr;
}

// A line that is `@NAME@` alone.
bool has_lone_mark(std::string_view text) {
  for (const std::string_view raw : split_lines(text)) {
    const std::string_view line = trim(raw);
    if (line.size() > 2 && line.front() == '@' && line.back() == '@' &&
        std::all_of(line.begin() + 1, line.end() - 1, is_word)) {
      return true;
    }
  }
  return false;
}

// Filled in by another tool before the build tool reads it.
bool is_build_template(std::string_view text) {
  for (const std::string_view mark : {"{{", "{%", "<%", "@PACKAGE_INIT@"}) {
    if (contains(text, mark)) return true;
  }
  return has_lone_mark(text);
}

}  // namespace

bool is_build_text(const RepoPath& path) { return build_reader_of(path) != nullptr; }

bool is_cmake(const RepoPath& path) { return build_reader_of(path) == &faults_in_cmake; }

bool stops_at_first_fault(const RepoPath& path) {
  const BuildReader read = build_reader_of(path);
  return read == &faults_in_cmake || read == &faults_in_project_xml;
}

BuildFaults faults_in_build_text(const RepoPath& path, std::string_view text) {
  const BuildReader read = build_reader_of(path);
  if (read == nullptr || is_build_template(text)) return {};
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (text.starts_with(kMark)) text.remove_prefix(kMark.size());
  return read(text);
}

}  // namespace pawl::guards
