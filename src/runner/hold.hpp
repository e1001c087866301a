// Taking a run in hand: whoever works on it, lands it or says something of it holds its lock first,
// and looks at it only then.
#pragma once

#include <optional>

#include "base/ids.hpp"
#include "os/ports.hpp"
#include "run/run_state.hpp"
#include "store/layout.hpp"
#include "store/lock.hpp"

namespace pawl::runner {

// Where runs lie, and who is alive.
class Shelf {
 public:
  virtual ~Shelf() = default;
  virtual Result<store::ProcessLock> lock(const RunId& run) = 0;  // conflict: somebody has it
  virtual Result<bool> has_begun(const RunId& run) = 0;           // it has a journal
  virtual Result<run::RunState> load(const RunId& run) = 0;
  virtual bool is_at_work(const run::RunState& state) = 0;  // a process of another lives
};

// Those of this machine. `patience`: for how long a lock that somebody holds is waited for.
class DiskShelf final : public Shelf {
 public:
  // All but `patience` is borrowed.
  DiskShelf(const os::Ports& ports, const store::Layout& layout, Milliseconds patience)
      : ports_(ports), layout_(layout), patience_(patience) {}
  Result<store::ProcessLock> lock(const RunId& run) override;
  Result<bool> has_begun(const RunId& run) override;
  Result<run::RunState> load(const RunId& run) override;
  bool is_at_work(const run::RunState& state) override;

 private:
  const os::Ports& ports_;
  const store::Layout& layout_;
  Milliseconds patience_;
};

// For branches of parallel groups: the process of a parent that was killed may take a moment to be
// gone, and so may they.
inline constexpr Milliseconds kDyingMost{30'000};

struct Held {
  store::ProcessLock lock;
  std::optional<run::RunState> state;  // nothing: it was reserved, and never began
};

// For who saw it begun or gone on with so often, 0: never: conflict where somebody else was
// quicker.
Status check_attempt(const Held& held, const RunId& run, int attempt);

// Whatever became of it.
Result<Held> hold(Shelf& shelf, const RunId& run);
// One that is reserved, or can be gone on with: conflict where it has ended for good.
Result<Held> hold_open(Shelf& shelf, const RunId& run);
// One that began, and that no process works on; conflict where one does.
Result<Held> hold_ended(Shelf& shelf, const RunId& run);

}  // namespace pawl::runner
