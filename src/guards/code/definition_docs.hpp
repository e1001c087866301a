// What a change takes from the comments and docstrings that say what definitions are for.
#pragma once

#include <vector>

#include "guards/code/definition_sides.hpp"
#include "guards/documents/lost_docs.hpp"

namespace pawl::guards {

// Whether the words of a comment stand elsewhere in the change: it was moved. So are those of less
// than `words_min` words, for one of a word or two above a definition is often a heading.
bool is_still_said(const std::vector<FileSides>& all, const std::vector<std::string_view>& lines,
                   std::size_t words_min);

struct LostDefinitionDoc {
  const syntax::Definition* now = nullptr;
};

// Definitions that stay and say no more what they are for. Words that stand elsewhere in the
// change were moved, and are not lost.
std::vector<LostDefinitionDoc> lost_definition_docs(const std::vector<FileSides>& all,
                                                    const FileSides& sides);

// The same of fields, members of objects, and the file itself.
std::vector<LostDoc> lost_member_docs(const std::vector<FileSides>& all, const FileSides& sides);

}  // namespace pawl::guards
