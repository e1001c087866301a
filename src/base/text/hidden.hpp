// Characters that a reader does not see, or that make a terminal or an editor show other characters
// where they are not: controls, direction marks, zero width, tags. One table for every terminal,
// file and pull request.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pawl {

enum class HiddenKind : std::uint8_t {
  control,    // C0 (also newline and tab), DEL, C1
  mark,       // says in which direction the text beside it runs
  embedding,  // changes the direction of what follows until it is closed
  reversal,   // shows what follows in reverse order
  invisible,  // has no width: joiners, tags, fillers, selectors
};

struct HiddenChar {
  std::size_t at = 0;
  std::size_t length = 0;
  char32_t code = 0;
  HiddenKind kind = HiddenKind::control;
  // Its neighbours need it: a joiner inside an emoji or between letters of a script that joins, a
  // selector behind a symbol, a tag inside a flag.
  bool needed = false;
};

// All of them in order. Bytes that are no valid UTF-8 are none.
std::vector<HiddenChar> hidden_in(std::string_view text);

// Whether there may be one but for tab and line ends; costs less than listing them.
bool may_hide(std::string_view text);

// `\x1b`, `\u{202e}`: what is shown in the place of one.
std::string hidden_escape(char32_t code);
// `U+202E (right-to-left override)`.
std::string hidden_name(char32_t code);

// Text of several lines as a terminal may get it: hidden characters that their neighbours do not
// need are escaped, bytes that are no UTF-8 replaced. Newlines, tabs and CR before LF stay.
std::string visible(std::string_view text);
// The same without hidden characters, for what is compared or searched.
std::string without_hidden(std::string_view text);

// The letter of a right-to-left script is somewhere in the text.
bool has_right_to_left(std::string_view text);

}  // namespace pawl
