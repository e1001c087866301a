#include "landing/run_in_hand.hpp"

#include "run/run_index.hpp"
#include "runner/select.hpp"
#include "store/journal.hpp"

namespace pawl::landing {

Result<RunInHand> take_run(const Ports& ports, const RunId& id) {
  store::LockHolder self = store::this_process();
  self.run = id.text();
  TRY_ASSIGN(store::ProcessLock lock,
             store::ProcessLock::acquire(ports.world.files, ports.layout.run_lock(id), self,
                                         "run " + id.text()));
  TRY_ASSIGN(run::RunState state, run::load_run(ports.layout, id));
  if (runner::is_at_work(state)) {
    return fail(Errc::conflict, "process " + std::to_string(state.pid) + " works on run " +
                                    id.text() + "; wait for its end or stop it");
  }
  TRY_ASSIGN(auto journal,
             store::Journal::open(ports.layout.run(id), id, ports.world.clock, ports.redactor));
  auto live = std::make_unique<runner::RunJournal>(
      std::move(journal), std::move(state),
      runner::JournalPorts{ports.world.clock, ports.world.files, ports.database}, ports.layout, id,
      nullptr);
  return RunInHand{.id = id, .lock = std::move(lock), .journal = std::move(live)};
}

}  // namespace pawl::landing
