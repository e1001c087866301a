// Doc comments that a change takes from what stays.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "guards/code/changed_span.hpp"
#include "syntax/language.hpp"

namespace pawl::guards {

struct LostDoc {
  std::string of;  // the line it stood above, as written; empty: the file itself
  int line = 0;    // of that line in the new text
  std::vector<std::string_view> said;  // lines with words, without their marks
};

// Doc comments of whatever stays, by the line below them: fields, variants, members of objects,
// and the file as a whole.
std::vector<LostDoc> lost_docs(syntax::Language language, std::string_view before,
                               std::string_view after, const ChangedSpan& span);

}  // namespace pawl::guards
