// The lists of settings.gradle and go.work, which are no data formats.
#include "base/text/text.hpp"
#include "repo/facts/fact_sources.hpp"
#include "repo/manifests/workspace_lists.hpp"

namespace pawl::repo {
namespace {

// `project(':a:b').projectDir = file('c')` of a settings.gradle.
void move_project(std::string_view line, std::vector<WorkspacePattern>& projects) {
  const auto words = quoted_strings(line);
  if (words.size() < 2) return;
  for (WorkspacePattern& project : projects) {
    if (project.name == words[0]) project.glob = words.back();
  }
}

}  // namespace

std::vector<WorkspacePattern> gradle_projects(std::string_view settings) {
  std::vector<WorkspacePattern> projects;
  int number = 0;
  bool goes_on = false;
  for (const std::string_view raw : split_lines(settings)) {
    ++number;
    const std::string_view line = trim(raw.substr(0, raw.find("//")));
    const bool starts = line.starts_with("include ") || line.starts_with("include(") ||
                        line.starts_with("include'") || line == "include";
    if (line.starts_with("project(") && contains(line, ".projectDir")) move_project(line, projects);
    if (!starts && !goes_on) continue;
    for (const std::string_view name : quoted_strings(line)) {
      if (contains(name, "$")) continue;
      std::string_view path = name;
      if (path.starts_with(':')) path.remove_prefix(1);
      projects.push_back(
          {.glob = replace_all(path, ":", "/"),
           .line = number,
           .name = name.starts_with(':') ? std::string(name) : ":" + std::string(name)});
    }
    goes_on = line.ends_with(',') || line.ends_with('(') || line == "include" ||
              (goes_on && line.empty());
  }
  return projects;
}

std::vector<WorkspacePattern> go_work_folders(std::string_view text) {
  std::vector<WorkspacePattern> folders;
  int number = 0;
  bool inside = false;
  for (const std::string_view raw : split_lines(text)) {
    ++number;
    const auto words = split_words(raw.substr(0, raw.find("//")));
    if (words.empty()) continue;
    if (inside) {
      inside = words[0] != ")";
      if (inside) folders.push_back({.glob = std::string(words[0]), .line = number, .name = {}});
    } else if (words[0] == "use" && words.size() > 1) {
      inside = words[1] == "(";
      if (!inside) folders.push_back({.glob = std::string(words[1]), .line = number, .name = {}});
    }
  }
  return folders;
}

}  // namespace pawl::repo
