// A change to a repository: for every path what it was and what it becomes. It does not say who
// made it; guards look at nothing else.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/text/repo_path.hpp"

namespace pawl::judge {
class Judge;
}

namespace pawl::git {

enum class Action : std::uint8_t { create, modify, remove };
std::string_view to_string(Action action);

inline constexpr std::uint32_t kSymlinkMode = 0120000;
inline constexpr std::uint32_t kSubmoduleMode = 0160000;

struct FileChange {
  RepoPath path;
  Action action = Action::modify;  // derived from the tree, never from what a model says
  std::optional<std::string> before;
  std::optional<std::string> after;
  std::uint32_t mode_before = 0644;
  // 0644 or 0755; kSymlinkMode of a symlink, whose text is where it points.
  std::uint32_t mode_after = 0644;

  bool operator==(const FileChange&) const = default;
};

// The commit of another repository that a path names. What it holds is not part of the change.
struct SubmoduleChange {
  RepoPath path;
  std::optional<std::string> before;  // commit ids
  // Empty text: a repository in the worktree, which `git add` would make a submodule of.
  std::optional<std::string> after;

  bool operator==(const SubmoduleChange&) const = default;
};

struct Change {
  std::vector<FileChange> files;  // sorted by path, each path once
  // Likewise. A path that turns from one into the other is in both.
  std::vector<SubmoduleChange> submodules = {};

  bool empty() const { return files.empty() && submodules.empty(); }
  const FileChange* find(const RepoPath& path) const;
  // Of paths, modes and contents: what a set of rulings was made for.
  std::string fingerprint() const;

  bool operator==(const Change&) const = default;
};

// The rulings on one change. Only the judge makes one, and only for a change nothing refused;
// PatchTransaction::commit wants it, so an unguarded commit does not compile.
class Admitted {
 public:
  const std::string& change_fingerprint() const { return change_fingerprint_; }
  const std::vector<std::string>& guards() const { return guards_; }

 private:
  friend class judge::Judge;
  Admitted(std::string fingerprint, std::vector<std::string> guards)
      : change_fingerprint_(std::move(fingerprint)), guards_(std::move(guards)) {}

  std::string change_fingerprint_;
  std::vector<std::string> guards_;  // ids of the guards that looked
};

}  // namespace pawl::git
