// One run at a time on one repository: a kernel flock on `locks/<slug>.lock`, which is never
// unlinked and frees itself when its process dies. Inside it stands who holds it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/result.hpp"
#include "os/files.hpp"

namespace pawl::store {

struct LockHolder {
  int pid = 0;
  std::uint64_t started = 0;  // kernel ticks
  std::string boot;
  std::string run;
};

class RepositoryLock {
 public:
  // Errc::conflict when somebody holds it: the message names pid and run of the holder.
  static Result<RepositoryLock> acquire(os::Files& files, const std::string& path,
                                        const LockHolder& self);
  // Who wrote into the lock file last; not whether it is held.
  static Result<LockHolder> holder(os::Files& files, const std::string& path);
  // The run's name is known only after the lock is held.
  Status note_run(const std::string& run);

 private:
  RepositoryLock(std::unique_ptr<os::FileLock> lock, LockHolder self)
      : lock_(std::move(lock)), self_(std::move(self)) {}
  std::unique_ptr<os::FileLock> lock_;
  LockHolder self_;
};

}  // namespace pawl::store
