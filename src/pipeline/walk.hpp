// The walk over a pipeline, without a process, a clock or a file: events record what happened to
// its stages, and `next` says what is to be done now. The same events always lead to the same
// answer, so a walk that died goes on from its journal.
//
// A node has a path: the names from the root, `/` between them; the children of a loop stand below
// the number of their round (`repair@2/check`).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/definition.hpp"
#include "pipeline/outcome.hpp"

namespace pawl::pipeline {

// A stage of the walk that was begun at least once.
struct StageRecord {
  enum class Status : std::uint8_t {
    pending,  // to be run (again)
    running,
    lost,   // it ran when its process ended, and may not be run twice
    ended,  // outcome says how
  };
  Status status = Status::running;
  int attempt = 1;  // goes on counting where a stage asked to be tried again
  Outcome outcome = {};
  Timestamp again_at = {};  // of a stage that asked for that
  bool operator==(const StageRecord&) const = default;
};

struct WalkState {
  std::map<std::string, StageRecord, std::less<>> stages;  // by path
  bool operator==(const WalkState&) const = default;
};

// What of a node is to be run.
enum class Part : std::uint8_t {
  stage,
  fan_out,  // of a parallel node: its branches are made ready
  branch,   // the whole of a child of a parallel node, in a process and with a walk of its own
  fan_in,   // of a parallel node: always once no branch is under way; its outcome is the node's
};

struct StageToRun {
  const Node* node = nullptr;  // of the definition
  Part part = Part::stage;
  std::string path;
  int attempt = 1;
};

struct Next {
  std::vector<StageToRun> run;      // may be begun now, all of them; none of them runs yet
  std::vector<std::string> cancel;  // running stages that are no longer wanted
  std::optional<Timestamp> wake;    // nothing else to do before that
  std::optional<Outcome> end;       // nothing runs and nothing is to be run: so the run ends
};

// ---- events

void stage_began(WalkState& state, const std::string& path, int attempt);
void stage_ended(WalkState& state, const std::string& path, const Outcome& outcome, Timestamp at);
// Another process goes on. What ran, failed, waited or did only a part is to be run again, and with
// it all that came after it, but for stages that may not run twice. `named` is a stage to go on at
// instead, whatever became of it (of a parallel node: its fan-out); empty: what the outcomes say.
// not_found when it was not begun before; the message names those that were.
Status resumed(const Definition& definition, WalkState& state, const std::string& named = {});

// ---- the answer

Next next(const Definition& definition, const WalkState& state, Timestamp now);

// What the branches of a parallel node came to, by its policy: for the end of its fan-in. The
// gravest bail that was no cancelling speaks for all of them (security and secrets before a
// reviewer, that before the rest, else the first), with the reasons of the others behind it;
// branches that were cancelled do not count. Where all have to bail and some did not, the node is
// done, and says who bailed.
Outcome joined(const Node& group, const std::string& path, const WalkState& state);

}  // namespace pawl::pipeline
