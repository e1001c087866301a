#include "git/worktrees/snapshot.hpp"

#include <algorithm>

#include "base/text/text.hpp"

namespace pawl::git {
namespace {

// The last field of a line of porcelain v2, whose kind says how many fields come before it.
std::string path_of_line(std::string_view line) {
  std::size_t fields = 1;
  if (line.front() == '1') fields = 8;
  if (line.front() == 'u') fields = 10;
  for (; fields > 0; --fields) {
    const auto blank = line.find(' ');
    if (blank == std::string_view::npos) break;
    line.remove_prefix(blank + 1);
  }
  return std::string(line);
}

}  // namespace

Result<Snapshot> look_at(Worktree& worktree) {
  Git::Run run{
      .folder = worktree.folder(),
      .args = {"status", "--porcelain=v2", "--branch", "-z", "--untracked-files=all", "--ignored",
               "--no-ahead-behind", "--no-renames", "--ignore-submodules=dirty"}};
  // Lets git note which files it has compared; nobody else works in the clone.
  run.environment.emplace_back("GIT_OPTIONAL_LOCKS", "1");
  TRY_ASSIGN(const std::string out, worktree.git().output(run));
  Snapshot snapshot;
  constexpr std::string_view kOid = "# branch.oid ";
  constexpr std::string_view kHead = "# branch.head ";
  for (const std::string_view line : split(out, '\0')) {
    if (line.starts_with(kOid)) {
      snapshot.head = line.substr(kOid.size());
    } else if (line.starts_with(kHead)) {
      snapshot.branch = line.substr(kHead.size());
    } else if (line.starts_with("! ")) {
      snapshot.ignored.push_back(path_of_line(line));
    } else if (!line.empty() && line.front() != '#') {
      snapshot.changed.push_back(path_of_line(line));
    }
  }
  std::sort(snapshot.ignored.begin(), snapshot.ignored.end());
  return snapshot;
}

}  // namespace pawl::git
