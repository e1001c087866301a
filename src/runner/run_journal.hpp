// The journal of a live run: appends, folds into the state, keeps the views in step, and notifies a
// listener. Safe to use from the heartbeat's thread.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "base/event.hpp"
#include "os/clock.hpp"
#include "os/files/files.hpp"
#include "run/followed_state.hpp"
#include "run/run_state.hpp"
#include "store/database.hpp"
#include "store/journal.hpp"
#include "store/layout.hpp"

namespace pawl::runner {

using Listener = std::function<void(const JournalEvent& event, const run::RunState& state)>;

struct JournalPorts {
  os::Clock& clock;
  os::Files& files;
  store::Database& database;
};

class RunJournal final : public EventSink, public run::StateSource {
 public:
  RunJournal(std::unique_ptr<store::Journal> journal, run::RunState state,
             const JournalPorts& ports, const store::Layout& layout, const RunId& id,
             Listener listener);

  // The journal first; then state.json and the index, when the event changed what they show, and
  // now and then a snapshot. A view that cannot be written is an error of the run: a full disk must
  // be seen. Events of a stage get its path as their node, those of a subtask that of the subtask.
  Status append(const Event& event) override;
  run::RunState state() const override;

 private:
  std::string node_of(const Event& event) const;

  std::unique_ptr<store::Journal> journal_;
  run::FollowedState state_;
  JournalPorts ports_;
  store::Layout layout_;
  RunId id_;
  Listener listener_;
  mutable std::mutex mutex_;
};

}  // namespace pawl::runner
