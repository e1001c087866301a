// Locks between processes: a kernel flock on a file that is never unlinked while it may be held,
// and frees itself when its process dies. Inside it stands who holds it.
//
//   runs/<id>/lock                 held by the process that works on the run, or removes its
//   folders locks/<repository>.lock        one run of the main job at a time on one repository: a
//   policy locks/<repository>.<name>.lock   likewise, of another pipeline
//   locks/<repository>.publish.lock  held for moments, while something is published or landed
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "base/time.hpp"
#include "os/cancel.hpp"
#include "os/clock.hpp"
#include "os/files/files.hpp"
#include "store/layout.hpp"

namespace pawl::store {

struct LockHolder {
  int pid = 0;
  std::uint64_t started = 0;  // kernel ticks
  std::string boot;
  std::string run;
};

class ProcessLock {
 public:
  // Errc::conflict when somebody holds it: the message says that `what` (`the repository`) is busy
  // and names pid and run of the holder.
  static Result<ProcessLock> acquire(os::Files& files, const std::string& path,
                                     const LockHolder& self, std::string_view what);
  // Tries again until `patience` is over; Errc::cancelled when asked to stop meanwhile.
  struct Patience {
    os::Clock& clock;
    const os::Cancel* cancel = nullptr;
    Milliseconds patience{0};
  };
  static Result<ProcessLock> acquire(os::Files& files, const std::string& path,
                                     const LockHolder& self, std::string_view what,
                                     const Patience& patience);
  // Who wrote into the lock file last; not whether it is held.
  static Result<LockHolder> holder(os::Files& files, const std::string& path);
  // The run's name is known only after the lock is held.
  Status note_run(const std::string& run);

 private:
  ProcessLock(std::unique_ptr<os::FileLock> lock, LockHolder self)
      : lock_(std::move(lock)), self_(std::move(self)) {}
  std::unique_ptr<os::FileLock> lock_;
  LockHolder self_;
};

LockHolder this_process();

// The name of a repository's locks, by git::Target::key: readable, and different for any two.
std::string lock_name(const std::string& repository);
// Of the policy lock of a pipeline on it.
std::string lock_name(const std::string& repository, const std::string& pipeline);
// Of the lock for publishing and landing.
std::string publish_lock_name(const std::string& repository);

// Of several that publish to a repository or land on it, one at a time: waits up to a minute. `run`
// is empty where a person does it.
Result<ProcessLock> lock_publishing(os::Files& files, const Layout& layout,
                                    const std::string& repository, const std::string& run,
                                    os::Clock& clock, const os::Cancel& cancel);

}  // namespace pawl::store
