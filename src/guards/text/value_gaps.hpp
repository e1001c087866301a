// Values that give way to something somebody is to fill in: `"REPLACE_ME"`, `<your value here>`.
#pragma once

#include <vector>

#include "guards/text/chat_remains.hpp"
#include "guards/text/text_change.hpp"

namespace pawl::guards {

// Of lines of code and settings in which nothing else changes. A credential that is taken out is
// meant to leave such a gap.
std::vector<Remain> value_gaps(const TextChange& change);

}  // namespace pawl::guards
