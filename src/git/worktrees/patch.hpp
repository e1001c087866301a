// The one way to change a file of a target repository.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "git/change.hpp"
#include "git/worktrees/worktree.hpp"
#include "os/files/root.hpp"

namespace pawl::git {

// Life: begin (the worktree must be clean) → apply → commit(Admitted), or rollback. A transaction
// that is destroyed after apply and before commit rolls back. If the process dies in between,
// Worktree::restore cleans up on resume.
class PatchTransaction {
 public:
  // Errc::conflict when the worktree is not on its branch, or tracked or untracked files differ
  // from HEAD. Ignored files do not count.
  static Result<PatchTransaction> begin(Worktree& worktree);

  // Writes the change: all of it, or nothing (a failure half-way restores the tree and is the
  // error). Where the files of the worktree are held back there is nothing to write. `before` of
  // each file must be what the worktree holds, else Errc::conflict. Modes are
  // kept for modified files. A symlink is written as a file of kSymlinkMode is, and never through;
  // where it points is the judge's matter. Anything outside the root is refused (denied).
  Status apply(const Change& change);
  // One commit of exactly the applied paths, by the bot identity as author and committer, hooks
  // not run, signed where the options of git say so, ignore rules not consulted. Errc::denied when
  // `admitted` was made for another change. Answers the commit id; nothing when the change leaves
  // the tree as it was.
  Result<std::optional<std::string>> commit(const Admitted& admitted, const std::string& message,
                                            Timestamp at);
  // The worktree equals the tree at begin() again, also for new files and folders; ignored files
  // stay if they were there at begin(). Nothing to do when nothing is applied.
  Status rollback();

  PatchTransaction(PatchTransaction&&) noexcept;
  PatchTransaction& operator=(PatchTransaction&&) = delete;
  ~PatchTransaction();

 private:
  PatchTransaction(Worktree& worktree, std::unique_ptr<os::Root> root);

  Status check_shape(const Change& change) const;
  Status check_folder(Change& change) const;
  Status check_untouched() const;
  Status write_files();
  Status restore_files();
  Status restore_by_git();
  Status stage_files(const Change& change);
  Result<std::string> import_commit(const std::string& ref, const Change& change,
                                    const std::string& message, Timestamp at);
  Result<std::string> commit_applied(const std::string& message, Timestamp at);
  Result<std::string> commit_beside(const Change& change, const std::string& message, Timestamp at);
  Result<std::string> sign(const std::string& id, const std::string& message, Timestamp at);

  Worktree* worktree_;
  std::unique_ptr<os::Root> root_;
  bool held_back_ = false;  // no file is on the disk (held_back.hpp): the commit is all there is
  std::string head_;        // the commit at begin
  std::vector<std::string> ignored_;  // paths ignore rules hide, at begin
  std::optional<Change> applied_;     // with the modes that are on disk
  std::string fingerprint_;           // of the change as it was given
};

}  // namespace pawl::git
