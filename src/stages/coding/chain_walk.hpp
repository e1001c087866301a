// The walk over a chain of runs: what src/chain says of its journal is carried out here. Its runs
// and its agent stand behind interfaces, so that it can be tried without processes.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "chain/chain.hpp"
#include "os/cancel.hpp"
#include "os/clock.hpp"
#include "stages/coding/child_runs.hpp"
#include "stages/coding/handoff_turn.hpp"

namespace pawl::stages {

// Where the agent of a chain is asked, and where the plans of its steps lie.
class ChainDesk {
 public:
  virtual ~ChainDesk() = default;

  struct Question {
    int step = 1;
    std::optional<std::string>
        rolling;          // what was left before the last step; nothing: it is the first
    std::string history;  // of each step before, what it was for and what became of it
    chain::Spent most;    // of the chain's own run, with what it has used
  };
  // What comes next.
  virtual Result<HandoffAnswer> ask(const Question& question) = 0;

  virtual Result<std::optional<std::string>> read(std::string_view name) = 0;
  // Answers the text as it is kept: without secrets.
  virtual Result<std::string> write(std::string_view name, const std::string& text) = 0;
  virtual std::string path(std::string_view name) const = 0;
  // What it does now, for people.
  virtual Status say(std::string text) = 0;
};

struct ChainTask {
  std::string run;  // its own id, for words
  chain::Definition definition;
  EventSink& events;
  const run::StateSource& journal;  // of the same run
  os::Clock& clock;
  const os::Cancel& cancel;
  ChildRuns& children;
  ChainDesk& desk;
};

// From where its journal, which says `before`, is to its end.
Result<Outcome> walk_chain(const ChainTask& task, std::span<const JournalEvent> before);

// A budget, as settings and as chains count it; 0: no limit.
config::Limits limits_of(const chain::Spent& left);
chain::Spent spent_of(const config::Limits& limits);

}  // namespace pawl::stages
