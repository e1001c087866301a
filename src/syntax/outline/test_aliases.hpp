// Names of a test that stand for another name. For the files of this module only.
#pragma once

#include <string>
#include <string_view>

namespace pawl::syntax {

// The assertion with the other name in the place of each that the lines above it bind to one and
// the same variable for good: `expected = result`. Only for languages in which both then are one
// value.
std::string without_aliases(std::string_view above, std::string_view assertion);

}  // namespace pawl::syntax
