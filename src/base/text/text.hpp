// Text helpers without locale: ASCII case, UTF-8 validity, splitting, shortening, suggestions.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pawl {

std::string lower(std::string_view text);
std::string upper(std::string_view text);
std::string_view trim(std::string_view text);
std::string_view trim_end(std::string_view text);
bool starts_with_folded(std::string_view text, std::string_view prefix);
bool equal_folded(std::string_view a, std::string_view b);
bool contains(std::string_view text, std::string_view part);
bool contains_folded(std::string_view text, std::string_view part);
// `part` with no letter, digit or underscore on either side.
bool contains_word_folded(std::string_view text, std::string_view part);

// Whether `word` is one of `words`.
template <class Words>
bool among(const Words& words, std::string_view word) {
  if constexpr (requires { words.may_hold(word); }) {
    if (!words.may_hold(word)) return false;
  }
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}
inline bool among(std::initializer_list<std::string_view> words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// All parts between separators, empty ones included; "" gives one empty part.
std::vector<std::string_view> split(std::string_view text, char separator);
// Lines without their endings (LF or CRLF); a final newline opens no further line.
std::vector<std::string_view> split_lines(std::string_view text);
// Words between runs of blanks.
std::vector<std::string_view> split_words(std::string_view text);
// The parts are views of the text: of a string that goes at the end of the statement they would
// dangle.
template <std::same_as<std::string> T>
std::vector<std::string_view> split(T&& text, char separator) = delete;
template <std::same_as<std::string> T>
std::vector<std::string_view> split_lines(T&& text) = delete;
template <std::same_as<std::string> T>
std::vector<std::string_view> split_words(T&& text) = delete;
std::string join(std::span<const std::string> parts, std::string_view separator);
std::string join(std::span<const std::string_view> parts, std::string_view separator);
std::string replace_all(std::string_view text, std::string_view from, std::string_view to);

bool is_utf8(std::string_view text);
// The text with every byte that is not valid UTF-8 replaced by U+FFFD.
std::string to_utf8(std::string_view text);
// One line: hidden characters (base/text/hidden.hpp) escaped, cut at `bytes_max` on a character
// boundary with an ellipsis.
std::string printable(std::string_view text, std::size_t bytes_max);
// The first and last parts of a long text with a line between that says how much is left out.
std::string head_and_tail(std::string_view text, std::size_t bytes_max);
// A NUL in the first 8,000 bytes: the rule git uses.
bool looks_binary(std::string_view text);

std::optional<long long> parse_int(std::string_view text);
std::optional<double> parse_double(std::string_view text);
// "1 file", "3 files".
std::string counted(std::size_t n, std::string_view singular, std::string_view plural = {});
// `512 MiB`, `1.5 GiB`: one decimal below ten.
std::string human_bytes(std::uint64_t bytes);
// The candidate nearest to `name` by edit distance, if near enough to be a slip of the hand.
std::optional<std::string> nearest(std::string_view name, std::span<const std::string> candidates);
// Lower-case letters, digits and single dashes; at most `length_max`; never empty.
std::string slug(std::string_view text, std::size_t length_max);
// 64-bit FNV-1a as 16 hex digits: for stable samples and fingerprints, not for security.
std::string hash_hex(std::string_view text);
std::size_t line_count(std::string_view text);

}  // namespace pawl
