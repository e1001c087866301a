#include "os/network/relay.hpp"

#include <array>
#include <cstring>

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace pawl::os {
namespace {

constexpr std::size_t kChunkBytes = 64U << 10U;

Result<sockaddr_un> unix_address(const std::string& path) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) {
    return fail(Errc::invalid, path + " is too long for a socket");
  }
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  return address;
}

Result<Fd> unix_socket() {
  Fd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!socket.valid()) return errno_error(errno, "a socket");
  return socket;
}

// What is there is carried on. False: this way has come to its end.
bool carry(int from, int to, std::atomic<std::int64_t>& left) {
  std::array<char, kChunkBytes> chunk;  // NOLINT: read into before it is read from
  const ssize_t n = retry_interrupted([&] { return ::recv(from, chunk.data(), chunk.size(), 0); });
  if (n <= 0) return false;
  if ((left -= n) < 0) return false;
  return send_all(to, std::string_view(chunk.data(), static_cast<std::size_t>(n)));
}

}  // namespace

bool send_all(int socket, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n =
        retry_interrupted([&] { return ::send(socket, text.data(), text.size(), MSG_NOSIGNAL); });
    if (n <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

void relay(int one, int other, std::atomic<std::int64_t>& left) {
  std::array<pollfd, 2> ways = {{{one, POLLIN, 0}, {other, POLLIN, 0}}};
  const std::array<int, 2> targets = {other, one};
  while (ways[0].fd >= 0 || ways[1].fd >= 0) {
    if (retry_interrupted([&] { return ::poll(ways.data(), ways.size(), -1); }) < 0) return;
    for (std::size_t i = 0; i < ways.size(); ++i) {
      if (ways[i].fd < 0 || ways[i].revents == 0) continue;
      if (carry(ways[i].fd, targets[i], left)) continue;
      if (left < 0) return;
      ::shutdown(targets[i], SHUT_WR);
      ways[i].fd = -1;
    }
  }
}

Result<Fd> listen_at(const std::string& path) {
  TRY_ASSIGN(const sockaddr_un address, unix_address(path));
  TRY_ASSIGN(Fd socket, unix_socket());
  const auto* generic = reinterpret_cast<const sockaddr*>(&address);  // NOLINT: the API wants it
  if (::bind(socket.get(), generic, sizeof address) != 0 || ::listen(socket.get(), 64) != 0) {
    return errno_error(errno, path);
  }
  return socket;
}

Result<Fd> connect_at(const std::string& path) {
  TRY_ASSIGN(const sockaddr_un address, unix_address(path));
  TRY_ASSIGN(Fd socket, unix_socket());
  const auto* generic = reinterpret_cast<const sockaddr*>(&address);  // NOLINT: the API wants it
  const int result =
      retry_interrupted([&] { return ::connect(socket.get(), generic, sizeof address); });
  if (result != 0) return errno_error(errno, path);
  return socket;
}

}  // namespace pawl::os
