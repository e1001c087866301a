// Words and names, as the guards tell them apart. ASCII only; other bytes belong to no name.
#pragma once

#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"

namespace pawl::guards {

// With the `$` of JavaScript.
constexpr bool is_identifier_byte(char c) { return is_word(c) || c == '$'; }

// Strings to look up by any kind of string.
using NameSet = std::set<std::string, std::less<>>;

// The words of a text with one blank between them.
std::string single_spaced(std::string_view text);
// What a text ends in: `foo` of `a.foo`; empty behind anything else.
std::string_view identifier_at_end(std::string_view text);
// A word of prose without the marks around it: `**(Word),**` is `Word`.
std::string_view bare_word(std::string_view word);

// Where a line begins, without its blanks.
std::size_t depth_of(std::string_view line);
// The lines that open what a line is in, by their blanks alone: each begins further to the left
// than those behind it. The nearest comes first; all are counted from 0.
std::vector<std::size_t> lines_around(std::span<const std::string_view> lines, std::size_t line);

}  // namespace pawl::guards
