// Texts as lines, and a line as indentation, words and blanks at its end.
#pragma once

#include <string_view>
#include <vector>

namespace pawl::edits {

using Lines = std::vector<std::string_view>;

inline constexpr std::string_view kBlanks = " \t";

std::string_view indent_of(std::string_view line);
// Without blanks at its end.
std::string_view without_end(std::string_view line);
// Without indentation and blanks at its end.
std::string_view bare(std::string_view line);
bool is_blank(std::string_view line);
// Lines without their LF, whatever else they end in.
Lines plain_lines(std::string_view text);

}  // namespace pawl::edits
