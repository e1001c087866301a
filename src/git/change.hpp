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

struct Change {
  std::vector<FileChange> files;  // sorted by path, each path once

  bool empty() const { return files.empty(); }
  const FileChange* find(const RepoPath& path) const;
  // Of paths, modes and contents: what a set of rulings was made for.
  std::string fingerprint() const;
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
