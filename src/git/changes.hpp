// What lies between two states of a repository, as a Change: commits, the index, the worktree, a
// patch. Nothing is written to the repository.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "git/change.hpp"
#include "git/git.hpp"
#include "git/objects/object_reader.hpp"
#include "os/files/root.hpp"

namespace pawl::git {

// A side of one path in git's terms.
struct RawSide {
  std::uint32_t mode = 0;  // 0: the path is not there
  std::string object;      // empty: not in the object database, but in the worktree
};
struct RawEntry {
  std::string path;
  RawSide before;
  RawSide after;
};
// The output of `git diff-tree|diff-index -r -z --raw --no-renames --no-abbrev`.
Result<std::vector<RawEntry>> parse_raw_diff(std::string_view output);

// A side of a file that is too large to be held and judged. Its text in the change is a stand-in
// that reads as binary.
struct Unread {
  std::string path;  // printable
  bool after = false;
  std::uint64_t size = 0;
};

// What no honest change holds, and what cannot be put into a Change for that.
enum class UnsafeKind : std::uint8_t {
  path,         // no RepoPath can hold it
  behind_link,  // git says so of a path of a patch
  mode,         // bits beyond those git writes
  tree,         // a tree object that git would not have made
};
struct Unsafe {
  UnsafeKind kind = UnsafeKind::path;
  std::string path;  // printable
  std::string why;   // one line
};

struct ReadChange {
  Change change;  // a symlink's text is where it points, its mode 0120000
  // Only of what the change brings: what was there before stays as it is.
  std::vector<Unsafe> unsafe;
  std::vector<Unread> unread;
};

// What of a change is held in memory: ReadLimits, and no more files than these.
inline constexpr std::size_t kChangedFilesMax = 200'000;

// The tree without files, which git knows without having it.
inline constexpr const char* kEmptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

// `base` and `head` name commits or trees.
Result<ReadChange> change_between(ObjectReader& objects, const std::string& base,
                                  const std::string& head);
// The index against a commit. `index_file`: the index a running `git commit` prepares; empty: the
// repository's own.
Result<ReadChange> staged_change(Git& git, ObjectReader& objects, const std::string& folder,
                                 const std::string& base, const std::string& index_file);
// The files of the worktree against a commit: staged, unstaged and untracked, not the ignored. What
// counts are the bytes on the disk (worktree_files.hpp).
Result<ReadChange> worktree_change(Git& git, ObjectReader& objects, const std::string& folder,
                                   const std::string& base);
// The same of files that `root` knows, whose path is another's for this process.
Result<ReadChange> worktree_change(Git& git, ObjectReader& objects, const os::Root& root,
                                   const std::string& base);
// A patch (`git diff` or mail format) on a commit, by its id. `scratch` is an empty folder; what
// git writes goes there. Errc::invalid when the patch does not apply, with git's message. A patch
// that names what no patch may (patch_names.hpp) is not applied: it is what is unsafe.
Result<ReadChange> patch_change(Git& git, const std::string& folder, const std::string& base,
                                const std::string& patch, const std::string& scratch);

// The change of each entry, contents read.
Result<ReadChange> read_change(ObjectReader& objects, const std::vector<RawEntry>& entries);

}  // namespace pawl::git
