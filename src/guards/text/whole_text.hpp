// Texts that are not the file but a form of it: escaped, wrapped into JSON, doubled, cut off.
#pragma once

#include <string>

#include "guards/text/text_change.hpp"

namespace pawl::guards {

enum class WholeFault : std::uint8_t {
  none,
  escaped,  // `\n` in the place of line ends, `&lt;` in the place of `<`
  wrapped,  // an object of JSON that holds the file
  doubled,  // it stands there twice
  cut_off,  // it ends in the middle of a line there was
};

struct WholeText {
  WholeFault fault = WholeFault::none;
  std::size_t line = 0;  // from 0
  std::string what;
};

// The first such fault of a text that the change brings.
WholeText whole_text_fault(const TextChange& change);

}  // namespace pawl::guards
