#include "landing/run_in_hand.hpp"

#include "runner/hold.hpp"
#include "store/journal.hpp"

namespace pawl::landing {
namespace {

// Who says something of a run, or proves that it landed, has its lock for a moment.
constexpr Milliseconds kLockPatience{500};

}  // namespace

Result<RunInHand> take_run(const Ports& ports, const RunId& id) {
  runner::DiskShelf shelf(ports.world, ports.layout, kLockPatience);
  TRY_ASSIGN(runner::Held held, runner::hold_ended(shelf, id));
  TRY_ASSIGN(auto journal,
             store::Journal::open(ports.layout.run(id), id, ports.world.clock, ports.redactor));
  auto live = std::make_unique<runner::RunJournal>(
      std::move(journal), *std::move(held.state),
      runner::JournalPorts{ports.world.clock, ports.world.files, ports.database}, ports.layout, id,
      nullptr);
  return RunInHand{.id = id, .lock = std::move(held.lock), .journal = std::move(live)};
}

}  // namespace pawl::landing
