// Whether a quote inside a damaged JSON string ends the string or belongs to its text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pawl::llm {

enum class Place : std::uint8_t { key, member, element };

// `text[quote_at]` is a quote met in a string that stands at `place`; `outermost` when the string's
// container is the outermost one, which prose may follow. Judged by what JSON allows to come next,
// so a string of valid JSON always ends where it should. Looks ahead over blanks and at most a
// fixed number of other characters.
bool closes_string(std::string_view text, std::size_t quote_at, Place place, bool outermost);

bool is_json_blank(char c);
// The first position from `at` on that holds no blank; the size of the text when there is none.
std::size_t past_blanks(std::string_view text, std::size_t at);

}  // namespace pawl::llm
