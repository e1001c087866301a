// Merge conflicts that were left in a text.
#pragma once

#include <vector>

#include "guards/text/text_change.hpp"

namespace pawl::guards {

struct MergeConflict {
  std::size_t line = 0;  // from 0, where it opens
  bool half = false;     // a marker without the others
};

// All three markers at the begin of lines, in their order, whether the change brings them or not;
// and on added lines a marker alone, also in a comment. Inside of strings, comments and code blocks
// of documents the whole of a conflict may be a sample: it is one of a merge when one of its sides
// was there before, or when nothing else in the file speaks of merges.
std::vector<MergeConflict> conflicts_in(const TextChange& change);

}  // namespace pawl::guards
