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

KeyTerminal::KeyTerminal(KeyTerminal&& other) noexcept
    : before_(other.before_), typed_(std::move(other.typed_)) {
  other.owned_ = false;
}

KeyTerminal::~KeyTerminal() {
  if (owned_) ::tcsetattr(STDIN_FILENO, TCSANOW, &before_);
}

std::optional<std::string> KeyTerminal::key(Milliseconds within) {
  if (typed_.empty()) {
    pollfd polled{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
    if (::poll(&polled, 1, static_cast<int>(within.count())) <= 0) return std::nullopt;
    std::array<char, 64> space{};
    const ssize_t n = ::read(STDIN_FILENO, space.data(), space.size());
    if (n < 0 && errno == EINTR) return std::nullopt;
    if (n <= 0) return "end";
    typed_.assign(space.data(), static_cast<std::size_t>(n));
  }
  return next_key(typed_);
}

std::string next_key(std::string& typed) {
  struct Sequence {
    std::string_view bytes;
    std::string_view name;
  };
  constexpr std::array<Sequence, 7> kSequences{{{"\x1b[A", "up"},
                                                {"\x1bOA", "up"},
                                                {"\x1b[B", "down"},
                                                {"\x1bOB", "down"},
                                                {"\n", "enter"},
                                                {"\r", "enter"},
                                                {"\x1b", "escape"}}};
  for (const Sequence& one : kSequences) {
    if (!typed.starts_with(one.bytes)) continue;
    // What follows an escape that is no key of ours belongs to it.
    typed.erase(0, one.name == "escape" ? typed.size() : one.bytes.size());
    return std::string(one.name);
  }
  std::string key = typed.substr(0, 1);
  typed.erase(0, 1);
  return key;
}

KeyTerminal::Size KeyTerminal::size() const {
  winsize window = {};
  if (::ioctl(STDIN_FILENO, TIOCGWINSZ, &window) != 0 || window.ws_col == 0) return {};
  return {.width = window.ws_col, .height = window.ws_row};
}

}  // namespace pawl::os
