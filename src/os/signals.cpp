#include "os/signals.hpp"

#include <atomic>
#include <csignal>

#include <unistd.h>

namespace pawl::os {
namespace {

constexpr int kExitInterrupted = 130;

// A signal handler can reach nothing else: the one place with state of the process.
std::atomic<Cancel*> cancel_to_request{nullptr};
std::atomic<int> first_signal{0};
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<Cancel*>::is_always_lock_free);

void on_signal(int number) {
  int none = 0;
  const bool first = first_signal.compare_exchange_strong(none, number);
  if (!first && number == SIGINT) ::_exit(kExitInterrupted);
  if (Cancel* cancel = cancel_to_request.load(); cancel != nullptr) cancel->request();
}

}  // namespace

void cancel_on_signals(Cancel& cancel) {
  cancel_to_request.store(&cancel);
  first_signal.store(0);
  struct sigaction action = {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) ::sigaction(number, &action, nullptr);
  struct sigaction ignore = {};
  ignore.sa_handler = SIG_IGN;
  ::sigaction(SIGPIPE, &ignore, nullptr);
  // A file that may not grow is an error to report, not an end without a word.
  ::sigaction(SIGXFSZ, &ignore, nullptr);
}

int received_signal() { return first_signal.load(); }

}  // namespace pawl::os
