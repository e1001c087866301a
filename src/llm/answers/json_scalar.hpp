// The scalars of JSON as models write them: numbers, words, escapes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/json.hpp"

namespace pawl::llm {

// The bytes a number or a word could be made of, from `at` on.
std::string_view number_token(std::string_view text, std::size_t at);
std::string_view word_token(std::string_view text, std::size_t at);

// A number as RFC 8259 writes it; nothing for any other text and for what no double can hold.
std::optional<Json> strict_number(std::string_view token);
// `+1`, `.5`, `5.`, `007` written as they should have been.
std::string tidy_number(std::string_view token);
// True, False and None of Python, and the NaN, Infinity and undefined no JSON has: null.
std::optional<Json> foreign_word(std::string_view word);

struct Escape {
  std::size_t length = 0;  // of its source; 0 when it is no escape JSON knows
  bool lone_surrogate = false;
};
// The escape whose backslash is `text[at]`, appended to `out` as UTF-8. Half a surrogate pair
// becomes U+FFFD.
Escape read_escape(std::string_view text, std::size_t at, std::string& out);

}  // namespace pawl::llm
