#include "os/terminal.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace pawl::os::terminal_test {

TEST_CASE("keys that were typed at once come one after the other") {
  std::string typed = "jk\x1b[A\x1b[B\x1bOA\x1bOB\r\nq\x1b[15~";
  std::vector<std::string> keys;
  while (!typed.empty()) keys.push_back(next_key(typed));
  CHECK(keys == std::vector<std::string>{"j", "k", "up", "down", "up", "down", "enter", "enter",
                                         "q", "escape"});
}

TEST_CASE("what is no terminal has no keys") {
  const auto terminal = KeyTerminal::open();
  if (!terminal) CHECK(terminal.error().code == Errc::invalid);
}

}  // namespace pawl::os::terminal_test
