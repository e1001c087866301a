// The worktree of one run: a private clone in Pawl's state folder. The target's own folder,
// index, configuration and hooks are never used; objects of local targets are hard-linked, remote
// ones come shallow and without blobs until they are needed.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "git/git.hpp"
#include "git/target.hpp"
#include "os/files/files.hpp"

namespace pawl::git {

// When the files of a worktree come to the disk.
enum class LayOut : std::uint8_t {
  now,
  // When lay_files_out is called. Of a target that is not on this machine they come at once all the
  // same: its objects come with them.
  later,
};

struct WorktreePlan {
  Target target;
  std::string folder;            // where to put it
  std::string base_branch;       // empty: the target's default branch
  std::string branch;            // the run's branch, checked out in the worktree
  std::string base_commit = {};  // of the base branch; empty: its tip
  LayOut files = LayOut::now;
};

class Worktree {
 public:
  // A new private clone at the tip of the base branch, on the run's branch. What a killed attempt
  // left at `folder` is removed first: call this only before work was committed there.
  // not_found when the base branch does not exist (the message lists branches) or the repository
  // is empty.
  static Result<Worktree> create(Git& git, os::Files& files, const WorktreePlan& plan);
  // The worktree a run left; not_found when it is not there or not whole.
  static Result<Worktree> reopen(Git& git, os::Files& files, const WorktreePlan& plan,
                                 const std::string& base_commit);

  const std::string& folder() const { return plan_.folder; }
  const std::string& base_branch() const { return plan_.base_branch; }
  const std::string& branch() const { return plan_.branch; }
  const std::string& base_commit() const { return base_commit_; }
  const Target& target() const { return plan_.target; }
  Git& git() const { return *git_; }
  os::Files& files() const { return *files_; }

  Result<std::string> head() const;
  // Puts the files of HEAD on the disk, where they were to come later: for who reads the folder
  // itself. Nothing to do where they are there.
  Status lay_files_out();
  // Nothing but what HEAD holds is in the folder, ignored files included.
  Result<bool> is_clean() const;
  // Puts tracked, staged and untracked content into refs/pawl/rescue/<label>, and answers its
  // commit; nothing to save gives an empty string.
  Result<std::string> rescue(const std::string& label);
  // Rescues what is not committed, then makes the folder equal HEAD, ignored files removed too.
  Status restore(const std::string& label);
  // Of a run that commits nothing itself: its folder becomes what the base branch is in the target
  // now, and that commit its base. What the folder held besides is lost. conflict when HEAD is not
  // in that branch.
  Status follow_base();
  // Commits of this run: base..HEAD, oldest first.
  Result<std::vector<CommitInfo>> commits() const;
  // A copy of the tracked files of HEAD, without .git, for builds and tests to scribble in.
  Status export_to(const std::string& folder) const;
  // Puts into the target, under refs/pawl/rescue/<name of the folder>/, what of the clone no branch
  // of the target holds: commits of HEAD, what was rescued in the clone, and what is not committed;
  // answers the refs. `landed` as of dispose. denied when that cannot be done.
  Result<std::vector<std::string>> save(os::Files& files, const std::string& landed = {});
  // Removes the clone, as remove_clone (rescue.hpp). Refuses (denied) unless every commit of HEAD
  // is in the target, or was put there under refs/pawl/rescue/ by this call. `landed` is a commit
  // whose work is in the target under another name (a squash): as HEAD it needs no rescue.
  Status dispose(os::Files& files, const std::string& scratch, const std::string& landed = {});

 private:
  Worktree(Git& git, os::Files& files, WorktreePlan plan, std::string base_commit)
      : git_(&git), files_(&files), plan_(std::move(plan)), base_commit_(std::move(base_commit)) {}

  Git* git_;
  os::Files* files_;
  WorktreePlan plan_;
  std::string base_commit_;
};

// What a worktree of a local target is made of: the base branch, or when none is named what a clone
// takes for its remote's default branch if it is here too, then what is checked out, then main,
// then master. Errors as of Worktree::create.
struct Tip {
  std::string branch;
  std::string commit;
};
Result<Tip> local_tip(Git& git, const Target& target, const std::string& base_branch);

// Puts the worktree's HEAD under `branch` in the target, atomically and without running the
// target's hooks: a new branch, or a fast-forward of one this run made (it holds a commit with
// the trailer `Pawl-Run: <run>`). Answers the pushed commit. conflict when the branch exists and
// is somebody else's; denied when the target refuses.
Result<std::string> publish(Worktree& worktree, const std::string& run);
// The same, to another repository: a fork of the target.
Result<std::string> publish_to(Worktree& worktree, const Target& place, const std::string& run);

// Puts the worktree's HEAD under `branch` in `place`, the target or a fork of it, where that has to
// be at `expected`, or at HEAD already; no commit is lost by it. conflict when it is anywhere else;
// denied when the place refuses.
Status publish_over(const Worktree& worktree, const Target& place, const std::string& branch,
                    const std::string& expected);

}  // namespace pawl::git
