// Text of C and C++ without what only looks like code. For the files of this module only.
#pragma once

#include <string>
#include <string_view>

namespace pawl::syntax {

// Comments and the inside of literals as blanks, byte for byte. `unclosed`, when it is asked for,
// counts the literals that do not end on their line.
std::string blank_literals(std::string_view text, int* unclosed = nullptr);

}  // namespace pawl::syntax
