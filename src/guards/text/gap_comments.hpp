// Comments, and words in brackets, that ask somebody to write what is missing: `Add your logic
// here`, `[YOUR CODE HERE]`, `TODO: implement actual logic`.
#pragma once

#include <string_view>

#include "guards/text/placeholder.hpp"

namespace pawl::guards {

// Of one line that holds nothing else. `likely` is one where code vanished around it.
Placeholder gap_of(std::string_view line);

}  // namespace pawl::guards
