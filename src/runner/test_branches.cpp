#include "runner/test_branches.hpp"

#include <csignal>
#include <ctime>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace pawl::runner {

Result<os::Finished> BranchForks::run(const os::Command& command) {
  if (command.argv.size() != 3 || command.argv[1] != "branch") return real_.run(command);
  const pid_t child = ::fork();
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::_exit(branch_(command.argv[2]));
  }
  os::Finished finished;
  int status = 0;
  constexpr timespec kMoment{.tv_sec = 0, .tv_nsec = 2'000'000};
  while (::waitpid(child, &status, WNOHANG) == 0) {
    if (command.cancel != nullptr && command.cancel->requested()) {
      ::kill(child, SIGKILL);
      finished.ending = os::Ending::cancelled;
    }
    ::nanosleep(&kMoment, nullptr);
  }
  if (finished.ending == os::Ending::cancelled) return finished;
  finished.ending = WIFEXITED(status) ? os::Ending::exited : os::Ending::signalled;
  if (WIFEXITED(status)) finished.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) finished.signal = WTERMSIG(status);
  return finished;
}

}  // namespace pawl::runner
