// Comments in which a model speaks of its edit to the one who asked for it.
#pragma once

#include <vector>

#include "guards/text/chat_remains.hpp"
#include "guards/text/text_change.hpp"

namespace pawl::guards {

// On lines the change adds: comments of code and settings, also behind code, and those of documents
// that are not shown.
std::vector<Remain> edit_remarks(const TextChange& change);

}  // namespace pawl::guards
