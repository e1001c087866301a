// Output that was to be seen once, by somebody who looked for a fault.
#pragma once

#include <vector>

#include "guards/text/chat_remains.hpp"
#include "guards/text/text_change.hpp"

namespace pawl::guards {

// In code of the product, on added lines: output that calls itself one of debugging
// (`print("DEBUG", x)`), and a line that shows values and says nothing of them, put alone into code
// that was there and writes nothing out. Not below a line that asks whether to debug.
std::vector<Remain> debug_remains(const TextChange& change);

}  // namespace pawl::guards
