// What a page shows around code, and was copied along with it: the label and the button of a code
// block, the elements it lies in, breaks at the ends of lines.
#pragma once

#include <vector>

#include "guards/text/chat_remains.hpp"
#include "guards/text/text_change.hpp"

namespace pawl::guards {

std::vector<Remain> page_remains(const TextChange& change);

}  // namespace pawl::guards
