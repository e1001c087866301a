// Works off the queue: one runner on this machine, several items at once.
#pragma once

#include <functional>

#include "fleet/queue.hpp"
#include "fleet/stop.hpp"

namespace pawl::fleet {

// Begins the run of a launch; `reserved` hears its id before there is a process. Called from
// several threads.
using LaunchItem = std::function<Result<RunId>(
    const Item& item, const std::function<Status(const RunId&)>& reserved)>;

struct QueueOptions {
  int concurrent = 1;
  bool once = false;             // ends when nothing is ready, instead of waiting for more
  bool stop_on_failure = false;  // claims nothing more after an item failed
  Milliseconds poll{1'000};
};

struct QueueReport {
  int done = 0;
  int failed = 0;
};

// The lock that the runner holds, with its process inside.
std::string queue_lock(const store::Layout& layout);
// Whether nothing of that run can collide with other work any more: its work landed, it has none,
// somebody said what became of it, or it is gone.
Result<bool> is_out_of_the_way(const FleetPorts& ports, const std::string& run);
// Who runs the queue; nothing when nobody does.
std::optional<store::LockHolder> queue_runner(os::Files& files, const store::Layout& layout);
// What an item of a command said.
std::string item_log(const store::Layout& layout, std::int64_t id);

// Until it is asked to stop (Queue::ask_to_stop: what is at work comes to its end), is cancelled
// (commands are ended and count as failed; runs go on, and the next runner waits for them), or
// nothing is left. conflict when another runner is at work. What a runner that was killed left is
// taken over: of a launch its run, once it was reserved, is waited for and not made again; a
// command has failed. `ready`, which may be null, is called once nobody else can run it.
Result<QueueReport> run_queue(const FleetPorts& ports, const LaunchItem& launch,
                              const QueueOptions& options,
                              const std::function<void(const std::string&)>& say,
                              const std::function<void()>& ready = {});

}  // namespace pawl::fleet
