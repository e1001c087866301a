// Whether any of many words is in a text, also as a part of a longer word: one look at the text
// for all of them.
#pragma once

#include <bitset>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace pawl {

// Empty words are in no text.
class WordSearch {
 public:
  explicit WordSearch(std::span<const std::string_view> words);
  bool any_in(std::string_view text) const;

 private:
  // By the first two bytes.
  std::bitset<std::size_t{1} << 16U> pairs_;
  std::unordered_map<std::uint16_t, std::vector<std::string>> by_pair_;
  std::string letters_;  // words of one byte
};

}  // namespace pawl
