#include "os/terminal.hpp"

#include <array>

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "os/files/fd.hpp"

namespace pawl::os {

Result<KeyTerminal> KeyTerminal::open() {
  termios before = {};
  if (::tcgetattr(STDIN_FILENO, &before) != 0) {
    return fail(Errc::invalid, "standard input is no terminal: there is nobody to press keys");
  }
  termios keys = before;
  keys.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  keys.c_cc[VMIN] = 1;
  keys.c_cc[VTIME] = 0;
  if (::tcsetattr(STDIN_FILENO, TCSANOW, &keys) != 0) {
    return errno_error(errno, "the terminal cannot be set to single keys");
  }
  return KeyTerminal(before);
}

KeyTerminal::KeyTerminal(KeyTerminal&& other) noexcept : before_(other.before_) {
  other.owned_ = false;
}

KeyTerminal::~KeyTerminal() {
  if (owned_) ::tcsetattr(STDIN_FILENO, TCSANOW, &before_);
}

std::optional<std::string> KeyTerminal::key(Milliseconds within) {
  pollfd polled{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
  if (::poll(&polled, 1, static_cast<int>(within.count())) <= 0) return std::nullopt;
  std::array<char, 16> space{};
  const ssize_t n = ::read(STDIN_FILENO, space.data(), space.size());
  if (n < 0 && errno == EINTR) return std::nullopt;
  if (n <= 0) return "end";
  const std::string typed(space.data(), static_cast<std::size_t>(n));
  if (typed == "\x1b[A" || typed == "\x1bOA") return "up";
  if (typed == "\x1b[B" || typed == "\x1bOB") return "down";
  if (typed.front() == '\n' || typed.front() == '\r') return "enter";
  if (typed.front() == '\x1b') return "escape";
  return typed.substr(0, 1);
}

KeyTerminal::Size KeyTerminal::size() const {
  winsize window = {};
  if (::ioctl(STDIN_FILENO, TIOCGWINSZ, &window) != 0 || window.ws_col == 0) return {};
  return {.width = window.ws_col, .height = window.ws_row};
}

}  // namespace pawl::os
