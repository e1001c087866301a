// Line endings and byte-order mark of a text, taken off for editing and put back afterwards.
#pragma once

#include <string>
#include <string_view>

namespace pawl::edits {

struct TextShape {
  bool bom = false;
  bool crlf = false;  // most line ends are CRLF
};

TextShape shape_of(std::string_view text);
// Without byte-order mark, every CRLF as LF. Lone CRs stay.
std::string to_plain(std::string_view text);
// From plain back to the shape. A file of mixed endings keeps each line that is still there: the
// lines of `original` are matched in order, only new lines take the shape's ending.
std::string from_plain(std::string_view plain, const TextShape& shape, std::string_view original);

}  // namespace pawl::edits
