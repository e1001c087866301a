// The keeper: one small process between Pawl and each command, so that what a command leaves
// behind belongs to that command by construction.
//
// A child subreaper inherits every orphan below it. Were Pawl itself the subreaper, the orphans of
// all its commands would meet in one place and could only be distinguished by marks a hostile
// child can erase. So each command gets a subreaper of its own: Pawl → keeper → command. All
// descendants of the keeper, however they daemonised, are this command's and nobody else's; the
// keeper ends only when the last one is dead.
//
// The keeper is a clone that shares Pawl's memory (CLONE_VM): no page table is copied, so a start
// costs the same however large Pawl is, and results are handed over in place. The thread that
// makes it stays suspended until the keeper ends (CLONE_VFORK), which lends the keeper that
// thread's errno and thread-local storage. In return its code keeps the rules of a signal handler:
// no heap, no locks.
//
// Pawl's death, even by KILL, closes the control socket, and the keeper then ends its tree. The
// keeper leads a session of its own and has a name of its own, so that killing Pawl's process
// group or name does not take it along; should it be killed nevertheless, the command dies with it
// (PR_SET_PDEATHSIG).
#pragma once

#include <array>
#include <atomic>
#include <cstddef>

#include <semaphore.h>
#include <sys/resource.h>

namespace pawl::os {

// What Pawl asks for by a byte on the control socket. The end of the stream means Pawl is dead.
constexpr char kControlStop = 'T';
constexpr char kControlKill = 'K';   // a stop without grace
constexpr char kControlHurry = 'H';  // the same, for a person who waits: with little grace

constexpr std::size_t kLaunchInheritedMax = 32;  // Command::kInheritedMax

enum class LaunchStep : unsigned char { none, keeper, child, folder, limits, exec };

struct RaisedLimit {
  int resource = 0;
  rlim_t value = 0;
  bool soft_only = false;
};

// Owned by Processes::run, alive until the keeper has ended.
struct Launch {
  // For the keeper; all of it stays as it is while the keeper lives.
  const char* program = nullptr;
  char* const* argv = nullptr;
  char* const* environment = nullptr;
  const char* folder = nullptr;
  int input = -1;
  int output = -1;
  int errors = -1;
  int control = -1;
  // Given to the command as 3, 4, 5 …; each is above all of those numbers.
  std::array<int, kLaunchInheritedMax> inherited{};
  unsigned inherited_count = 0;
  int group = -1;  // the entry of the control group the command is to run in
  int grace_ms = 0;
  bool ends_whole = false;  // Command::ends_whole
  std::array<RaisedLimit, 5> limits{};
  unsigned limits_count = 0;

  // From the keeper. `up` is posted once the keeper has its own copies of the descriptors (or will
  // never be): Pawl may then close its ends. The rest is valid after the keeper's end.
  sem_t up{};
  std::atomic<int> keeper_pid{0};  // valid once `up` was posted, 0 when there is no keeper
  LaunchStep failed_step = LaunchStep::none;
  int failed_errno = 0;
  bool command_ended = false;  // and `command_status` is what waitpid reported
  int command_status = 0;
  bool stopped = false;  // a stop was asked for before the command ended
  bool tree_ended = false;
  int left_alive = 0;  // could not be killed: they run as another user, or hang in the kernel
};

// Starts the keeper and waits for its end. Runs in a thread of its own with all signals blocked.
void host_keeper(Launch& launch);

}  // namespace pawl::os
