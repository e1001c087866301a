// Other ways to write a name: `parse_line` for `parseLine`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pawl::guards {

// In other letter case, with and without underscores; without the name itself.
std::vector<std::string> other_spellings(std::string_view name);

}  // namespace pawl::guards
