// A walk under way: what is begun next, what is recorded when, and when it ends. Who does the work
// of the nodes is behind an interface, so that this can be tried without processes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/event.hpp"
#include "os/cancel.hpp"
#include "os/clock.hpp"
#include "pipeline/walk.hpp"
#include "run/run_state.hpp"

namespace pawl::runner {

struct EndedBranch {
  std::string path;
  pipeline::Outcome outcome;
  Milliseconds took{0};
};

// Does what nodes are for. An Error ends the walk.
class NodeWorker {
 public:
  virtual ~NodeWorker() = default;

  // Asked before each step: an Error where the run is to stop.
  virtual Status go_on() = 0;
  virtual std::string_view phase_of(const pipeline::Node& stage) = 0;
  virtual Result<pipeline::Outcome> stage(const pipeline::StageToRun& one) = 0;
  virtual Result<pipeline::Outcome> fan_out(const pipeline::StageToRun& one,
                                            const std::string& group) = 0;
  virtual Result<pipeline::Outcome> fan_in(const pipeline::StageToRun& one,
                                           const std::string& group,
                                           const pipeline::WalkState& walked) = 0;
  // A branch of a parallel node is begun, and goes on by itself. An outcome: it may not begin, and
  // that is what it came to.
  virtual Result<std::optional<pipeline::Outcome>> start(const std::string& path) = 0;
  // It is to end; `wait` says when it has.
  virtual void cancel(const std::string& path) = 0;
  virtual bool busy() const = 0;  // a branch is under way
  // The next branch that ended; nothing after a moment.
  virtual Result<std::optional<EndedBranch>> wait(Milliseconds moment) = 0;
};

struct WalkPorts {
  EventSink& events;
  const run::StateSource& journal;  // of the same run
  os::Clock& clock;
  const os::Cancel& cancel;
  NodeWorker& worker;
};

// From where `walked` is to the end of the pipeline. Each step is in the journal before and after
// it is done.
Result<pipeline::Outcome> walk_to_end(const pipeline::Definition& pipeline,
                                      pipeline::WalkState walked, const WalkPorts& ports);

}  // namespace pawl::runner
