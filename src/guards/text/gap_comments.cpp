#include "guards/text/gap_comments.hpp"

#include <algorithm>
#include <initializer_list>
#include <string>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/text/placeholder_words.hpp"

namespace pawl::guards {
namespace {

constexpr auto kPut = fixed_words("add", "insert", "put", "place", "write", "implement", "complete",
                                  "fill", "define", "include", "paste", "provide", "finish",
                                  "replace", "handle", "enter", "continue", "repeat", "extend");
// Beside the words of a placeholder.
constexpr auto kMore = fixed_words(
    "todo", "fixme", "your", "real", "custom", "necessary", "specific", "appropriate", "own",
    "additional", "required", "relevant", "value", "values", "description", "error", "handling",
    "edge", "business", "main", "desired", "placeholder", "similar", "similarly", "pattern", "you",
    "would", "need", "must", "note", "corresponding", "proper", "full", "complete", "missing",
    "belongs", "needs", "others", "case", "into", "where", "using", "instead", "do", "suitable",
    "magic", "yet", "implemented", "project", "application", "app", "production", "data", "query",
    "expected", "stub", "simplified", "basic", "task", "actual", "yourself", "please", "on", "too",
    "well", "each", "name", "title", "text", "assertions", "api", "call", "calls", "behavior",
    "feature", "features", "processing");
constexpr auto kBrief =
    fixed_words("brevity", "clarity", "simplicity", "readability", "conciseness");

struct Gap {
  bool put = false;     // `add`, `implement`
  bool thing = false;   // `cases`, `value`
  bool code = false;    // `logic`
  bool rest = false;    // `remaining`
  bool actual = false;  // `real`
  bool there = false;   // `here`
};

bool is_code(std::string_view word) {
  return among({"code", "logic", "implementation", "implementations", "functionality"}, word);
}

bool read_gap(const Said& said, Gap& gap) {
  for (const std::string& word : said.words) {
    const bool thing = is_left_out_thing(word);
    const bool put = among(kPut, word);
    if (!thing && !put && !is_kept_word(word) && !links_placeholder(word) && !among(kMore, word)) {
      return false;
    }
    gap.put = gap.put || put;
    gap.thing = gap.thing || thing || among({"value", "values", "description", "text"}, word);
    gap.code = gap.code || is_code(word);
    gap.rest = gap.rest || among({"rest", "remaining", "missing", "others"}, word);
    gap.actual = gap.actual || among({"actual", "real", "full", "proper"}, word);
    gap.there = gap.there || among({"here", "goes", "go", "belongs", "comes", "below"}, word);
  }
  return true;
}

bool is_all_capitals(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) { return is_lower(c); });
}

// `{{ IMPLEMENTATION }}` alone.
bool is_braced_gap(std::string_view line) {
  line = trim(line);
  if (!line.starts_with("{{") || !line.ends_with("}}") || line.size() < 8) return false;
  const std::string_view inside = trim(line.substr(2, line.size() - 4));
  const Said said = words_said(inside);
  Gap gap;
  return is_all_capitals(inside) && !said.words.empty() && read_gap(said, gap) && gap.thing;
}

bool may_ask(const std::string& text) {
  static constexpr auto kSigns =
      fixed_words("your", "here", "todo", "fixme", "implement", "rest", "remaining", "brevity",
                  "clarity", "simplicity", "readability", "conciseness", "insert", "missing",
                  "placeholder", "similar", "others", "actual", "real", "below");
  return std::any_of(kSigns.begin(), kSigns.end(),
                     [&](std::string_view sign) { return contains(text, sign); });
}

}  // namespace

Placeholder gap_of(std::string_view line) {
  constexpr std::size_t kGapBytesMax = 120;
  if (line.size() > kGapBytesMax || line.size() < 8) return Placeholder::no;
  if (is_braced_gap(line)) return Placeholder::likely;
  const std::string_view comment = said_in(line);
  const std::string_view text = comment.empty() ? bare_said_in(line) : comment;
  // A comment in a comment is a sample.
  if (text.empty() || text.front() == '#' || text.starts_with("//")) return Placeholder::no;
  const bool bracket =
      comment.empty() || is_bracketed(text) || (text.front() == '<' && text.back() == '>');
  if (!may_ask(lower(text))) return Placeholder::no;
  const Said said = words_said(text);
  if (said.words.size() < 2 || said.words.size() > kPlaceholderWordsMax) return Placeholder::no;
  Gap gap;
  if (!read_gap(said, gap)) return Placeholder::no;
  // `Add any other fixtures here.`: who likes to may.
  if (said.says("any") && !said.says("your")) return Placeholder::no;
  const bool todo = said.says("todo") || said.says("fixme");
  const bool yours = said.says("your") && gap.code && (gap.put || gap.there || bracket);
  const bool belongs = gap.code && gap.there && (said.says("goes") || said.says("belongs"));
  const bool asks = gap.put && gap.code && (gap.actual || gap.there || (todo && gap.rest));
  const bool filled_in = bracket && gap.put && gap.thing && (is_all_capitals(text) || gap.there);
  const bool brief = std::any_of(kBrief.begin(), kBrief.end(),
                                 [&](std::string_view word) { return said.says(word); });
  const bool omitted = said.says("omitted") || said.says("skipped") || said.says("elided") ||
                       said.says("truncated") || said.says("shortened");
  if (yours || belongs || asks || filled_in || (brief && omitted)) return Placeholder::certain;
  const bool missing =
      (gap.thing || gap.put) && ((todo && gap.code) || gap.rest || said.says("placeholder") ||
                                 said.says("similar") || said.says("implemented"));
  const bool later = (said.says("not") && said.says("implemented")) || brief ||
                     (gap.put && (said.says("others") || gap.there));
  const bool yours_here = said.says("your") && gap.there;
  return missing || later || yours_here ? Placeholder::likely : Placeholder::no;
}

}  // namespace pawl::guards
