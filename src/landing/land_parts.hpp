// The parts of landing/land.hpp.
#pragma once

#include <functional>

#include "base/event.hpp"
#include "forge/forge.hpp"
#include "landing/events.hpp"
#include "landing/ground.hpp"
#include "landing/land.hpp"
#include "landing/landed.hpp"

namespace pawl::landing {

// What one landing is about.
struct Task {
  const LandOptions& options;
  std::string run;
  EventSink& events;  // of the run, as is `journal`
  const run::StateSource& journal;
  std::function<std::vector<LandVerified>()> verified_before;  // of the same run
  const Wish& wish;
  forge::Forge& forge;
  Ground& ground;
  os::Clock& clock;
  const os::Cancel& cancel;
};

void doing(const Task& task, std::string_view what);

// How it ended without having landed. Also an event of the run.
Result<Landing> ended(const Task& task, Landing landing, LandEnd end, std::string reason,
                      std::string way_out = {});
// Notes that the work has landed, as it was proven to.
Result<Landing> landed(const Task& task, Landing landing, const LandedFact& fact, LandEnd end);

// Onto a branch of a repository on this machine.
Result<Landing> land_on_branch(const Task& task);
// By the pull request of the run, at a forge elsewhere.
Result<Landing> land_pull(const Task& task);

// What keeps work from landing.
struct Objection {
  LandEnd end = LandEnd::refused;
  std::string reason;
  std::string way_out;
};
// That the run bailed, failed or was stopped: it has half of what was wanted.
std::optional<Objection> objection_to_run(const Task& task);
// Of an open pull request: that it is a draft, its reviews, its checks, that it does not merge.
// `verified_here`: its result is merged, built and tested on this machine, where nobody else does
// it.
Result<std::optional<Objection>> objection_to(const Task& task, const forge::Pull& pull,
                                              bool verified_here);

}  // namespace pawl::landing
