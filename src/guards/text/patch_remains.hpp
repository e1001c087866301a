// What patches leave in a file that is no patch: their headers and markers, the signs before each
// line, and the numbers of lines.
#pragma once

#include <vector>

#include "guards/text/chat_remains.hpp"
#include "guards/text/text_change.hpp"

namespace pawl::guards {

// On lines the change adds, outside of strings and of code blocks of documents.
std::vector<Remain> patch_remains(const TextChange& change);

}  // namespace pawl::guards
