#include "store/lock.hpp"

#include "base/json.hpp"
#include "base/text/text.hpp"
#include "os/processes/process.hpp"

namespace pawl::store {
namespace {

std::string text_of(const LockHolder& holder) {
  return Json::object({{"pid", holder.pid},
                       {"started", holder.started},
                       {"boot", holder.boot},
                       {"run", holder.run}})
             .dump() +
         "\n";
}

// The holder writes its name only after it has the lock: for a moment nobody is named.
std::string who(os::Files& files, const std::string& path) {
  const auto holder = ProcessLock::holder(files, path);
  if (!holder || holder->pid == 0) return "another process";
  std::string text = "process " + std::to_string(holder->pid);
  if (!holder->run.empty()) text += " (run " + holder->run + ")";
  return text;
}

}  // namespace

Result<ProcessLock> ProcessLock::acquire(os::Files& files, const std::string& path,
                                         const LockHolder& self, std::string_view what) {
  TRY(files.make_folders(os::parent_path(path), 0700));
  auto lock = files.try_lock(path);
  if (!lock && lock.error().code != Errc::conflict) return std::move(lock).error();
  if (!lock || *lock == nullptr) {
    return fail(Errc::conflict, std::string(what) + " is busy: " + who(files, path) + " holds " +
                                    path + "; wait for its end or stop it");
  }
  TRY((*lock)->write(text_of(self)));
  return ProcessLock(*std::move(lock), self);
}

Result<ProcessLock> ProcessLock::acquire(os::Files& files, const std::string& path,
                                         const LockHolder& self, std::string_view what,
                                         const Patience& patience) {
  constexpr Milliseconds kTryEvery{20};
  const Milliseconds until = patience.clock.monotonic() + patience.patience;
  while (true) {
    Result<ProcessLock> lock = acquire(files, path, self, what);
    if (lock || lock.error().code != Errc::conflict) return lock;
    if (patience.cancel != nullptr && patience.cancel->requested()) {
      return fail(Errc::cancelled, "stopped while waiting for " + path);
    }
    if (patience.clock.monotonic() >= until) return lock;
    patience.clock.sleep(kTryEvery, patience.cancel);
  }
}

Result<LockHolder> ProcessLock::holder(os::Files& files, const std::string& path) {
  TRY_ASSIGN(const std::string content, files.read(path));
  TRY_ASSIGN(const Json value, Json::parse(content).during("reading the lock file " + path));
  return LockHolder{.pid = static_cast<int>(value["pid"].int_or(0)),
                    .started = static_cast<std::uint64_t>(value["started"].int_or(0)),
                    .boot = value["boot"].string_or(""),
                    .run = value["run"].string_or("")};
}

Status ProcessLock::note_run(const std::string& run) {
  self_.run = run;
  return lock_->write(text_of(self_));
}

LockHolder this_process() {
  return {.pid = os::own_pid(),
          .started = os::process_start_time(os::own_pid()),
          .boot = os::boot_id(),
          .run = ""};
}

std::string lock_name(const std::string& repository) {
  constexpr std::size_t kNameBytesMax = 40;
  return slug(repository, kNameBytesMax) + "-" + hash_hex(repository);
}

// The main job's is the one that all versions of Pawl take.
std::string lock_name(const std::string& repository, const std::string& pipeline) {
  const std::string name = lock_name(repository);
  return pipeline == "improve" ? name : name + "." + pipeline;
}

std::string publish_lock_name(const std::string& repository) {
  return lock_name(repository) + ".publish";
}

Result<ProcessLock> lock_publishing(os::Files& files, const Layout& layout,
                                    const std::string& repository, const std::string& run,
                                    os::Clock& clock, const os::Cancel& cancel) {
  constexpr Milliseconds kPatience{60'000};
  LockHolder self = this_process();
  self.run = run;
  return ProcessLock::acquire(files, layout.lock(publish_lock_name(repository)), self,
                              "publishing to the repository",
                              {.clock = clock, .cancel = &cancel, .patience = kPatience});
}

}  // namespace pawl::store
