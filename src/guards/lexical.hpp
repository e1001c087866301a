// Characters and words, as the guards tell them apart: what a name is made of, which words a list
// has. ASCII only; other bytes belong to no name.
#pragma once

#include <algorithm>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pawl::guards {

constexpr bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}
constexpr bool is_word_byte(char c) { return is_letter_or_digit(c) || c == '_'; }
// With the `$` of JavaScript.
constexpr bool is_identifier_byte(char c) { return is_word_byte(c) || c == '$'; }

// Strings to look up by any kind of string.
using NameSet = std::set<std::string, std::less<>>;

using WordList = std::span<const std::string_view>;
inline bool among(WordList words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}
inline bool among(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// The words of a text with one blank between them.
std::string single_spaced(std::string_view text);

}  // namespace pawl::guards
