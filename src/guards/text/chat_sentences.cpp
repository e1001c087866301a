#include "guards/text/chat_sentences.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text/text.hpp"
#include "guards/lexical.hpp"

namespace pawl::guards::chat {
namespace {

constexpr std::size_t kWordsAhead = 9;

constexpr auto kReworked = std::to_array<std::string_view>(
    {"updated", "modified", "corrected", "revised", "refactored", "rewritten", "fixed", "improved",
     "requested", "adjusted", "reworked", "cleaned-up", "patched", "edited"});
constexpr auto kWhole = std::to_array<std::string_view>(
    {"complete", "full", "entire", "final", "new", "whole", "completed"});
constexpr auto kAnswerWords = std::to_array<std::string_view>(
    {"file",           "files",     "code",          "version", "content",  "contents",
     "implementation", "script",    "function",      "class",   "module",   "document",
     "readme",         "readme.md", "configuration", "config",  "test",     "tests",
     "component",      "source",    "snippet",       "program", "solution", "patch",
     "diff",           "method",    "changes",       "yaml",    "json",     "dockerfile",
     "makefile",       "workflow",  "section"});
constexpr auto kDid = std::to_array<std::string_view>(
    {"updated",     "modified", "added",     "fixed",    "made",    "refactored",
     "implemented", "created",  "rewritten", "removed",  "changed", "corrected",
     "replaced",    "kept",     "preserved", "included", "wrapped", "renamed",
     "cleaned",     "provided", "adjusted",  "rewrote",  "moved",   "simplified"});
constexpr auto kDo = std::to_array<std::string_view>(
    {"update",  "modify", "add",    "fix",     "make",    "refactor", "implement", "create",
     "rewrite", "remove", "change", "correct", "replace", "provide",  "explain",   "help",
     "start",   "begin",  "show",   "look",    "write",   "need",     "check",     "analyze"});

}  // namespace

// The words of a line in lower case, without marks of stress; apostrophes are straight.
std::string folded_words(std::string_view text) {
  std::string said = lower(text.substr(0, kSaidBytesMax));
  said = replace_all(said, "\u2019", "'");
  const std::size_t begin = said.find_first_not_of("*_#> \t");
  if (begin == std::string::npos) return {};
  said = said.substr(begin);
  return replace_all(replace_all(said, "**", ""), "`", "");
}

bool starts_with_any(std::string_view said, std::initializer_list<std::string_view> starts) {
  return std::any_of(starts.begin(), starts.end(),
                     [&](std::string_view start) { return said.starts_with(start); });
}

std::string_view bare_word(std::string_view word) {
  const std::size_t end = word.find_last_not_of(":.,!;)\"'");
  return end == std::string_view::npos ? std::string_view() : word.substr(0, end + 1);
}

Announced announced_by(std::string_view said) {
  Announced out;
  if (!starts_with_any(said, {"here is ",        "here's ",           "here are ",
                              "heres ",          "below is ",         "below are ",
                              "this is the ",    "the following is ", "the following code ",
                              "here you go",     "the updated ",      "the modified ",
                              "the corrected ",  "updated file",      "updated code",
                              "updated version", "modified file",     "fixed version",
                              "full file",       "complete file",     "find below",
                              "please find"})) {
    return out;
  }
  const auto words = split_words(said);
  bool whole = false;
  const bool colon = trim_end(said).ends_with(':');
  for (std::size_t i = 0; i < std::min(words.size(), kWordsAhead); ++i) {
    const std::string_view word = bare_word(words[i]);
    if (among(kReworked, word)) out.reworked = true;
    if (among(kWhole, word)) whole = true;
    if (i == 0 || !among(kAnswerWords, word)) continue;
    out.any = out.reworked || whole || colon;
    if (out.any) break;
  }
  out.reworked = out.reworked && out.any;
  return out;
}

bool agrees(std::string_view said) {
  for (const std::string_view word :
       {"sure", "certainly", "of course", "absolutely", "got it", "understood", "no problem",
        "okay", "ok", "alright", "great", "great question", "perfect", "you're right",
        "you're absolutely right", "good catch", "happy to help", "thanks for", "thank you for"}) {
    if (!said.starts_with(word)) continue;
    std::string_view rest = said.substr(word.size());
    if (rest.empty()) continue;
    const bool stop = std::string_view("!,.:-").find(rest.front()) != std::string_view::npos ||
                      rest.starts_with(" \u2014") || rest.starts_with(" -");
    if (!stop) continue;
    rest = rest.substr(std::min(rest.find_first_of("abcdefghijklmnopqrstuvwxyz"), rest.size()));
    if (starts_with_any(rest, {"here's", "here is", "here are", "i'll", "i've", "i will", "i have",
                               "i can ", "let me ", "let's ", "below is", "i updated"})) {
      return true;
    }
  }
  return false;
}

// `I've updated`, `I will now add`, `Let me fix`.
bool reports_itself(std::string_view said) {
  std::string_view rest;
  bool did = false;
  for (const std::string_view start : {"i've ", "i have ", "i ", "we've ", "i also "}) {
    if (!said.starts_with(start)) continue;
    rest = said.substr(start.size());
    did = true;
    break;
  }
  for (const std::string_view start : {"i'll ", "i will ", "i'm going to ", "let me ", "let's ",
                                       "now i'll ", "now let me ", "first, i'll ", "i need to "}) {
    if (!said.starts_with(start)) continue;
    rest = said.substr(start.size());
    did = false;
    break;
  }
  const auto words = split_words(rest);
  for (std::size_t i = 0; i < std::min<std::size_t>(words.size(), 2); ++i) {
    if (did ? among(kDid, bare_word(words[i])) : among(kDo, bare_word(words[i]))) {
      return words.size() > i + 1;
    }
  }
  return false;
}

bool takes_leave(std::string_view said) {
  return starts_with_any(said, {"let me know if you need",
                                "let me know if you want",
                                "let me know if you would",
                                "let me know if you'd",
                                "let me know if you have any",
                                "let me know if there",
                                "let me know if any",
                                "let me know if this",
                                "i hope this helps",
                                "hope this helps",
                                "feel free to ask",
                                "would you like me to",
                                "do you want me to",
                                "shall i ",
                                "please let me know if",
                                "is there anything else",
                                "feel free to let me know",
                                "if you need any further",
                                "if you'd like me to",
                                "if you have any questions, feel",
                                "if you need any additional",
                                "happy coding",
                                "want me to "});
}

bool explains(std::string_view said) {
  const std::string_view plain = trim_end(said);
  if (among({"explanation:", "changes made:", "key changes:", "summary of changes:",
             "what changed:", "what i changed:", "key improvements:", "changes:", "explanation",
             "key changes", "changes made", "explanation of changes:", "notes on the changes:"},
            plain)) {
    return true;
  }
  return starts_with_any(
      said,
      {"explanation of the ", "the changes are ",   "the main changes ",    "the key changes ",
       "this updated ",       "this modified ",     "this revised ",        "this code ",
       "this change ",        "this version ",      "this implementation ", "this refactored ",
       "this fix ",           "in this updated ",   "in this version",      "the above code ",
       "the code above ",     "note that i ",       "these changes ",       "this should fix ",
       "this will fix ",      "with these changes", "with this change",     "the fix ",
       "the updated code "});
}

bool refuses(std::string_view said) {
  const std::string_view start = said.starts_with("sorry, but ") ? said.substr(11) : said;
  if (starts_with_any(said, {"as an ai language model", "as an ai assistant", "as an ai,",
                             "as a large language model", "as an ai model", "as a language model",
                             "i'm just an ai", "i am just an ai"})) {
    return true;
  }
  if (starts_with_any(
          said, {"i'm sorry, but ", "i am sorry, but ", "i apologize, but ", "sorry, but i ",
                 "sorry, i can", "i'm sorry, i ", "unfortunately, i can", "unfortunately, i don't",
                 "unfortunately, i do not", "i'm unable to ", "i am unable to ", "i'm not able to ",
                 "i am not able to ", "i'm afraid i can"})) {
    return true;
  }
  return starts_with_any(
      start, {"i can't assist",      "i cannot assist",        "i can't help with",
              "i cannot help with",  "i cannot provide",       "i can't provide",
              "i cannot fulfill",    "i can't fulfill",        "i cannot complete",
              "i can't complete",    "i won't be able to",     "i cannot comply",
              "i can't comply",      "i don't have access to", "i do not have access to",
              "i don't have enough", "i do not have enough",   "i cannot see the",
              "i can't see the",     "i cannot access",        "i can't access",
              "i must decline"});
}

bool names_answer(std::string_view word) { return among(kAnswerWords, bare_word(word)); }

// The words a sentence of a chat begins with, before anything is made of the line: of a hundred
// lines of code one does.
bool may_begin_sentence(std::string_view text) {
  const std::size_t begin = text.find_first_not_of("*_#> \t");
  if (begin == std::string_view::npos) return false;
  text = text.substr(begin);
  std::size_t end = 0;
  while (end < text.size() && end < 13 && is_letter(text[end])) ++end;
  constexpr auto kFirst = std::to_array<std::string_view>({"here",
                                                           "heres",
                                                           "below",
                                                           "this",
                                                           "the",
                                                           "updated",
                                                           "modified",
                                                           "fixed",
                                                           "full",
                                                           "complete",
                                                           "find",
                                                           "please",
                                                           "sure",
                                                           "certainly",
                                                           "of",
                                                           "absolutely",
                                                           "got",
                                                           "understood",
                                                           "no",
                                                           "okay",
                                                           "ok",
                                                           "alright",
                                                           "great",
                                                           "perfect",
                                                           "you",
                                                           "good",
                                                           "happy",
                                                           "thanks",
                                                           "thank",
                                                           "i",
                                                           "we",
                                                           "let",
                                                           "now",
                                                           "first",
                                                           "explanation",
                                                           "changes",
                                                           "key",
                                                           "summary",
                                                           "what",
                                                           "note",
                                                           "notes",
                                                           "in",
                                                           "these",
                                                           "with",
                                                           "as",
                                                           "sorry",
                                                           "unfortunately",
                                                           "hope",
                                                           "feel",
                                                           "would",
                                                           "do",
                                                           "shall",
                                                           "is",
                                                           "if",
                                                           "want"});
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
