#include "os/signals.hpp"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <string_view>

#include <unistd.h>

namespace pawl::os {
namespace {

constexpr int kExitInterrupted = 130;

// How long what is under way may take to end by itself. A person who presses Ctrl-C waits for 2 s
// at most, and what Pawl started needs some of that to be ended in its turn.
constexpr long kPatienceNs = 500'000'000;
constexpr time_t kPatienceSeconds = 1;

constexpr std::string_view kEndedLine =
    "pawl: interrupted; it was too busy to stop by itself and was ended\n";

// A signal handler can reach nothing else: the one place with state of the process.
std::atomic<Cancel*> cancel_to_request{nullptr};
std::atomic<int> first_signal{0};
timer_t patience{};
std::atomic<bool> has_patience{false};
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<Cancel*>::is_always_lock_free);

void on_signal(int number) {
  int none = 0;
  const bool first = first_signal.compare_exchange_strong(none, number);
  if (!first && number == SIGINT) ::_exit(kExitInterrupted);
  if (Cancel* cancel = cancel_to_request.load(); cancel != nullptr) cancel->request();
  if (!first || !has_patience.load()) return;
  const int kept = errno;
  const itimerspec once{.it_interval = {}, .it_value = {kPatienceSeconds, kPatienceNs}};
  ::timer_settime(patience, 0, &once, nullptr);
  errno = kept;
}

// A journal is durable at any instant and each command's supervisor ends its processes when Pawl is
// gone, so this is as safe as being killed, and the same whatever Pawl was busy with.
void on_end_of_patience(int) {
  const ssize_t ignored = ::write(STDERR_FILENO, kEndedLine.data(), kEndedLine.size());
  static_cast<void>(ignored);
  ::_exit(kExitInterrupted);
}

void prepare_patience() {
  struct sigaction action = {};
  action.sa_handler = on_end_of_patience;
  sigemptyset(&action.sa_mask);
  ::sigaction(SIGRTMIN, &action, nullptr);
  struct sigevent event = {};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGRTMIN;
  has_patience.store(::timer_create(CLOCK_MONOTONIC, &event, &patience) == 0);
}

}  // namespace

void cancel_on_signals(Cancel& cancel) {
  cancel_to_request.store(&cancel);
  first_signal.store(0);
  prepare_patience();
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
