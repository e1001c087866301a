// The readers a panel is made of (data/words/personas.txt).
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"

namespace pawl::critics {

// Those of a list of names, a line each, as a critic's prompt has them. Errc::invalid names one that nobody
// knows, and those there are.
Result<std::string> personas_words(std::string_view names);

}  // namespace pawl::critics
