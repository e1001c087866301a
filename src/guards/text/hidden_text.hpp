// Characters that a change adds and that no reader of it sees.
#pragma once

#include <vector>

#include "base/text/hidden.hpp"
#include "git/change.hpp"

namespace pawl::guards {

struct HiddenLine {
  int line = 0;  // from 1
  char32_t code = 0;
  HiddenKind kind = HiddenKind::control;
};

// On lines the change adds, one of each character and line, of characters the text before had fewer
// of. What a text of its kind may hold is left out: what its neighbours need
// (base/text/hidden.hpp), a byte order mark at its start, form feeds; marks of direction beside
// right-to-left letters; and outside of code soft hyphens, and embeddings and isolates that the
// same line closes.
std::vector<HiddenLine> added_hidden(const git::FileChange& file);

}  // namespace pawl::guards
