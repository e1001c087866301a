#include "runner/hold.hpp"

#include "run/run_index.hpp"
#include "runner/select.hpp"

namespace pawl::runner {

Result<store::ProcessLock> DiskShelf::lock(const RunId& run) {
  store::LockHolder self = store::this_process();
  self.run = run.text();
  return store::ProcessLock::acquire(
      ports_.files, layout_.run_lock(run), self, "run " + run.text(),
      {.clock = ports_.clock, .cancel = &ports_.cancel, .patience = patience_});
}

Result<bool> DiskShelf::has_begun(const RunId& run) {
  return run::has_journal(ports_.files, layout_, run);
}

Result<run::RunState> DiskShelf::load(const RunId& run) { return run::load_run(layout_, run); }

bool DiskShelf::is_at_work(const run::RunState& state) { return runner::is_at_work(state); }

Status check_attempt(const Held& held, const RunId& run, int attempt) {
  const int newest = held.state ? held.state->attempt : 0;
  if (newest == attempt) return Done{};
  return fail(Errc::conflict, "the newest attempt of run " + run.text() + " is number " +
                                  std::to_string(newest) + ", not " + std::to_string(attempt));
}

Result<Held> hold(Shelf& shelf, const RunId& run) {
  TRY_ASSIGN(store::ProcessLock lock, shelf.lock(run));
  // Until it was locked another process may have gone on with it.
  TRY_ASSIGN(const bool begun, shelf.has_begun(run));
  if (!begun) return Held{.lock = std::move(lock), .state = {}};
  TRY_ASSIGN(run::RunState state, shelf.load(run));
  return Held{.lock = std::move(lock), .state = std::move(state)};
}

Result<Held> hold_open(Shelf& shelf, const RunId& run) {
  TRY_ASSIGN(Held held, hold(shelf, run));
  if (!held.state || can_resume(*held.state)) return held;
  return fail(Errc::conflict, "run " + run.text() +
                                  " has ended meanwhile; nothing is left to "
                                  "go on with");
}

Result<Held> hold_ended(Shelf& shelf, const RunId& run) {
  TRY_ASSIGN(Held held, hold(shelf, run));
  // Reading it says why there is nothing to be read.
  if (!held.state) {
    TRY_ASSIGN(held.state, shelf.load(run));
  }
  if (!shelf.is_at_work(*held.state)) return held;
  return fail(Errc::conflict, "process " + std::to_string(held.state->pid) + " works on run " +
                                  run.text() + "; wait for its end or stop it");
}

}  // namespace pawl::runner
