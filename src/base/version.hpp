// The version of Pawl, set by the build from CMakeLists.txt.
#pragma once

#include <string_view>

namespace pawl {

std::string_view version();

}  // namespace pawl
