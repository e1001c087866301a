#include "store/lock.hpp"

#include "base/json.hpp"

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
  const auto holder = RepositoryLock::holder(files, path);
  if (!holder || holder->pid == 0) return "another process";
  std::string text = "process " + std::to_string(holder->pid);
  if (!holder->run.empty()) text += " (run " + holder->run + ")";
  return text;
}

}  // namespace

Result<RepositoryLock> RepositoryLock::acquire(os::Files& files, const std::string& path,
                                               const LockHolder& self) {
  TRY(files.make_folders(os::parent_path(path), 0700));
  auto lock = files.try_lock(path);
  if (!lock && lock.error().code != Errc::conflict) return std::move(lock).error();
  if (!lock || *lock == nullptr) {
    return fail(Errc::conflict, "the repository is busy: " + who(files, path) + " holds " + path +
                                    "; wait for its end or stop it");
  }
  TRY((*lock)->write(text_of(self)));
  return RepositoryLock(*std::move(lock), self);
}

Result<LockHolder> RepositoryLock::holder(os::Files& files, const std::string& path) {
  TRY_ASSIGN(const std::string content, files.read(path));
  TRY_ASSIGN(const Json value, Json::parse(content).during("reading the lock file " + path));
  return LockHolder{.pid = static_cast<int>(value["pid"].int_or(0)),
                    .started = static_cast<std::uint64_t>(value["started"].int_or(0)),
                    .boot = value["boot"].string_or(""),
                    .run = value["run"].string_or("")};
}

Status RepositoryLock::note_run(const std::string& run) {
  self_.run = run;
  return lock_->write(text_of(self_));
}

}  // namespace pawl::store
