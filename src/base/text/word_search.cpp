#include "base/text/word_search.hpp"

#include <algorithm>

namespace pawl {
namespace {

std::uint16_t pair_at(std::string_view text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  const auto second = static_cast<unsigned char>(text[at + 1]);
  return static_cast<std::uint16_t>(first << 8U | second);
}

}  // namespace

WordSearch::WordSearch(std::span<const std::string_view> words) {
  for (const std::string_view word : words) {
    if (word.size() == 1) letters_ += word;
    if (word.size() < 2) continue;
    const std::uint16_t pair = pair_at(word, 0);
    pairs_.set(pair);
    by_pair_[pair].emplace_back(word);
  }
}

bool WordSearch::any_in(std::string_view text) const {
  if (!letters_.empty() && text.find_first_of(letters_) != std::string_view::npos) return true;
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    const std::uint16_t pair = pair_at(text, at);
    if (!pairs_.test(pair)) continue;
    const std::vector<std::string>& words = by_pair_.at(pair);
    const auto stands_here = [&](const std::string& word) {
      return text.substr(at).starts_with(word);
    };
    if (std::any_of(words.begin(), words.end(), stands_here)) return true;
  }
  return false;
}

}  // namespace pawl
