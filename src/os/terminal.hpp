// Single keys of a person at a terminal.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include <termios.h>

#include "base/result.hpp"
#include "base/time.hpp"

namespace pawl::os {

// Standard input hands over each key at once and shows none, for as long as this is there. Ctrl-C
// and Ctrl-Z stay what they are.
class KeyTerminal {
 public:
  // invalid when standard input is no terminal.
  static Result<KeyTerminal> open();
  KeyTerminal(KeyTerminal&& other) noexcept;
  KeyTerminal& operator=(KeyTerminal&&) = delete;
  ~KeyTerminal();

  // A character; `up`, `down`, `enter`, `escape`; `end` when nobody types any more. Nothing within
  // that time.
  std::optional<std::string> key(Milliseconds within);

  struct Size {
    std::size_t width = 80;
    std::size_t height = 24;
  };
  Size size() const;  // now: windows change theirs

 private:
  explicit KeyTerminal(const termios& before) : before_(before) {}
  termios before_;
  std::string typed_;  // and not yet asked for
  bool owned_ = true;
};

// Takes the first key from what was typed, which is not empty.
std::string next_key(std::string& typed);

}  // namespace pawl::os
