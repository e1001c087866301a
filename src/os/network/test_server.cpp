#include "os/network/test_server.hpp"

#include <array>
#include <chrono>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/check.hpp"
#include "base/text/text.hpp"

namespace pawl::os {
namespace {

// Waits for input for a short time, so that the end of the server is noticed.
bool has_input(int fd) {
  pollfd polled{.fd = fd, .events = POLLIN, .revents = 0};
  return ::poll(&polled, 1, 10) > 0;
}

std::size_t body_length(std::string_view header) {
  for (const std::string_view line : split_lines(header)) {
    if (!starts_with_folded(line, "content-length:")) continue;
    return static_cast<std::size_t>(parse_int(trim(line.substr(15))).value_or(0));
  }
  return 0;
}

}  // namespace

TestServer::TestServer() : listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* generic = reinterpret_cast<sockaddr*>(&address);  // NOLINT: the socket API wants it
  const bool listens = ::bind(listener_.get(), generic, size) == 0 &&
                       ::listen(listener_.get(), 16) == 0 &&
                       ::getsockname(listener_.get(), generic, &size) == 0;
  PAWL_CHECK(listens, "a test needs a socket on loopback");
  port_ = ntohs(address.sin_port);
  accepting_ = std::thread([this] { accept_all(); });
}

TestServer::~TestServer() {
  done_ = true;
  accepting_.join();
  for (std::thread& thread : serving_) thread.join();
}

std::string TestServer::url(const std::string& path) const {
  return "http://127.0.0.1:" + std::to_string(port_) + path;
}

void TestServer::script(std::vector<std::string> pieces, As as) {
  const std::lock_guard lock(mutex_);
  pieces_ = std::move(pieces);
  as_ = as;
}

std::string TestServer::request(std::size_t index) {
  const std::lock_guard lock(mutex_);
  return index < requests_.size() ? requests_[index] : std::string();
}

void TestServer::accept_all() {
  while (!done_) {
    if (!has_input(listener_.get())) continue;
    const int connection = ::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC);
    if (connection < 0) continue;
    ++connections_;
    serving_.emplace_back([this, connection] { serve(connection); });
  }
}

void TestServer::serve(int connection) {
  const Fd owned(connection);
  while (read_request(connection)) {
    std::string answer;
    {
      const std::lock_guard lock(mutex_);
      if (as_ == As::answers) {
        if (next_ == pieces_.size()) return;
        answer = pieces_[next_++];
      }
    }
    if (answer.empty()) {
      answer_in_pieces(connection);
      return;
    }
    static_cast<void>(::send(connection, answer.data(), answer.size(), MSG_NOSIGNAL) >= 0);
  }
}

void TestServer::answer_in_pieces(int connection) {
  const std::vector<std::string> pieces = [this] {
    const std::lock_guard lock(mutex_);
    return pieces_;
  }();
  for (const std::string& piece : pieces) {
    while (piece == kPause && !go_on_ && !done_) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    if (piece == kPause) continue;
    static_cast<void>(::send(connection, piece.data(), piece.size(), MSG_NOSIGNAL) >= 0);
  }
}

bool TestServer::read_request(int connection) {
  std::string text;
  while (!done_) {
    const std::size_t end = text.find("\r\n\r\n");
    if (end != std::string::npos && text.size() >= end + 4 + body_length(text.substr(0, end))) {
      const std::lock_guard lock(mutex_);
      requests_.push_back(std::move(text));
      return true;
    }
    if (!has_input(connection)) continue;
    std::array<char, 4096> buffer{};
    const ssize_t n = ::recv(connection, buffer.data(), buffer.size(), 0);
    if (n <= 0) return false;
    text.append(buffer.data(), static_cast<std::size_t>(n));
  }
  return false;
}

}  // namespace pawl::os
