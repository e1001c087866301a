// Is a word a slip of the hand for another one?
#pragma once

#include <string_view>

namespace pawl::guards {

// They differ only in dashes, underscores and letter case (`line_length`, `line-length`), or by
// one letter left out, added, changed or swapped with its neighbour; by two in words of ten
// letters and more. Words of under four letters are never near.
bool near_miss(std::string_view word, std::string_view known);

// Dashes and underscores are equal, and so are upper and lower case.
bool equal_loosely(std::string_view a, std::string_view b);

}  // namespace pawl::guards
