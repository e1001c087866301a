#include "planner/prompts/mentions.hpp"

#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"

namespace pawl::planner {
namespace {

constexpr std::size_t kNameMin = 3;

}  // namespace

Mentions::Mentions(const std::string& text) : text_(text) {
  for (std::size_t i = 0; i < text_.size();) {
    const std::size_t begin = i;
    while (i < text_.size() && is_word(text_[i])) ++i;
    if (i > begin) {
      note(begin, i);
    } else {
      ++i;
    }
  }
}

void Mentions::note(std::size_t begin, std::size_t end) {
  std::string word = text_.substr(begin, end - begin);
  words_.insert(lower(word));
  const char before = begin == 0 ? ' ' : text_[begin - 1];
  const char behind = end == text_.size() ? ' ' : text_[end];
  const bool member = before == '.' && begin > 1 && is_word(text_[begin - 2]);
  if (before == '`' || behind == '(' || member) coded_.insert(std::move(word));
}

Mention Mentions::of(const std::string& name) const {
  if (name.size() < kNameMin) return Mention::none;
  if (!std::all_of(name.begin(), name.end(), is_word)) {
    return contains_word_folded(text_, name) ? Mention::name : Mention::none;
  }
  if (coded_.contains(name)) return Mention::name;
  if (!words_.contains(lower(name))) return Mention::none;
  const bool usual = std::all_of(name.begin() + 1, name.end(), is_lower);
  return usual ? Mention::word : Mention::name;
}

}  // namespace pawl::planner
