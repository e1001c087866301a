#include "runner/test_branches.hpp"

#include <algorithm>
#include <csignal>
#include <cstddef>

#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/check.hpp"

namespace pawl::runner {
namespace {

constexpr std::size_t kRunMax = 200;

sockaddr_un place_of(const std::string& address) {
  sockaddr_un place{};
  place.sun_family = AF_UNIX;
  // With a zero before it: it is no file.
  std::copy(address.begin(), address.end(), place.sun_path + 1);
  return place;
}

socklen_t size_of(const std::string& address) {
  return static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + address.size());
}

int new_socket() { return ::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0); }

template <class Value>
bool say(int socket, const Value& value) {
  return ::send(socket, &value, sizeof value, MSG_NOSIGNAL) == sizeof value;
}

template <class Value>
bool hear(int socket, Value& value) {
  return ::recv(socket, &value, sizeof value, 0) == sizeof value;
}

}  // namespace

BranchForks::Served::Served(BranchForks& forks) {
  static int number = 0;
  forks.address_ = "pawl-branches-" + std::to_string(::getpid()) + "-" + std::to_string(++number);
  const int listening = new_socket();
  const sockaddr_un place = place_of(forks.address_);
  const auto* where = reinterpret_cast<const sockaddr*>(&place);
  PAWL_CHECK(::bind(listening, where, size_of(forks.address_)) == 0, forks.address_);
  PAWL_CHECK(::listen(listening, 64) == 0, forks.address_);
  server_ = ::fork();
  if (server_ == 0) forks.serve(listening);
  ::close(listening);
}

BranchForks::Served::~Served() {
  // What it began ends with it.
  ::kill(server_, SIGKILL);
  ::waitpid(server_, nullptr, 0);
}

void BranchForks::serve(int listening) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::signal(SIGCHLD, SIG_IGN);
  while (true) {
    const int socket = ::accept(listening, nullptr, nullptr);
    if (socket < 0) continue;
    if (::fork() == 0) answer(socket);
    ::close(socket);
  }
}

void BranchForks::answer(int socket) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::signal(SIGCHLD, SIG_DFL);
  std::string run(kRunMax, '\0');
  const ssize_t bytes = ::recv(socket, run.data(), run.size(), 0);
  if (bytes <= 0) ::_exit(1);
  run.resize(static_cast<std::size_t>(bytes));
  const pid_t child = ::fork();
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::close(socket);
    ::_exit(branch_(run));
  }
  say(socket, child);
  int status = 0;
  ::waitpid(child, &status, 0);
  say(socket, status);
  ::_exit(0);
}

Result<os::Finished> BranchForks::run(const os::Command& command) {
  if (command.argv.size() != 3 || command.argv[1] != "branch") return real_.run(command);
  const std::string& name = command.argv[2];
  const int socket = new_socket();
  const sockaddr_un place = place_of(address_);
  pid_t child = -1;
  const bool begun =
      ::connect(socket, reinterpret_cast<const sockaddr*>(&place), size_of(address_)) == 0 &&
      ::send(socket, name.data(), name.size(), MSG_NOSIGNAL) > 0 && hear(socket, child);
  if (!begun) {
    ::close(socket);
    return fail(Errc::io, "nobody runs branches here");
  }
  os::Finished finished;
  constexpr int kMomentMs = 2;
  pollfd answer{.fd = socket, .events = POLLIN, .revents = 0};
  while (::poll(&answer, 1, kMomentMs) == 0) {
    if (command.cancel == nullptr || !command.cancel->requested()) continue;
    ::kill(child, SIGKILL);
    finished.ending = os::Ending::cancelled;
  }
  int status = SIGKILL;
  hear(socket, status);
  ::close(socket);
  if (finished.ending == os::Ending::cancelled) return finished;
  finished.ending = WIFEXITED(status) ? os::Ending::exited : os::Ending::signalled;
  if (WIFEXITED(status)) finished.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) finished.signal = WTERMSIG(status);
  return finished;
}

}  // namespace pawl::runner
