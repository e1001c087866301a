// What chat models write around a file and what is no part of it: fences, sentences, refusals, the
// marks of chat and tool protocols, marks of citations, and what somebody was to fill in.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "guards/text/text_change.hpp"

namespace pawl::guards {

struct Remain {
  std::size_t line = 0;  // from 0
  std::string what;      // `a fence of a chat`
};

// On lines the change adds. Left alone are strings of programs, code blocks of documents, and for
// sentences the middle of documents: there somebody may speak of such things, or to a reader.
std::vector<Remain> chat_remains(const TextChange& change);

}  // namespace pawl::guards
