// What somebody tried things out with and left in the code: output that was to be seen once, paths
// of one machine.
#pragma once

#include <vector>

#include "guards/text/chat_remains.hpp"
#include "guards/text/text_change.hpp"

namespace pawl::guards {

// In code of the product, on added lines: output that calls itself one of debugging
// (`print("DEBUG", x)`). Not below a line that asks whether to debug.
std::vector<Remain> debug_remains(const TextChange& change);

// In code and settings outside of tests and samples, and in links of documents: a path below the
// home folder of somebody with a name.
std::vector<Remain> machine_paths(const TextChange& change);

}  // namespace pawl::guards
