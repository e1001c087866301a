// Functions that a language, or where it runs, brings along.
#pragma once

#include <string_view>

#include "index/tree.hpp"

namespace pawl::guards {

// A call of that name means something also where the code does not define it.
bool is_builtin_name(index::Family family, std::string_view name);

}  // namespace pawl::guards
