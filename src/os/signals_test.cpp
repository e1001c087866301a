#include "os/signals.hpp"

#include <doctest/doctest.h>

#include <csignal>

#include <sys/wait.h>
#include <unistd.h>

namespace pawl::os::signals_test {
namespace {

// In a process of its own, because the handlers stay for good.
int exit_status_of(void (*body)()) {
  const pid_t child = ::fork();
  if (child == 0) {
    body();
    ::_exit(99);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return status;
}

template <int kSignal>
void one_signal() {
  static Cancel cancel;
  cancel_on_signals(cancel);
  const bool before = received_signal() == 0 && !cancel.requested();
  ::raise(SIGPIPE);  // ignored
  ::raise(kSignal);
  ::_exit(before && cancel.requested() && received_signal() == kSignal ? 0 : 1);
}

void two_interrupts() {
  static Cancel cancel;
  cancel_on_signals(cancel);
  ::raise(SIGINT);
  ::raise(SIGINT);
}

void terminate_twice() {
  static Cancel cancel;
  cancel_on_signals(cancel);
  ::raise(SIGTERM);
  ::raise(SIGTERM);
  ::_exit(received_signal() == SIGTERM ? 0 : 1);
}

}  // namespace

TEST_CASE("the first signal requests the cancel") {
  CHECK(exit_status_of(one_signal<SIGINT>) == 0);
  CHECK(exit_status_of(one_signal<SIGTERM>) == 0);
  CHECK(exit_status_of(one_signal<SIGHUP>) == 0);
  CHECK(exit_status_of(terminate_twice) == 0);
}

TEST_CASE("a second interrupt ends the process") {
  const int status = exit_status_of(two_interrupts);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 130);
}

}  // namespace pawl::os::signals_test
