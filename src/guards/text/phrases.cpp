#include "guards/text/phrases.hpp"

#include <algorithm>
#include <utility>

#include "base/check.hpp"
#include "base/text/characters.hpp"
#include "base/text/text.hpp"

namespace pawl::guards {
namespace {

constexpr std::string_view kSpokenSigns = ",!?";
constexpr std::size_t kShortGap = 3;
constexpr std::size_t kLongGap = 8;

bool is_sign(std::string_view word) { return word.size() == 1 && contains(kSpokenSigns, word); }

// Letters of other alphabets are bytes above ASCII.
bool joins(char c) {
  return is_letter_or_digit(c) || c == '\'' || static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

std::vector<std::string> spoken_words(std::string_view sentence) {
  std::vector<std::string> words;
  const std::string said = replace_all(lower(sentence), "\u2019", "'");
  for (std::size_t at = 0; at < said.size(); ++at) {
    if (contains(kSpokenSigns, std::string_view(said).substr(at, 1)))
      words.emplace_back(1, said[at]);
    if (!joins(said[at])) continue;
    const std::size_t begin = at;
    while (at < said.size() && joins(said[at])) ++at;
    words.push_back(said.substr(begin, at - begin));
    --at;
  }
  return words;
}

Phrases::Phrases(std::string_view list) {
  for (const std::string_view line : split_lines(list)) {
    const std::string_view row = trim(line);
    if (row.empty() || row.starts_with('#')) continue;
    const std::size_t bar = row.find(" | ");
    PAWL_CHECK(bar != std::string_view::npos, "a row of phrases has a kind");
    const std::vector<std::string_view> head = split_words(row.substr(0, bar));
    const std::string_view rest = trim(row.substr(bar + 3));
    if (head.front() == "lead") {
      for (const std::string_view word : split_words(rest)) lead_.emplace_back(word);
      continue;
    }
    Kind& kind = kinds_[std::string(head.front())];
    add(head.size() > 1 ? kind.unless : kind.phrases, parse(rest));
  }
}

Phrases::Phrase Phrases::parse(std::string_view row) {
  Phrase phrase;
  for (std::string_view token : split_words(row)) {
    if (token == "^") {
      phrase.begins = true;
    } else if (token == "$") {
      phrase.ends = true;
    } else if (token == "~" || token == "~~") {
      phrase.parts.push_back({.words = {}, .gap = token == "~" ? kShortGap : kLongGap});
    } else {
      Part part;
      part.optional = token.size() > 1 && token.ends_with('?');
      if (part.optional) token.remove_suffix(1);
      for (const std::string_view word : split(token, '|')) part.words.emplace_back(word);
      part.sign = is_sign(part.words.front());
      phrase.parts.push_back(std::move(part));
    }
  }
  while (!phrase.parts.empty() && phrase.parts.back().gap > 0) phrase.parts.pop_back();
  PAWL_CHECK(!phrase.parts.empty() && !phrase.parts.front().words.empty(),
             "a phrase begins with a word");
  return phrase;
}

// `x? y` is two phrases, as a table has to know what each begins with.
void Phrases::add(Table& table, Phrase phrase) {
  if (std::exchange(phrase.parts.front().optional, false)) {
    Phrase shorter = phrase;
    shorter.parts.erase(shorter.parts.begin());
    add(table, std::move(shorter));
  }
  for (const std::string& word : phrase.parts.front().words) table[word].push_back(phrase);
}

namespace {

template <typename Part>
bool matches(const std::vector<Part>& parts, std::size_t part,
             const std::vector<std::string>& words, std::size_t at, bool ends) {
  if (part == parts.size()) {
    return !ends || std::all_of(words.begin() + static_cast<std::ptrdiff_t>(at), words.end(),
                                [](const std::string& word) { return is_sign(word); });
  }
  const Part& wanted = parts[part];
  if (wanted.gap > 0) {
    for (std::size_t skipped = 0; skipped <= wanted.gap && at + skipped <= words.size();
         ++skipped) {
      if (matches(parts, part + 1, words, at + skipped, ends)) return true;
    }
    return false;
  }
  if (wanted.optional && matches(parts, part + 1, words, at, ends)) return true;
  while (!wanted.sign && at < words.size() && is_sign(words[at])) ++at;
  return at < words.size() && among(wanted.words, words[at]) &&
         matches(parts, part + 1, words, at + 1, ends);
}

}  // namespace

bool Phrases::is_led_in(const std::vector<std::string>& words, std::size_t at) const {
  return std::all_of(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(at),
                     [&](const std::string& word) { return is_sign(word) || among(lead_, word); });
}

bool Phrases::finds(const Table& table, const std::vector<std::string>& words) const {
  for (std::size_t at = 0; at < words.size(); ++at) {
    const auto found = table.find(words[at]);
    if (found == table.end()) continue;
    for (const Phrase& phrase : found->second) {
      if (phrase.begins && !is_led_in(words, at)) continue;
      if (matches(phrase.parts, 0, words, at, phrase.ends)) return true;
    }
  }
  return false;
}

bool Phrases::says(std::string_view kind, const std::vector<std::string>& words) const {
  const auto found = kinds_.find(kind);
  PAWL_CHECK(found != kinds_.end(), "a kind of phrases that is in the list");
  return finds(found->second.phrases, words) && !finds(found->second.unless, words);
}

}  // namespace pawl::guards
