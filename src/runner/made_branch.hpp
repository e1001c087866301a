// What a branch of a parallel node left: where its work is, and what became of it so far.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pipeline/outcome.hpp"
#include "runner/group_events.hpp"
#include "stages/merging/adopt_change.hpp"
#include "stages/merging/weight.hpp"

namespace pawl::runner {

struct MadeBranch {
  std::string name;
  std::string run;
  std::string folder;                        // its worktree; empty: it is gone
  std::string head;                          // of the worktree; empty: likewise
  std::optional<pipeline::Outcome> outcome;  // nothing: it was never begun
  std::string settled;           // what an earlier fan-in said of its files; empty: nothing
  std::string settled_why = {};  // its reason
  std::int64_t lines = 0;        // that it added and took away
  std::string title;             // of its first commit
  bool changed(const GroupReady& ready) const { return !head.empty() && head != ready.head; }
  // It came to its end, and nothing of it is to be done again.
  bool good() const;
};

// One thing the merge decided, for the journal and for merge.json.
struct MergeNote {
  std::string branch;
  std::string outcome;  // unchanged merged kept conflict refused
  std::string commit;
  std::string reason;
};

struct Merged {
  std::vector<MergeNote> notes;
  std::optional<pipeline::Outcome> bail;  // the group bails with it
};

// Two commits merged in memory, from where both come from.
struct MergedTree {
  std::string tree;
  std::vector<std::string> conflicts;  // paths; empty: there is none
};

// The worktrees of a run and of its branches, as a fan-in needs them. What it decides (fan_in.cpp,
// merge_branches.cpp) sees git and files through this alone, so that it can be tried without them.
class FanInGround {
 public:
  virtual ~FanInGround() = default;

  // What branches wrote among their artifacts becomes artifacts of the run.
  virtual Status collect_artifacts() = 0;
  // Where the work of that branch is: folder, head, lines and title. Its commits are the run's to
  // see from then on. not_found when it is gone, though the branch was good and is not settled.
  virtual Status look(MadeBranch& branch) = 0;

  // ---- commits of the run
  virtual Result<std::string> head() = 0;
  virtual Result<MergedTree> merge(const std::string& ours, const std::string& theirs) = 0;
  // A commit that no branch has.
  virtual Result<std::string> commit_tree(const std::string& tree, const std::string& parent) = 0;
  // As stages::adopted_before.
  virtual Result<std::string> adopted_before(const std::string& step) = 0;
  // As stages::adopt_change, of what is between the two; they may be trees.
  virtual Result<stages::Adopted> adopt(const std::string& step, const std::string& title,
                                        const std::string& from, const std::string& to) = 0;
  // As stages::weigh_change, of what `tree` makes of `head`. Nothing of it is committed.
  virtual Result<stages::Weight> weigh(const std::string& step, const MadeBranch& branch,
                                       const std::string& head, const std::string& tree) = 0;
  // Why what `tree` makes of `head` is not to be had, by the commands of the run; empty: it is.
  virtual Result<std::string> objection(const std::string& head, const std::string& tree) = 0;

  // ---- at the end
  // For people: merge.json, and what is said of it in a pull request.
  virtual Status keep_notes(const std::vector<MadeBranch>& branches, const Merged& merged) = 0;
  // What the run's branch is now, for people.
  virtual Status show() = 0;
  // Both sides go to the target; what to add to the reason.
  virtual Result<std::string> keep_sides(const std::vector<MadeBranch>& branches) = 0;
  // A branch that is done with needs its worktree no more. What is not in the run goes to a rescue
  // ref first.
  virtual Status release(const MadeBranch& branch, bool merged) = 0;
  // Nobody goes on with it: likewise, of all it left.
  virtual Status give_up(const MadeBranch& branch) = 0;
};

}  // namespace pawl::runner
