// Where the text a model looks for is in a file, when it is not there to the letter: models lose
// blanks at the ends of lines and the depth of indentation, and write blanks for tabs.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pawl::edits {

// What is known of an anchor that does not occur in a text to the letter.
struct LooseMatch {
  std::vector<int> lines;  // where it begins, from 1; more than one: which is meant is unknown
  // Of the only one: the range of the text that gives way, and what stands there instead. Lines
  // that anchor and content share stay as the text has them, to the byte; the others take the
  // text's way to indent.
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string content;
  // Of the only one: how deep a new line is to be indented cannot be seen from the anchor.
  bool indentation_unclear = false;
};

// Whole lines that are equal but for blanks at their ends; when there are none, also but for their
// indentation. A line in the middle of the anchor may be blank, the anchor as a whole may not. All
// three texts have LF line ends.
LooseMatch match_loosely(std::string_view text, std::string_view anchor, std::string_view content);

}  // namespace pawl::edits
