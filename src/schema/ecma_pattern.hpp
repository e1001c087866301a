// From the regular expressions of ECMA-262 (with the flag `u`) to those of PCRE2.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"

namespace pawl::schema {

struct TranslatedPattern {
  std::string text;
  bool refers_back = false;  // it has a `\1` or a `\k<name>`
};

// An expression of PCRE2 (UTF, not UCP) that matches the same texts. Written anew is what means
// something else there: `.`, `\s`, `\v`, `\cX`, `\uXXXX`, `\u{…}`, properties, braces and brackets
// that stand for themselves. Errc::invalid when it has what ECMA-262 does not know (`\A`, `(?i)`,
// `(?>…)`, `a++`), or begins a repetition with more than 1,000 items. Brackets that do not match
// are left for PCRE2 to refuse.
Result<TranslatedPattern> translate_pattern(std::string_view expression);

}  // namespace pawl::schema
