#include "guards/text/placeholder.hpp"

#include <algorithm>
#include <initializer_list>
#include <string>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/text/placeholder_words.hpp"

namespace pawl::guards {
namespace {

// What a comment made of the words of a placeholder says.
struct Shape {
  bool thing = false;   // it names what was left out
  bool strong = false;  // and that is code
  bool kept = false;    // that there is more
  bool plain = false;   // `omitted`, `unchanged`
  bool rest = false;
  bool existing = false;  // what was before
  bool stays = false;     // it is as it was
  bool there = false;     // it belongs here
};

bool says_one_of(const Said& said, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return said.says(word); });
}

bool is_code_thing(std::string_view word) {
  return among({"code",     "implementation", "implementations", "logic",         "file",
                "function", "functions",      "method",          "methods",       "class",
                "imports",  "body",           "module",          "script",        "component",
                "tests",    "content",        "contents",        "functionality", "source",
                "getters",  "setters",        "helpers",         "handlers",      "members",
                "cases",    "arms",           "steps",           "validation",    "parsing"},
               word);
}

// False when a word says anything else.
bool read_shape(const Said& said, Shape& shape) {
  for (const std::string& word : said.words) {
    const bool thing = is_left_out_thing(word);
    const bool kept = is_kept_word(word);
    if (!thing && !kept && !links_placeholder(word)) return false;
    shape.thing = shape.thing || thing;
    shape.strong = shape.strong || is_code_thing(word);
    shape.plain = shape.plain || is_plainly_kept(word);
    shape.kept = shape.kept || (kept && !among({"other", "same", "no", "current"}, word));
  }
  shape.rest = says_one_of(said, {"rest", "remaining"});
  shape.existing = says_one_of(said, {"existing", "previous", "original", "prior"});
  shape.stays = shape.plain || says_one_of(said, {"remains", "remain", "stays", "stay", "same",
                                                  "intact", "preserved", "retained", "identical"});
  shape.there = says_one_of(said, {"here", "goes", "go", "follows", "continues", "continue",
                                   "comes", "below", "above", "omitted"});
  return true;
}

// `not repeated here`
bool says_left_out(const Said& said) {
  return said.says("not") && says_one_of(said, {"repeated", "shown", "copied", "reproduced",
                                                "listed", "included", "displayed"});
}

// `other methods remain exactly the same`, `all previous imports as they were`.
bool says_others_stay(const Said& said, const Shape& shape) {
  constexpr std::size_t kWordsMin = 3;
  // `I left the original as is`: so speaks who was asked for something else.
  if (!shape.thing || said.words.size() < kWordsMin || said.says("i")) return false;
  const bool others = shape.rest || shape.existing ||
                      says_one_of(said, {"other", "others", "remainder", "all", "elsewhere"});
  const bool as_it_was =
      said.says("as") && says_one_of(said, {"is", "are", "were", "was", "before"});
  const bool stays =
      says_one_of(said, {"remain", "remains", "stay", "stays"}) && (said.says("same") || as_it_was);
  return (others && (shape.plain || stays || as_it_was)) || (shape.strong && stays) ||
         (says_left_out(said) && (others || said.says("here")));
}

// Nobody says so of code that is there to be read.
bool is_certain(const Said& said, const Shape& shape) {
  if (says_others_stay(said, shape)) return true;
  if (shape.rest && shape.stays) return true;
  if (shape.rest && shape.thing && (shape.there || (said.says("as") && said.says("is")))) {
    return said.words.size() >= 3;
  }
  if (shape.existing && shape.strong && (shape.there || shape.stays)) return true;
  // `omitted for brevity`
  if ((shape.plain || says_one_of(said, {"skipped", "cut", "left", "shortened", "trimmed"})) &&
      says_one_of(said, {"brevity", "clarity", "simplicity", "readability", "conciseness"})) {
    return true;
  }
  if (says_one_of(said, {"keep", "kept"}) && shape.strong && (shape.rest || shape.existing)) {
    return true;
  }
  if (says_one_of(said, {"everything", "all"}) && said.says("else") &&
      (shape.stays || (said.says("as") && said.says("is")))) {
    return true;
  }
  if (said.says("lines") && says_one_of(said, {"omitted", "truncated", "snipped", "elided"})) {
    return true;
  }
  return said.says("code") && says_one_of(said, {"continues", "unchanged", "omitted", "truncated",
                                                 "snipped", "elided", "unmodified"});
}

}  // namespace

bool is_place_to_fill(const RepoPath& path) {
  static constexpr auto kPlaces =
      fixed_words("example", "sample", "template", "prompt", "scaffold", "skeleton", "boilerplate",
                  "tutorial", "starter", "exercise", "generator");
  return std::any_of(kPlaces.begin(), kPlaces.end(),
                     [&](std::string_view place) { return contains_folded(path.text(), place); });
}

bool is_bare_placeholder(std::string_view line) {
  return said_in(line).empty() && !bare_said_in(line).empty();
}

Placeholder placeholder_of(std::string_view line) {
  if (line.size() > 200) return Placeholder::no;
  const std::string_view comment = said_in(line);
  const std::string_view text = comment.empty() ? bare_said_in(line) : comment;
  if (text.empty()) return Placeholder::no;
  Said said = words_said(text);
  // Brackets say as much as dots do.
  said.ellipsis = said.ellipsis || comment.empty() || is_bracketed(text);
  if (said.words.empty() || said.words.size() > kPlaceholderWordsMax) return Placeholder::no;
  Shape shape;
  if (!read_shape(said, shape)) return Placeholder::no;
  if (said.ellipsis && ((shape.thing && shape.kept) || shape.plain)) return Placeholder::certain;
  if (is_certain(said, shape)) return Placeholder::certain;
  const bool as_before = (said.says("as") && said.says("before")) ||
                         (said.says("no") && said.says("changes")) ||
                         (said.says("same") && shape.existing);
  const bool existing = shape.thing && shape.existing;
  const bool likely = shape.plain || as_before || (shape.thing && shape.rest && said.says("of")) ||
                      (existing && said.says("here")) || (existing && said.says("code")) ||
                      (existing && shape.stays) || (said.ellipsis && shape.thing);
  return likely ? Placeholder::likely : Placeholder::no;
}

}  // namespace pawl::guards
