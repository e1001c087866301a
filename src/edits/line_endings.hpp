// Line endings and byte-order mark of a text, taken off for editing and put back afterwards.
#pragma once

#include <cstddef>
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
// From plain back to the shape. Lines of `original` that are still there at both ends keep their
// own ending; all others take the shape's.
std::string from_plain(std::string_view plain, const TextShape& shape, std::string_view original);
// The same for a part from the middle of a text: no byte-order mark.
std::string part_from_plain(std::string_view plain, const TextShape& shape,
                            std::string_view original);
// Where that place of to_plain(text) is in the text itself.
std::size_t stored_offset(std::string_view text, std::size_t plain_offset);

}  // namespace pawl::edits
