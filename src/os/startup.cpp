#include "os/startup.hpp"

#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pawl::os {
namespace {

constexpr mode_t kOfOthers = 0077;

}  // namespace

void prepare_process() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
    // The lowest free number is this one. Written to where output was closed on purpose: nowhere.
    static_cast<void>(::open("/dev/null", descriptor == 0 ? O_RDONLY : O_WRONLY));
  }
  const mode_t before = ::umask(0);
  ::umask(before & kOfOthers);
}

}  // namespace pawl::os
