#include "fleet/queue_runner.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <list>
#include <mutex>
#include <thread>

#include "base/text/text.hpp"
#include "fleet/wait.hpp"
#include "os/processes/process.hpp"
#include "os/processes/process_handle.hpp"
#include "run/run_index.hpp"
#include "run/run_table.hpp"
#include "runner/discard.hpp"

namespace pawl::fleet {
namespace {

constexpr Milliseconds kWorkersLookEvery{50};
// A command may take long; what counts it holds no more.
constexpr Milliseconds kNoTimeout{std::int64_t{20} * 86'400'000};
constexpr std::size_t kShownMax = 120;
// A process that begins holds the lock of its run from before its journal on.
constexpr Milliseconds kBeginPatience{2'000};

bool is_holder_alive(const store::LockHolder& holder) {
  return holder.boot == os::boot_id() &&
         os::is_alive({.pid = holder.pid, .started = holder.started});
}

std::string name_of(const Item& item) {
  return "item " + std::to_string(item.id) + " (" + printable(join(item.words, " "), kShownMax) +
         ")";
}

// Renews the lease of an item for as long as it is there.
class Lease {
 public:
  Lease(Queue& queue, const os::Clock& clock, std::int64_t id, const store::LockHolder& holder)
      : queue_(queue), clock_(clock), id_(id), holder_(holder), thread_([this] { renew(); }) {}
  ~Lease() {
    {
      const std::lock_guard<std::mutex> guard(mutex_);
      over_ = true;
    }
    wake_.notify_all();
    thread_.join();
  }
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;

 private:
  void renew() {
    std::unique_lock<std::mutex> guard(mutex_);
    while (!wake_.wait_for(guard, kRenewEvery, [this] { return over_; })) {
      // Who took it over, or a disk that is full, is met when the item ends.
      const Status ignored = queue_.renew(id_, holder_, clock_.now());
      static_cast<void>(ignored);
    }
  }

  Queue& queue_;
  const os::Clock& clock_;
  std::int64_t id_;
  store::LockHolder holder_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool over_ = false;
  std::thread thread_;  // last: it uses all of these
};

class Runner {
 public:
  Runner(const FleetPorts& ports, const LaunchItem& launch, const QueueOptions& options,
         const std::function<void(const std::string&)>& say)
      : ports_(ports), launch_(launch), options_(options), say_(say), queue_(ports.database) {}

  Result<QueueReport> run() {
    TRY(queue_.forget_earlier_wishes(self_));
    TRY(ports_.world.files.make_folders(os::parent_path(item_log(ports_.layout, 0)), 0700));
    const Status worked = work();
    // What is at work has noticed by now that it is to end, or comes to its end.
    for (Worker& worker : workers_) worker.thread.join();
    const Status ignored = queue_.forget_wishes();
    static_cast<void>(ignored);  // the next runner forgets those of this one
    TRY(worked);
    if (trouble_) return *trouble_;
    return report_;
  }

 private:
  struct Worker {
    std::thread thread;
    std::atomic<bool> over{false};
  };

  Status work() {
    TRY_ASSIGN(const std::vector<Item> left,
               queue_.take_over(self_, ports_.world.clock.now(), is_holder_alive));
    for (const Item& item : left) {
      say("going on with " + name_of(item));
      begin(item, true);
    }
    while (true) {
      join_ended();
      TRY_ASSIGN(const bool stop, asked_to_stop());
      bool idle = true;
      TRY(let_pass());
      while (!stop && workers_.size() < static_cast<std::size_t>(options_.concurrent)) {
        TRY_ASSIGN(const std::optional<Item> item, queue_.claim(self_, ports_.world.clock.now()));
        if (!item) break;
        idle = false;
        begin(*item, false);
      }
      if (workers_.empty() && (stop || (idle && options_.once))) return Done{};
      os::Clock& clock = ports_.world.clock;
      if (workers_.empty() && idle) {
        clock.sleep(options_.poll, &ports_.world.cancel);
      } else {
        clock.sleep(kWorkersLookEvery);
      }
    }
  }

  // Items wait behind runs no longer than those are in the way.
  Status let_pass() {
    TRY_ASSIGN(const std::vector<std::string> runs, queue_.waited_for());
    for (const std::string& run : runs) {
      TRY_ASSIGN(const bool away, is_out_of_the_way(ports_, run));
      if (!away) continue;
      TRY(queue_.let_pass(run));
      say("run " + run + " is out of the way");
    }
    return Done{};
  }

  Result<bool> asked_to_stop() {
    if (ports_.world.cancel.requested()) return true;
    const std::lock_guard<std::mutex> guard(mutex_);
    if (trouble_ || (options_.stop_on_failure && report_.failed > 0)) return true;
    return queue_.asked_to_stop(self_);
  }

  void begin(const Item& item, bool taken_over) {
    if (!taken_over) say("begins " + name_of(item));
    Worker& worker = workers_.emplace_back();
    worker.thread = std::thread([this, item, taken_over, &worker] {
      do_item(item, taken_over);
      worker.over = true;
    });
  }

  void join_ended() {
    for (auto worker = workers_.begin(); worker != workers_.end();) {
      if (!worker->over) {
        ++worker;
        continue;
      }
      worker->thread.join();
      worker = workers_.erase(worker);
    }
  }

  void do_item(const Item& item, bool taken_over) {
    Result<ItemEnd> end = [&]() -> Result<ItemEnd> {
      const Lease lease(queue_, ports_.world.clock, item.id, self_);
      if (item.kind == ItemKind::launch) return do_launch(item, taken_over);
      if (taken_over) return ItemEnd{.exit = 1, .reason = "its runner ended while it was at work"};
      return do_command(item);
    }();
    // A run that goes on without its runner is the next one's to wait for.
    if (!end && end.error().code == Errc::cancelled) return;
    if (!end) end = ItemEnd{.exit = 1, .reason = end.error().to_line()};
    record(item, *end);
  }

  void record(const Item& item, const ItemEnd& end) {
    const Result<ItemState> state = queue_.finish(item.id, self_, end, ports_.world.clock.now());
    const std::lock_guard<std::mutex> guard(mutex_);
    if (!state) {
      trouble_ = state.error();
      return;
    }
    if (*state == ItemState::done) ++report_.done;
    if (*state == ItemState::failed) ++report_.failed;
    say_(name_of(item) + ": " + std::string(to_string(*state)) +
         (end.exit == 0 ? "" : ", exit " + std::to_string(end.exit)) +
         (end.reason.empty() ? "" : ", " + printable(end.reason, 300)));
  }

  Result<ItemEnd> do_command(const Item& item) const {
    const std::string log = item_log(ports_.layout, item.id);
    os::Command command;
    command.argv = {"/bin/sh", "-c",
                    item.words.size() == 1
                        ? "umask 077; exec >> \"$0\" 2>&1; umask 022; eval \"$1\""
                        : "umask 077; exec >> \"$0\" 2>&1; umask 022; exec \"$@\"",
                    log};
    command.argv.insert(command.argv.end(), item.words.begin(), item.words.end());
    command.environment = ports_.world.environment;
    command.folder = item.folder;
    command.deadline = item.timeout.count() > 0 ? item.timeout : kNoTimeout;
    command.cancel = &ports_.world.cancel;
    TRY_ASSIGN(const os::Finished done, ports_.world.processes.run(command));
    if (done.ending == os::Ending::exited) return ItemEnd{.exit = done.exit_code};
    return ItemEnd{.exit = 1, .reason = done.how_it_ended()};
  }

  Result<ItemEnd> do_launch(const Item& item, bool taken_over) {
    TRY_ASSIGN(const std::optional<RunId> known, run_of(item, taken_over));
    std::optional<RunId> run = known;
    if (!run) {
      const auto reserved = [&](const RunId& id) -> Status {
        return queue_.note_run(item.id, self_, id.text());
      };
      TRY_ASSIGN(run, launch_(item, reserved));
    }
    TRY_ASSIGN(const WaitedRun end, wait_for(ports_.world, ports_.layout, *run, std::nullopt));
    const bool crashed = end.status == run::RunStatus::crashed;
    // Nothing to do is no failure: what comes after it may come.
    if (end.status == run::RunStatus::nothing_to_do) return ItemEnd{};
    return ItemEnd{.exit = exit_of(end),
                   .reason = crashed ? "run " + run->text() + " crashed; see `pawl resume`"
                                     : end.state.reason};
  }

  // The run that an earlier runner began for it. One that was reserved and has not begun is taken
  // away: whoever has its lock first, its process or we, decides that for both.
  Result<std::optional<RunId>> run_of(const Item& item, bool taken_over) const {
    if (!taken_over || item.run.empty()) return std::optional<RunId>();
    TRY_ASSIGN(RunId run, RunId::parse(item.run));
    os::Files& files = ports_.world.files;
    TRY_ASSIGN(const bool known, run::has_journal(files, ports_.layout, run));
    if (known) return std::optional<RunId>(std::move(run));
    const auto lock = store::ProcessLock::acquire(
        files, ports_.layout.run_lock(run), self_, "run " + item.run,
        {.clock = ports_.world.clock, .cancel = &ports_.world.cancel, .patience = kBeginPatience});
    const bool held = !lock && lock.error().code == Errc::conflict;
    if (!lock && !held) return lock.error();
    TRY_ASSIGN(const bool begun, run::has_journal(files, ports_.layout, run));
    if (begun) return std::optional<RunId>(std::move(run));
    if (held) return lock.error();
    TRY(files.remove_tree(ports_.layout.run(run)));
    return std::optional<RunId>();
  }

  void say(const std::string& text) {
    const std::lock_guard<std::mutex> guard(mutex_);
    say_(text);
  }

  FleetPorts ports_;
  const LaunchItem& launch_;
  QueueOptions options_;
  const std::function<void(const std::string&)>& say_;
  Queue queue_;
  store::LockHolder self_ = store::this_process();
  std::list<Worker> workers_;
  std::mutex mutex_;  // of what follows, and of say_
  QueueReport report_;
  std::optional<Error> trouble_;
};

}  // namespace

Result<bool> is_out_of_the_way(const FleetPorts& ports, const std::string& run) {
  const auto id = RunId::parse(run);
  if (!id) return true;
  TRY_ASSIGN(const bool known, run::has_journal(ports.world.files, ports.layout, *id));
  if (!known) return true;
  const auto state = run::load_run(ports.layout, *id);
  // Nobody knows what it has: a person removes it.
  if (!state) return false;
  if (state->landed || !state->decision.empty()) return true;
  if (!state->finished()) return false;
  return state->bail_class == runner::kAbandoned || run::row_of(*state).commits == 0;
}

std::string queue_lock(const store::Layout& layout) { return layout.lock("queue"); }

std::string item_log(const store::Layout& layout, std::int64_t id) {
  return layout.state_folder + "/queue/" + std::to_string(id) + ".log";
}

std::optional<store::LockHolder> queue_runner(os::Files& files, const store::Layout& layout) {
  const std::string path = queue_lock(layout);
  const auto there = files.stat(path);
  if (!there || !*there) return std::nullopt;
  if (files.try_lock(path)) return std::nullopt;
  const auto holder = store::ProcessLock::holder(files, path);
  if (!holder || !is_holder_alive(*holder)) return store::LockHolder{};
  return *holder;
}

Result<QueueReport> run_queue(const FleetPorts& ports, const LaunchItem& launch,
                              const QueueOptions& options,
                              const std::function<void(const std::string&)>& say,
                              const std::function<void()>& ready) {
  TRY_ASSIGN(
      const store::ProcessLock lock,
      store::ProcessLock::acquire(
          ports.world.files, queue_lock(ports.layout), store::this_process(), "the queue",
          {.clock = ports.world.clock, .cancel = &ports.world.cancel, .patience = kBeginPatience}));
  if (ready) ready();
  return Runner(ports, launch, options, say).run();
}

}  // namespace pawl::fleet
