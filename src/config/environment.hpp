// Variables of an environment.
#pragma once

#include <string_view>

#include "config/config.hpp"

namespace pawl::config {

// The value without blanks around it; empty when the variable is absent or blank.
std::string_view variable_of(const Environment& environment, std::string_view name);

}  // namespace pawl::config
