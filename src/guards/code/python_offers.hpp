// What a Python module says of its own names.
#pragma once

#include <string_view>

#include "guards/lexical.hpp"
#include "syntax/outline/definitions.hpp"

namespace pawl::guards {

// Names that `__all__` offers.
NameSet offered(std::string_view text);

// A condition that keeps a definition from ever being there at run time.
bool below_dead_condition(std::string_view text, const syntax::Definition& definition);

}  // namespace pawl::guards
