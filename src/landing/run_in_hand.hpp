// A run that nobody works on, held by its lock, with its journal open.
#pragma once

#include <memory>

#include "landing/landing.hpp"
#include "runner/run_journal.hpp"
#include "store/lock.hpp"

namespace pawl::landing {

struct RunInHand {
  RunId id;
  store::ProcessLock lock;
  std::unique_ptr<runner::RunJournal> journal;
  run::RunState state() const { return journal->state(); }
};

// conflict when a process works on it, or has its lock for longer than a moment.
Result<RunInHand> take_run(const Ports& ports, const RunId& id);

}  // namespace pawl::landing
