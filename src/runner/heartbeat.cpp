#include "runner/heartbeat.hpp"

#include "run/events.hpp"
#include "run/run_state.hpp"

namespace pawl::runner {

Heartbeat::Heartbeat(EventSink& events, int pid)
    : events_(events), pid_(pid), thread_([this] { beat(); }) {}

Heartbeat::~Heartbeat() {
  {
    const std::lock_guard<std::mutex> guard(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

void Heartbeat::beat() {
  std::unique_lock<std::mutex> guard(mutex_);
  while (!wake_.wait_for(guard, run::kHeartbeatEvery, [this] { return stop_; })) {
    // A heartbeat that cannot be written is not worth ending a run for: the next durable event
    // meets the same disk and reports it.
    const Status ignored = events_.append(to_event(run::RunHeartbeat{pid_}));
    static_cast<void>(ignored);
  }
}

}  // namespace pawl::runner
