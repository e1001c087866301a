// Syntax errors of source code. For the files of this module only; callers use check.hpp.
#pragma once

#include <string_view>
#include <vector>

#include "syntax/check.hpp"

namespace pawl::syntax {

std::vector<Diagnostic> check_code(Language language, std::string_view text);

}  // namespace pawl::syntax
