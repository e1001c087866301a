#include "os/network/gate_bridge.hpp"

#include <atomic>
#include <csignal>
#include <cstdio>
#include <limits>
#include <string_view>
#include <system_error>
#include <thread>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text/text.hpp"
#include "os/files/fd.hpp"
#include "os/files/files.hpp"
#include "os/network/relay.hpp"

namespace pawl::os {
namespace {

constexpr std::string_view kBridgeWord = "--carry-to-gate";
// Nobody else listens in a network of its own.
constexpr int kBridgePort = 3128;
constexpr int kCannotStart = 126;
constexpr int kNotFound = 127;

Fd listen_on_loopback(int port) {
  Fd listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const auto* generic = reinterpret_cast<const sockaddr*>(&address);  // NOLINT: the API wants it
  const int yes = 1;
  const bool listens =
      listener.valid() &&
      ::setsockopt(listener.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
      ::bind(listener.get(), generic, sizeof address) == 0 && ::listen(listener.get(), 64) == 0;
  return listens ? std::move(listener) : Fd();
}

void carry_one(Fd inside, const std::string& socket) {
  const Result<Fd> gate = connect_at(socket);
  if (!gate) return;
  // The gate counts.
  std::atomic<std::int64_t> left = std::numeric_limits<std::int64_t>::max();
  relay(inside.get(), gate->get(), left);
}

void carry_all(const Fd& listener, const std::string& socket) {
  for (;;) {
    Fd inside(::accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (!inside.valid()) continue;
    try {
      std::thread([inside = std::move(inside), &socket]() mutable {
        carry_one(std::move(inside), socket);
      }).detach();
    } catch (const std::system_error&) {
      continue;  // too many at once: the client sees its connection closed
    }
  }
}

int run_bridge(int port, const std::string& socket, char** command) {
  const Fd listener = listen_on_loopback(port);
  if (!listener.valid()) {
    std::fprintf(stderr, "the way to the network cannot be opened: %s\n",
                 std::error_code(errno, std::generic_category()).message().c_str());
    return kCannotStart;
  }
  const pid_t child = ::fork();
  if (child < 0) return kCannotStart;
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::execvp(command[0], command);
    std::perror(command[0]);
    ::_exit(kNotFound);
  }
  std::thread([&listener, &socket] { carry_all(listener, socket); }).detach();
  int status = 0;
  if (retry_interrupted([&] { return ::waitpid(child, &status, 0); }) < 0) return kCannotStart;
  // The threads that carry data use what is here: they end with the process, at once.
  ::_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

}  // namespace

Result<std::vector<std::string>> bridge_words(const std::string& socket, int port) {
  TRY_ASSIGN(std::string self, canonical_path("/proc/self/exe"));
  const std::string which = port == 0 ? "" : "=" + std::to_string(port);
  return std::vector<std::string>{std::move(self), std::string(kBridgeWord) + which, socket};
}

Result<int> free_bridge_port() {
  const Fd listener = listen_on_loopback(0);
  sockaddr_in address = {};
  socklen_t size = sizeof address;
  auto* generic = reinterpret_cast<sockaddr*>(&address);  // NOLINT: the API wants it
  if (!listener.valid() || ::getsockname(listener.get(), generic, &size) != 0) {
    return errno_error(errno, "a port of this machine");
  }
  return static_cast<int>(ntohs(address.sin_port));
}

std::string bridge_url(int port) {
  return "http://127.0.0.1:" + std::to_string(port == 0 ? kBridgePort : port);
}

std::vector<std::pair<std::string, std::string>> bridge_environment() {
  const std::string url = bridge_url();
  std::vector<std::pair<std::string, std::string>> variables;
  for (const char* name : {"http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"}) {
    variables.emplace_back(name, url);
  }
  for (const char* name : {"no_proxy", "NO_PROXY"}) variables.emplace_back(name, "");
  return variables;
}

std::optional<int> run_as_bridge(int count, char** words) {
  if (count < 4) return {};
  std::string_view word = words[1];
  if (!word.starts_with(kBridgeWord)) return {};
  word.remove_prefix(kBridgeWord.size());
  if (word.empty()) return run_bridge(kBridgePort, words[2], words + 3);
  const auto port = word.starts_with('=') ? parse_int(word.substr(1)) : std::nullopt;
  if (!port || *port < 1 || *port > 65535) return {};
  return run_bridge(static_cast<int>(*port), words[2], words + 3);
}

}  // namespace pawl::os
