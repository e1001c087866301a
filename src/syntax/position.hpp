// Byte offsets to the lines and columns people read. For the files of this module only.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "syntax/check.hpp"

namespace pawl::syntax {

// The place of a byte of the text: line from 1, column from 1 in characters.
Diagnostic diagnostic_at(std::string_view text, std::size_t offset, std::string message);
// The same where line and byte column are already known, both from 0.
Diagnostic diagnostic_at(std::string_view text, std::size_t offset, std::size_t row,
                         std::string message);

}  // namespace pawl::syntax
