// What a model quotes, and the line it may be.
#pragma once

#include <string>
#include <string_view>

namespace pawl::critics {

// A line as it is kept: trimmed, without what a terminal would obey, cut.
std::string shown_line(std::string_view line);
// The first line of a quote that says something, as it is kept; empty when none does.
std::string quoted_line(std::string_view quote);
// Whether it is more than a brace or a blank.
bool says_something(std::string_view quote);
// Whether the line is the one quoted, with or without the number and the mark it was shown with. A
// model may quote the part of a long line that matters.
bool is_quoted(std::string_view line, std::string_view quote);

}  // namespace pawl::critics
