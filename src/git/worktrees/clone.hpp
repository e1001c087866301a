// Making the private clone of a run, and speaking with the repository it came from.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "git/git.hpp"
#include "git/worktrees/worktree.hpp"
#include "os/files/files.hpp"

namespace pawl::git {

struct Cloned {
  std::string base_branch;
  std::string base_commit;
};

// The base branch of that plan, if a clone of it could be made and its branch be new; makes
// nothing. not_found when the base branch is not there (the message lists branches) or the
// repository is empty, invalid when plan.branch is the base or, where it is given, there already.
Result<std::string> check_plan(Git& git, const WorktreePlan& plan);

// Clones into plan.folder (which must not exist) and checks the run's branch out there.
Result<Cloned> make_clone(Git& git, os::Files& files, const WorktreePlan& plan);

// Brings the clone at plan.folder, and the run's branch checked out there, to where its base branch
// is in the target now; answers that commit. Everything in the folder that HEAD does not hold is
// lost. conflict when HEAD holds commits that the base branch has not.
Result<std::string> bring_forward(Git& git, const WorktreePlan& plan);

// A look into a target that is not on this machine: its base branch, with the trees of its tip, at
// plan.folder (which must not exist), where nothing is checked out. not_found as of check_plan.
Result<Tip> clone_tip(Git& git, os::Files& files, const WorktreePlan& plan);
// A file of it by its object, asked of the target where the look did not bring it. Nothing when it
// is larger.
Result<std::optional<std::string>> blob_of_tip(Git& git, const Target& target,
                                               const std::string& folder, const std::string& object,
                                               std::size_t bytes_max);

struct RemoteRef {
  std::string commit;
  std::string name;
};
// What the target has now, in the order it reports it; of a pattern when one is given. A symbolic
// HEAD is the first, with the name of its branch in `commit` after `ref: `.
Result<std::vector<RemoteRef>> remote_refs(Git& git, const Target& target,
                                           const std::vector<std::string>& patterns);

// Brings refs of the target, with all that they hold, into the repository at `folder`. not_found
// when one of them is not there.
struct Fetch {
  std::string folder;
  std::vector<std::string> refspecs;
};
Status fetch_from(Git& git, const Target& target, const Fetch& fetch);

// Pushes `<commit>:<ref>` pairs from the clone at `folder`, all of them or none, without hooks.
// `leases` are `<ref>:<commit>` (an empty commit: must not exist). Done where the refs are there
// afterwards, whoever brought them. conflict when a lease does not hold or it is no fast-forward,
// denied when the target refuses.
struct Push {
  std::string folder;
  std::vector<std::string> refspecs;
  std::vector<std::string> leases;
};
Status push_to(Git& git, const Target& target, const Push& push);

}  // namespace pawl::git
