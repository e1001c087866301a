// What a terminal or a conversation showed around a text, and was copied along with it: prompts,
// the output of programs, the names of those who speak.
#pragma once

#include <vector>

#include "guards/text/chat_remains.hpp"
#include "guards/text/text_change.hpp"

namespace pawl::guards {

// On lines the change adds, outside of comments, strings and code blocks; in documents at their
// beginning and end alone.
std::vector<Remain> transcript_remains(const TextChange& change);

}  // namespace pawl::guards
