#include "os/startup.hpp"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pawl::os {
namespace {

constexpr mode_t kOfOthers = 0077;

rlim_t& stack_before() {
  static rlim_t before = [] {
    rlimit limit = {};
    return ::getrlimit(RLIMIT_STACK, &limit) == 0 ? limit.rlim_cur : RLIM_INFINITY;
  }();
  return before;
}

// The kernel looks at the limit each time the main stack grows, and leaves a gap of 128 MiB at
// least below it when a program starts; threads get the default that was read from it at that time.
void make_room_on_stacks() {
  const rlim_t before = stack_before();
  rlimit limit = {};
  if (::getrlimit(RLIMIT_STACK, &limit) == 0 && before < kStackBytes) {
    limit.rlim_cur = std::min<rlim_t>(kStackBytes, limit.rlim_max);
    static_cast<void>(::setrlimit(RLIMIT_STACK, &limit));
  }
  // Each thread reserves its whole stack, which counts where address space is limited.
  rlimit space = {};
  constexpr rlim_t kEnoughSpace = rlim_t{8} << 30;
  if (::getrlimit(RLIMIT_AS, &space) != 0 || space.rlim_cur < kEnoughSpace) return;
  pthread_attr_t attributes;
  if (::pthread_attr_init(&attributes) != 0) return;
  if (::pthread_attr_setstacksize(&attributes, kStackBytes) == 0) {
    static_cast<void>(::pthread_setattr_default_np(&attributes));
  }
  ::pthread_attr_destroy(&attributes);
}

}  // namespace

void prepare_process() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
    // The lowest free number is this one. Written to where output was closed on purpose: nowhere.
    static_cast<void>(::open("/dev/null", descriptor == 0 ? O_RDONLY : O_WRONLY));
  }
  const mode_t before = ::umask(0);
  ::umask(before & kOfOthers);
  make_room_on_stacks();
}

rlim_t stack_limit_of_caller() { return stack_before(); }

}  // namespace pawl::os
