// Indentation that a change turns into another sort, or loses.
#pragma once

#include <optional>
#include <string>

#include "guards/text/text_change.hpp"

namespace pawl::guards {

struct IndentFault {
  std::size_t line = 0;  // from 0
  std::string what;
};

// Lines that say what they said, indented with tabs for blanks or the other way round, by another
// width, or not at all; and new lines that are indented with what the file has nowhere.
std::optional<IndentFault> indent_fault(const TextChange& change);

}  // namespace pawl::guards
