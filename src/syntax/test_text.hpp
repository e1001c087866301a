// Tests written with macros, which no grammar of C and C++ knows. For the files of this module
// only.
#pragma once

#include <string_view>
#include <vector>

#include "syntax/outline/test_outline.hpp"

namespace pawl::syntax {

std::vector<Test> macro_tests(std::string_view text);

}  // namespace pawl::syntax
