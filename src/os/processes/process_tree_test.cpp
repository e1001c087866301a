#include "os/processes/process_tree.hpp"

#include <doctest/doctest.h>

#include <csignal>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace pawl::os::process_tree_test {

// In a process of its own, which has no other children than these.
TEST_CASE("all descendants are signalled, whatever they are called, and nobody else") {
  const pid_t bystander = ::fork();
  if (bystander == 0) {
    ::pause();
    ::_exit(0);
  }
  const pid_t ancestor = ::fork();
  if (ancestor == 0) {
    int ready[2];
    if (::pipe(ready) != 0) ::_exit(9);
    const pid_t child = ::fork();
    if (child == 0) {
      ::prctl(PR_SET_NAME, ") Z 1 (");  // a name made to confuse readers of /proc/PID/stat
      if (::fork() == 0) ::setsid();
      static_cast<void>(::write(ready[1], "x", 1) == 1);
      ::pause();
      ::_exit(0);
    }
    char byte = 0;
    for (int i = 0; i < 2; ++i) static_cast<void>(::read(ready[0], &byte, 1) == 1);
    const int counted = signal_descendants(0);
    const int killed = signal_descendants(SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    const bool dead = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    ::_exit(counted == 2 && killed == 2 && dead ? 0 : 1);
  }
  int status = 0;
  REQUIRE(::waitpid(ancestor, &status, 0) == ancestor);
  CHECK(status == 0);
  CHECK(::waitpid(bystander, &status, WNOHANG) == 0);  // still running
  ::kill(bystander, SIGKILL);
  ::waitpid(bystander, &status, 0);
}

}  // namespace pawl::os::process_tree_test
