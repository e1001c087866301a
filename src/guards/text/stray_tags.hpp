// Tags of an answer, and pages of the web, in files that are no markup.
#pragma once

#include <vector>

#include "guards/text/chat_remains.hpp"
#include "guards/text/text_change.hpp"

namespace pawl::guards {

// Of lines that the change adds: a tag that stands alone on its line and closes or opens nothing, a
// pair of them around the whole file, the first line of a page of the web.
std::vector<Remain> stray_tags(const TextChange& change);

}  // namespace pawl::guards
