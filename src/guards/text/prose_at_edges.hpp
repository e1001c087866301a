// A sentence above or below a text that is no prose, or above the title of a document.
#pragma once

#include <vector>

#include "guards/text/chat_remains.hpp"
#include "guards/text/text_change.hpp"

namespace pawl::guards {

// Of texts that were there before.
std::vector<Remain> prose_at_edges(const TextChange& change);

}  // namespace pawl::guards
