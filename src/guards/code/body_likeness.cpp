#include "guards/code/body_likeness.hpp"

#include <algorithm>
#include <map>

#include "base/text/text.hpp"
#include "guards/lexical.hpp"

namespace pawl::guards {
namespace {

std::map<std::string_view, int> word_counts(std::string_view text, std::string_view name) {
  std::map<std::string_view, int> words;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_word(text[end])) ++end;
    if (end > i) {
      const std::string_view word = text.substr(i, end - i);
      if (word != name) ++words[word];
    } else {
      end = i + 1;
      const bool blank = text[i] == ' ' || text[i] == '\t' || text[i] == '\n' || text[i] == '\r';
      if (!blank) ++words[text.substr(i, 1)];
    }
    i = end;
  }
  return words;
}

}  // namespace

double likeness(std::string_view a, std::string_view a_name, std::string_view b,
                std::string_view b_name) {
  const auto left = word_counts(a, a_name);
  const auto right = word_counts(b, b_name);
  int common = 0;
  int all = 0;
  for (const auto& [word, count] : left) {
    all += count;
    const auto same = right.find(word);
    if (same != right.end()) common += std::min(count, same->second);
  }
  for (const auto& [word, count] : right) all += count;
  return all == 0 ? 1 : 2.0 * common / all;
}

}  // namespace pawl::guards
