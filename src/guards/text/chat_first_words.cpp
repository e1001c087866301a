#include "guards/text/chat_first_words.hpp"

#include <algorithm>
#include <utility>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::guards::chat {
namespace {

// The first words of a sentence of a chat.
constexpr auto kFirst = fixed_words(
    "here", "heres", "below", "this", "the", "updated", "modified", "fixed", "full", "complete",
    "find", "please", "sure", "certainly", "of", "absolutely", "got", "understood", "no", "okay",
    "ok", "alright", "great", "perfect", "you", "good", "happy", "thanks", "thank", "i", "we",
    "let", "now", "first", "explanation", "changes", "key", "summary", "what", "note", "notes",
    "in", "these", "with", "as", "sorry", "unfortunately", "hope", "feel", "would", "do", "shall",
    "is", "if", "want", "definitely", "gladly", "sounds", "done", "all", "will", "my", "apologies",
    "on", "excellent", "awesome", "fair", "attached", "and", "revised", "see");

}  // namespace

// The words a sentence of a chat begins with, before anything is made of the line: of a hundred
// lines of code one does.
bool may_begin_sentence(std::string_view text) {
  const std::size_t begin = text.find_first_not_of("*_#> \t");
  if (begin == std::string_view::npos) return false;
  text = text.substr(begin);
  std::size_t end = 0;
  while (end < text.size() && end < 13 && is_letter(text[end])) ++end;
  const std::string_view word = text.substr(0, end);
  if (std::none_of(kFirst.begin(), kFirst.end(),
                   [&](std::string_view each) { return equal_folded(each, word); })) {
    return false;
  }
  const std::string_view rest = text.substr(end);
  if (rest.empty() ||
      std::string_view(" ,!.:'\xE2*").find(rest.front()) == std::string_view::npos) {
    return false;
  }
  // Words of languages, too: they go on otherwise in a sentence.
  constexpr std::pair<std::string_view, std::string_view> kSecond[] = {
      {"if", " you"},  {"do", " you"}, {"is", " there"},
      {"in", " this"}, {"as", " a"},   {"no", " problem"}};
  for (const auto& [first, second] : kSecond) {
    if (equal_folded(first, word)) return rest.starts_with(second);
  }
  if (equal_folded("let", word)) return rest.starts_with(" me ") || rest.starts_with("'s ");
  return true;
}

}  // namespace pawl::guards::chat
