// A recorded run, run again: from its base commit, with the answers its models gave, into a state
// folder of its own. Neither the target nor what Pawl keeps of it is changed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "base/text/line_diff.hpp"
#include "llm/records/replay.hpp"
#include "runner/run.hpp"

namespace pawl::runner {

struct ReplayOptions {
  std::string run;           // its id, or an unambiguous beginning
  std::string from;          // the first stage that is run again; empty: all of them
  std::string model;         // asked in place of the recorded answers; empty: they are played
  std::string state_folder;  // of the replay; absent or empty
};

// One subtask, as it ended then and now.
struct SubtaskPair {
  std::string id;
  std::string then;         // its status; empty when the plan had no such subtask
  std::string now;          // likewise
  std::string commit_then;  // empty when there is none
  std::string commit_now;
  bool same_tree = false;      // of commits whose ids differ: what they hold is the same
  bool same_unsigned = false;  // and all else but signatures, of theirs and of those before them
  std::string reason_now;      // why it failed or was skipped
  // The recorded run did not come to its end here, so there is nothing to compare.
  bool open_then = false;

  bool same() const;
};

struct ReplayEnd {
  run::RunState recorded;
  run::RunState replayed;
  std::string plan_then;  // the plan's bytes; empty when there is none
  std::string plan_now;
  std::vector<SubtaskPair> subtasks;       // in the order of the plan
  std::vector<llm::Divergence> questions;  // asked in other words, or not at all
  std::vector<std::string> unasked;        // recorded questions nobody asked

  // No error ended the replay before its time; of runs without a plan: for the same reason.
  bool ended_alike() const;
  // Plan and commits are the same to the byte; a signature is no part of a commit here.
  bool same() const;
  std::optional<LineDifference> plan_difference() const;
};

// not_found: no such run, or its base commit is gone. invalid: no such stage, or a run that never
// came as far as a worktree. denied: the folder holds something.
Result<ReplayEnd> replay(const RunPorts& ports, const ReplayOptions& options);

Json to_json(const ReplayEnd& end);

}  // namespace pawl::runner
