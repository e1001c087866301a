// What a branch of a parallel node left: where its work is, and what became of it so far.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runner/fan_in.hpp"

namespace pawl::runner {

struct MadeBranch {
  std::string name;
  std::string run;
  std::string folder;                        // its worktree; empty: it is gone
  std::string head;                          // of the worktree; empty: likewise
  std::optional<pipeline::Outcome> outcome;  // nothing: it was never begun
  std::string settled;     // what an earlier fan-in said of its files; empty: nothing
  std::int64_t lines = 0;  // that it added and took away
  std::string title;       // of its first commit
  bool changed(const GroupReady& ready) const { return !head.empty() && head != ready.head; }
  // It came to its end, and nothing of it is to be done again.
  bool good() const;
};

// In the order of the pipeline. The commits of those that changed files are fetched into the
// worktree of the run.
Result<std::vector<MadeBranch>> made_branches(const FanIn& in);

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

// By the policy of the group. Only branches that are good, changed files and are not settled.
Result<Merged> merge_branches(const FanIn& in, const std::vector<MadeBranch>& branches);

// Two commits merged in memory, from where both come from.
struct MergedTree {
  std::string tree;
  std::vector<std::string> conflicts;  // paths; empty: there is none
};
Result<MergedTree> merge_trees(git::Git& git, const std::string& folder, const std::string& ours,
                               const std::string& theirs);

}  // namespace pawl::runner
