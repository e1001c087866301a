// What the journal of a run says of its parallel nodes, and what a branch came to: for who carries
// them out, and who goes on after a crash.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>

#include "base/event.hpp"
#include "pipeline/definition.hpp"
#include "pipeline/outcome.hpp"
#include "run/events.hpp"
#include "run/run_state.hpp"
#include "runner/group_events.hpp"

namespace pawl::runner {

// How often the fan-out of that group was done, and once more: branches made now are other ones
// than those before.
int turn_of(std::span<const JournalEvent> events, const std::string& group);
// The branches made last; not_found where there are none.
Result<GroupReady> ready_of(std::span<const JournalEvent> events, const std::string& group);
// What fan-ins of the same branches said last of their files, by name, where nothing more is to be
// done about them. What was refused or conflicts is tried again, but for one beside another that
// was picked.
std::map<std::string, GroupMerged> settled_before(std::span<const JournalEvent> events,
                                                  const GroupReady& ready,
                                                  pipeline::MergePolicy policy);

// The process of a branch, once it is gone.
struct GoneBranch {
  std::string path;
  bool cancelled = false;        // because a branch beside it bailed
  std::string over_budget = {};  // why it was ended; empty: it was not, or for another reason
  bool exited = false;           // by itself
  std::string how = {};          // it ended, for people
  std::string said = {};         // its last words; may be empty
};
// `state`: of its journal, where there is one.
pipeline::Outcome outcome_of_gone(const GoneBranch& gone,
                                  const std::optional<run::RunState>& state);
// What the journal of a run counted of a branch so far.
run::Cost counted_before(std::span<const JournalEvent> events, const std::string& run);
// What is to be counted besides; `now` is what the branch says of itself.
run::RunBranchCost cost_since(const std::string& path, const std::string& run,
                              const run::Cost& counted, const run::Cost& now);
// What a branch came to, by its journal; nothing where its process ended without a word.
std::optional<pipeline::Outcome> outcome_of_branch(const run::RunState& state);

}  // namespace pawl::runner
