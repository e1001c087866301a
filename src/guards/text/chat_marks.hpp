// Marks of chat and tool protocols, as they are left in a line. Places are byte offsets, npos where
// there is none.
#pragma once

#include <cstddef>
#include <string_view>

namespace pawl::guards::chat {

// The ending of a format that is made of tags itself.
bool is_markup(std::string_view extension);
// ```` ```python ````, `~~~`.
bool is_fence(std::string_view line);
// `<|im_end|>` and its like, anywhere in a text.
std::size_t find_token(std::string_view line);
// A line that begins with what nothing but such a protocol writes.
bool is_mark(std::string_view line);
// `<file path="a.py">` and a line that is one tag of an answer.
bool is_tag(std::string_view line);
// The place of a mark by which a chat cites its sources.
std::size_t find_citation(std::string_view line);
// What a model leaves for somebody to fill in: `[INSERT DATE]`, `[your name]`.
bool is_to_fill_in(std::string_view line);
// The sequence by which a terminal changes its colours.
std::size_t find_colour(std::string_view line);

}  // namespace pawl::guards::chat
