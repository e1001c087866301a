#include "base/text/shell_word.hpp"

#include <algorithm>

#include "base/text/characters.hpp"

namespace pawl {

std::string shell_word(std::string_view text) {
  constexpr std::string_view kPlain = "_-./:@%+=,#";
  const bool plain = !text.empty() && text.front() != '#' && text.front() != '=' &&
                     std::all_of(text.begin(), text.end(), [&](char c) {
                       return is_letter_or_digit(c) || kPlain.find(c) != std::string_view::npos;
                     });
  if (plain) return std::string(text);
  std::string word = "'";
  for (const char c : text) {
    if (c == '\'') {
      word += "'\\''";
    } else {
      word += c;
    }
  }
  return word + "'";
}

}  // namespace pawl
