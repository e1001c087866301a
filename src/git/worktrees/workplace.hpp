// Where a coding agent works: the files of one commit, in a folder with a `.git` of its own, so
// that it may use git. The run's own worktree is never given to it. Once it has run, nothing in the
// folder is believed: how it differs from the commit is read by a repository beside it, which the
// agent never saw, and from the bytes on the disk.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/time.hpp"
#include "git/changes.hpp"
#include "git/git.hpp"
#include "git/worktrees/shared_checkout.hpp"
#include "git/worktrees/worktree.hpp"
#include "os/files/files.hpp"
#include "os/files/owner.hpp"
#include "os/sandbox/overlay.hpp"

namespace pawl::git {

class Workplace {
 public:
  struct Setup {
    std::optional<os::Owner> owner = {};  // who its files are given to
    // Files that nobody changes may be shared with other workplaces. Not where agents are not
    // confined, who could change them.
    std::optional<Sharing> sharing = {};
  };
  // A new one at the worktree's HEAD; what was at `folder` before is removed.
  static Result<Workplace> create(const Worktree& worktree, const std::string& folder,
                                  const Setup& setup);
  // The one an earlier process left there; nothing when there is none that was ever handed out.
  static Result<std::optional<Workplace>> find(const Worktree& worktree, const std::string& folder,
                                               const Sharing& sharing);

  // Where the agent works. For a sandbox: nothing in it is touched by path.
  std::string tree() const;
  // Where that is seen; null: it is a folder like any other.
  const std::shared_ptr<const os::Overlay>& overlay() const { return overlay_; }
  // How its files came there, in a few words.
  const std::string& how() const { return how_; }
  // What it reads besides: the objects its repository borrows.
  const std::string& objects() const { return objects_; }
  // The commit it was made of.
  const std::string& head() const { return head_; }
  const std::string& folder() const { return folder_; }

  // What it holds that the commit does not: committed there or not, staged or not, untracked; not
  // what ignore rules hide. Of another commit than its own where one is named. A submodule that
  // files were put into is named as changed: they are part of no commit of this repository.
  Result<ReadChange> change(const std::string& commit = {});
  // A file of it; nothing when there is none. Errors as of os::Root.
  Result<std::optional<std::string>> read(const RepoPath& path, std::size_t bytes_max) const;
  Status remove();

 private:
  Workplace(const Worktree& worktree, std::string folder);
  Status make(const Setup& setup);
  Result<bool> try_to_share(const Setup& setup);
  Status share(const Setup& setup, SharedCheckout shared, ObjectReader& objects);
  Status lay_over(const SharedCheckout& shared, ObjectReader& objects);
  Status mount();
  Status mount_again(const std::string& note, const Sharing& sharing);
  Status check_out(const Setup& setup);
  Status make_own_repository(const std::string& at);
  Status give_to(std::optional<os::Owner> owner, const std::string& at);
  Status forget();
  Status add_inside_submodules(ObjectReader& objects, ReadChange& read) const;
  Git beside() const;
  std::string upper() const;
  Result<std::unique_ptr<os::Root>> root() const;

  const Worktree* worktree_;
  std::string folder_;
  std::string head_;
  std::string objects_;
  std::string how_;
  std::shared_ptr<const SharedCheckout> shared_;  // what lies below, where the files are shared
  std::shared_ptr<const os::Overlay> overlay_;
};

// Work that nobody admitted, kept as a commit under `refs/pawl/rescue/LABEL` of the run's clone,
// and in a target on this machine under `refs/pawl/rescue/RUN/LABEL-ID`.
struct Rescued {
  std::string ref;  // where a person finds it
  std::string commit;
  std::vector<std::string> left;  // printable paths that no commit can hold
};
struct RescuePlan {
  std::string head;  // that the change is made on
  std::string label;
  std::string message;
  Timestamp at;
};
// Nothing to rescue: an empty ref. Doing it twice with the same plan and change is harmless.
Result<Rescued> rescue_change(Worktree& worktree, const ReadChange& read, const RescuePlan& plan);

}  // namespace pawl::git
