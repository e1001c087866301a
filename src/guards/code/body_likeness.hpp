// How two definitions compare by their texts.
#pragma once

#include <string_view>

namespace pawl::guards {

// The share of words two texts have in common, from 0 to 1; a name that stands for the definition
// itself does not count.
double likeness(std::string_view a, std::string_view a_name, std::string_view b,
                std::string_view b_name);

}  // namespace pawl::guards
