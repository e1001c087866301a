#include <algorithm>
#include <set>

#include "base/text/text.hpp"
#include "guards/config/build_texts.hpp"
#include "guards/text/near_miss.hpp"
#include "index/resolver.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

const index::NameSet& own_commands() {
  return index::embedded_names("languages/cmake-commands.txt");
}

// The command of CMake it was meant for; empty when it may be somebody's own.
std::string meant_command(const std::string& name) {
  const index::NameSet& known = own_commands();
  if (name.starts_with('_') || known.count(name) > 0) return {};
  std::string best;
  for (const std::string& each : known) {
    if (near_miss(name, each) && (best.empty() || each < best)) best = each;
  }
  return best;
}

bool is_cmake_text(std::string_view path) {
  return path.ends_with("CMakeLists.txt") || path.ends_with(".cmake") ||
         path.ends_with(".cmake.in");
}

// Functions and macros are defined in one text and called in others.
bool is_known_elsewhere(const repo::RepoView& head, std::string_view path, std::string_view name) {
  const auto files = head.files();
  return std::any_of(files.begin(), files.end(), [&](const repo::Entry& each) {
    const std::string& other = each.path.text();
    if (other == path || !is_cmake_text(other)) return false;
    const auto text = head.text(other);
    return text && contains_folded(*text, name);
  });
}

}  // namespace

BuildFaults slipped_cmake_commands(const git::FileChange& file, const repo::RepoView& head) {
  BuildFaults out;
  std::set<std::string> seen;
  for (const CMakeCommand& each : cmake_commands(*file.after)) {
    if (!seen.insert(each.name).second || own_commands().count(each.name) > 0) continue;
    if (file.before && contains_folded(*file.before, each.name)) continue;
    const std::string meant = meant_command(each.name);
    if (meant.empty() || is_known_elsewhere(head, file.path.text(), each.name)) continue;
    // `function(add_tests)` of the same text.
    const auto times = [&](std::string_view head_of) {
      return contains_folded(*file.after, std::string(head_of) + each.name);
    };
    if (times("function(") || times("function (") || times("macro(") || times("macro (")) continue;
    out.push_back({"config-syntax/unknown-command", each.row,
                   "no command of CMake: " + printable(each.name, 60) + "; meant is " + meant});
  }
  return out;
}

}  // namespace pawl::guards
