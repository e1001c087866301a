// A path inside a repository, as checked components. A path from a model, a plan, a diff or the
// network becomes a RepoPath before anything else may happen to it; only a RepoPath can be joined
// to a worktree, so `..`, absolute paths, NUL and control characters cannot reach the disk.
#pragma once

#include <compare>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace pawl {

class RepoPath {
 public:
  // Accepts `a/b.c` and `./a//b.c` (normalised). Refuses, with the reason in the error: empty,
  // absolute, drive letters, backslashes, `..`, control and hidden characters, invalid UTF-8,
  // leading or trailing blanks of the whole text, components ending in a dot or a blank, a trailing
  // slash, over 4,096 bytes or 255 a component. `.git` is a matter of policy, not of shape.
  static Result<RepoPath> parse(std::string_view text);

  // For paths git itself reported of a tree: same shape rules, but what git may hold (blanks at
  // ends, backslashes, bytes that are not UTF-8) is allowed.
  static Result<RepoPath> from_git(std::string_view text);

  const std::string& text() const { return text_; }
  std::span<const std::string> components() const { return components_; }
  std::string_view name() const { return components_.back(); }
  // The folder of the path, empty at the root of the repository.
  std::string_view folder() const;
  // The lower-case ending with its dot (`.py`), empty when there is none; `.env` has none.
  std::string extension() const;
  // The text for policy: one for all the names under which file systems of macOS and Windows know
  // the file (base/text/path_alias.hpp), a backslash being a slash.
  std::string folded() const;

  bool operator==(const RepoPath& other) const { return text_ == other.text_; }
  std::strong_ordering operator<=>(const RepoPath& other) const { return text_ <=> other.text_; }

 private:
  RepoPath() = default;
  static Result<RepoPath> build(std::string_view text, bool strict);

  std::string text_;
  std::vector<std::string> components_;
};

// The same for a path as plain text: all before the last slash, empty where there is none.
std::string_view folder_of(std::string_view path);

}  // namespace pawl
