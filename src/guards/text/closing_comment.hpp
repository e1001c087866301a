// Prose behind the end of the code: an answer explains itself there, a file hardly ever does.
#pragma once

#include <vector>

#include "guards/text/chat_remains.hpp"
#include "guards/text/text_change.hpp"

namespace pawl::guards {

// The comment with which a program of a language with a grammar ends, when the change adds it and
// it holds sentences; not in tests and samples, and none that closes a block, names a licence or
// tells an editor something. Of 20,000 files of 108 public projects about a dozen end so.
std::vector<Remain> closing_comment(const TextChange& change);

}  // namespace pawl::guards
