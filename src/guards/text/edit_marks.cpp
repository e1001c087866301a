#include "guards/text/edit_marks.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::guards::chat {
namespace {

constexpr std::size_t kMarkWordsMax = 7;

// What was done to the text, as such a comment names it.
constexpr auto kEdits = fixed_words(
    "new", "modified", "updated", "changed", "added", "fixed", "fix", "edited", "change", "changes",
    "modification", "addition", "additions", "edit", "update", "updates", "inserted",
    "modifications", "refactored", "corrected", "patched", "replaced", "improved", "edits",
    "correction", "fixes", "rewritten", "deleted", "removed", "adjusted", "refactor");
// What else may be said in a mark of an edit.
constexpr auto kAround =
    fixed_words("code", "section", "block", "part", "line", "lines", "function", "method", "here",
                "start", "starts", "begin", "ends", "end", "stop", "begins", "this", "is", "the",
                "of", "was", "logic", "bug", "region", "snippet", "area", "see", "above", "below",
                "ai", "for", "in", "note", "explanation", "class", "my", "your", "issue", "has",
                "been", "files", "file", "important", "test", "old");
constexpr auto kBounds =
    fixed_words("start", "starts", "begin", "begins", "end", "ends", "stop", "my", "ai");
// `begin update` and `end edit` are what programs do.
constexpr auto kDeeds = fixed_words("update", "edit", "change", "addition", "refactor", "updates",
                                    "removed", "deleted", "replaced", "inserted", "additions");

// The words of a text in lower case, letters alone; none when one says anything but of an edit.
std::vector<std::string> words_of_edit(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ' ';
    if (is_letter(c) || (c == '\'' && !word.empty())) {
      word += is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
    } else if (!word.empty()) {
      if (!among(kEdits, word) && !among(kAround, word)) return {};
      words.push_back(std::move(word));
      word.clear();
    }
  }
  return words;
}

bool is_shout(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) { return is_lower(c); });
}

// Signs around words which no sentence has: `>>> x`, `[x]`, `<-- x`, `=== x ===`.
bool is_adorned(std::string_view text) {
  if (text.size() < 4) return false;
  if (text.front() == '[' && text.back() == ']') return true;
  for (const std::string_view sign :
       {">>>",        "<<<",        "<--",    "<-",     "-->",        "==>",        "<=",
        "===",        "***",        "!!!",    "---",    "+++",        "~~~",        "\u2190",
        "\u2192",     "\u27A1",     "\u2728", "\u2705", "\U0001F527", "\U0001F195", "\u2714",
        "\U0001F449", "\U0001F525", "\u26A0", "\u2B05"}) {
    if (text.starts_with(sign)) return true;
  }
  return false;
}

// `CHANGE 1 of 3: add a check`
bool numbers_edit(std::string_view text) {
  for (const std::string_view word : {"change ", "edit ", "modification ", "fix "}) {
    if (!starts_with_folded(text, word)) continue;
    std::string_view rest = text.substr(word.size());
    if (rest.starts_with('#')) return false;
    std::size_t end = 0;
    while (end < rest.size() && is_digit(rest[end])) ++end;
    if (end == 0 || end > 2) return false;
    rest = rest.substr(end);
    return rest.empty() || rest.starts_with(':') || rest.starts_with(" of ") ||
           rest.starts_with(" -");
  }
  return false;
}

// `CHANGED: now closes the file`
bool heads_edit(std::string_view text) {
  for (const std::string_view word :
       {"CHANGED", "MODIFIED", "ADDED", "EDITED", "REFACTORED", "IMPROVED", "CHANGE",
        "MODIFICATION", "NEW CODE", "OLD CODE", "CHANGED HERE", "MODIFIED HERE", "NEW FEATURE"}) {
    if (!text.starts_with(word)) continue;
    const std::string_view rest = text.substr(word.size());
    const bool dated = std::any_of(rest.begin(), rest.end(), is_digit);
    if (rest.starts_with(": ") && rest.size() > 4 && !dated) return true;
  }
  return false;
}

}  // namespace

bool marks_edit(std::string_view text) {
  text = trim(text);
  if (numbers_edit(text) || heads_edit(text)) return true;
  if (text.size() > 80 || std::any_of(text.begin(), text.end(), is_digit)) return false;
  if (text.find_first_of("(){};/\\'\"$@%^&|`") != std::string_view::npos) return false;
  const auto words = words_of_edit(text);
  if (words.empty() || words.size() > kMarkWordsMax) return false;
  // `DELETED DELETED DELETED` draws what is there.
  if (words.size() > 1 && std::count(words.begin(), words.end(), words.front()) ==
                              static_cast<std::ptrdiff_t>(words.size())) {
    return false;
  }
  std::size_t edits = 0;
  bool bounds = false;
  bool deed = false;
  for (const std::string& word : words) {
    const bool edit = among(kEdits, word);
    edits += edit ? 1U : 0U;
    deed = deed || among(kDeeds, word);
    bounds = bounds || among(kBounds, word);
  }
  if (edits == 0) return false;
  // `[new]`, `removed`: in a list of what there is.
  const bool adorned = is_adorned(text);
  const bool shout = is_shout(text);
  if (words.size() == 1) return (adorned && shout) || (adorned && text.starts_with("<-"));
  const bool code = among(words, "code") || among(words, "section") || among(words, "block");
  return shout || adorned || (bounds && (code || (!deed && words.size() <= 4))) ||
         (among(words, "code") && words.size() == 2 &&
          among({"new", "updated", "modified", "changed", "added"}, words.front()) &&
          !text.ends_with(":"));
}

}  // namespace pawl::guards::chat
