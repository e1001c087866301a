// The parts of landing/land.hpp.
#pragma once

#include "forge/forge.hpp"
#include "git/worktrees/trial.hpp"
#include "landing/land.hpp"
#include "landing/landed.hpp"
#include "landing/run_in_hand.hpp"

namespace pawl::landing {

// What one landing is about.
struct Task {
  const Ports& ports;
  const LandOptions& options;
  RunInHand& run;
  const git::Target& repository;
  const Wish& wish;
  forge::Forge& forge;
  std::string scratch;  // of the run
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
