// Declarations handed to macros, as in `ASSIGN_OR_RETURN(const Row row, find(id));`, which no
// grammar of C and C++ reads. For the files of this module only.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pawl::syntax {

// The text with each such declaration as a list of expressions, byte for byte where it was: the
// names that make up its type, then its own. Nothing when the text has none.
std::optional<std::string> without_declared_arguments(std::string_view text);

}  // namespace pawl::syntax
