// Which files of a worktree differ from a commit. The bytes on the disk are compared with the
// blobs: no filter, no conversion and no program is run for it, and submodules are not looked into.
// What the index notes of a file's times saves reading it.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "git/changes.hpp"
#include "git/objects/object_reader.hpp"
#include "git/objects/tree.hpp"
#include "os/files/root.hpp"

namespace pawl::git {

struct WorktreeFiles {
  // Tracked files that are not known to be as the base has them, and untracked ones that no rule
  // ignores. The side after is empty: it lies on the disk. Only a file that a sparse checkout
  // leaves out has one, and a submodule: that of the index, or without a commit for a repository
  // that is not tracked.
  std::vector<RawEntry> entries;
  bool trusts_modes = true;           // core.fileMode
  std::set<std::string> unreachable;  // gone: what was a folder on the way is a symlink, or nothing
};

// `root` is the top of the worktree, `base` a commit or tree. A file whose lines end in CR LF where
// those of the blob end in LF does not differ where the repository's attributes or core.autocrlf
// say that it is converted.
Result<WorktreeFiles> differing_files(Git& git, ObjectReader& objects, const os::Root& root,
                                      const std::string& base);

// What the index says of a path.
struct IndexEntry {
  TreeNode node;
  int stage = 0;
  long long ctime_seconds = 0, ctime_nanoseconds = 0;
  long long mtime_seconds = 0, mtime_nanoseconds = 0;
  unsigned long long inode = 0;
  unsigned long long size = 0;  // the low 32 bits
  bool left_out = false;        // by a sparse checkout
};
// What git lists of a worktree, each as git stores it.
struct Listed {
  std::vector<std::pair<std::string, IndexEntry>> index;  // a path in conflict once a stage
  std::vector<std::string> untracked;                     // a repository of its own ends in `/`
};
// The output of `git ls-files -z -t --stage --debug --others`. Errc::io when it is something else.
Result<Listed> parse_listed(std::string_view output);

}  // namespace pawl::git
