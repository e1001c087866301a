// Code that gave way to less than it was: to a remark, to a statement whose failure nobody hears;
// and remarks that only repeat the code beside them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "guards/code/changed_span.hpp"
#include "syntax/language.hpp"

namespace pawl::guards {

enum class Replaced : std::uint8_t {
  by_words,  // statements of a function, where a remark stands now
  silenced,  // the same step as before, whose failure is dropped
  repeated,  // a new remark that is the code beside it once more
};

struct ReplacedCode {
  Replaced what = Replaced::by_words;
  int line = 0;      // of the new text, from 1
  std::string said;  // the first line of what it was
};

std::vector<ReplacedCode> replaced_code(syntax::Language language, std::string_view before,
                                        std::string_view after, const ChangedSpan& span);

}  // namespace pawl::guards
