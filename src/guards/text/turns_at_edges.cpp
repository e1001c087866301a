#include "guards/text/turns_at_edges.hpp"

#include <string>

#include "base/text/text.hpp"

namespace pawl::guards {
namespace {

bool opens_turn(const TextChange& change, std::size_t line) {
  const std::string_view text = trim_end(change.after[line]);
  if (among({"assistant", "model", "ai", "Assistant", "Assistant:", "AI:", "assistant:"}, text)) {
    return change.place_of(line) == Place::plain;
  }
  if (change.sort() == TextSort::document || !text.starts_with("##")) return false;
  const std::size_t begin = text.find_first_not_of('#');
  if (begin == std::string_view::npos) return false;
  std::string said = lower(trim(text.substr(begin)));
  if (said.ends_with(':')) said.pop_back();
  return among({"answer",
                "output",
                "response",
                "solution",
                "result",
                "assistant",
                "code",
                "final answer",
                "updated code",
                "updated file",
                "assistant response",
                "final code",
                "the code",
                "corrected code",
                "fixed code",
                "modified code",
                "implementation",
                "complete code",
                "full code",
                "final output",
                "your answer",
                "model response",
                "new code",
                "modified file",
                "ai response",
                "reply"},
               said) &&
         change.place_of(line) != Place::literal;
}

bool closes_turn(const TextChange& change, std::size_t line) {
  const bool apart = line > 0 && trim(change.after[line - 1]).empty();
  const std::string_view text = trim_end(change.after[line]);
  if (!apart || change.place_of(line) != Place::plain) return false;
  if (among({"user", "User", "human", "Human", "User:", "Human:", "user:", "human:"}, text)) {
    // A key of settings without a value.
    const bool settings = change.sort() == TextSort::source && text.ends_with(':');
    return !settings || text.front() == 'H';
  }
  for (const std::string_view speaker : {"User: ", "Human: ", "**User:** ", "**Human:** "}) {
    if (!text.starts_with(speaker)) continue;
    constexpr std::size_t kWordsMin = 4;
    return split_words(text).size() > kWordsMin;
  }
  return false;
}

}  // namespace

std::vector<Remain> turns_at_edges(const TextChange& change) {
  std::vector<Remain> found;
  std::size_t first = 0;
  std::size_t last = change.after.size();
  while (first < last && trim(change.after[first]).empty()) ++first;
  while (last > first && trim(change.after[last - 1]).empty()) --last;
  if (first >= last) return found;
  constexpr std::string_view kWhat = "the name of one who speaks in a chat";
  if (change.is_added(first) && opens_turn(change, first)) {
    found.push_back({first, std::string(kWhat)});
  }
  --last;
  if (last > first && change.is_added(last) && closes_turn(change, last)) {
    found.push_back({last, std::string(kWhat)});
  }
  return found;
}

}  // namespace pawl::guards
