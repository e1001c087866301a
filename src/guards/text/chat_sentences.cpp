#include "guards/text/chat_sentences.hpp"

#include <algorithm>
#include <utility>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/lexical.hpp"

namespace pawl::guards::chat {
namespace {

constexpr std::size_t kWordsAhead = 9;

constexpr auto kReworked =
    fixed_words("updated", "modified", "corrected", "revised", "refactored", "rewritten", "fixed",
                "improved", "requested", "adjusted", "reworked", "cleaned-up", "patched", "edited");
constexpr auto kWhole =
    fixed_words("complete", "full", "entire", "final", "new", "whole", "completed");
constexpr auto kAnswerWords = fixed_words(
    "file", "files", "code", "version", "content", "contents", "implementation", "script",
    "function", "class", "module", "document", "readme", "readme.md", "configuration", "config",
    "test", "tests", "component", "source", "snippet", "program", "solution", "patch", "diff",
    "method", "changes", "yaml", "json", "dockerfile", "makefile", "workflow", "section");
constexpr auto kDid = fixed_words(
    "updated", "modified", "added", "fixed", "made", "refactored", "implemented", "created",
    "rewritten", "removed", "changed", "corrected", "replaced", "kept", "preserved", "included",
    "wrapped", "renamed", "cleaned", "provided", "adjusted", "rewrote", "moved", "simplified");
constexpr auto kDo =
    fixed_words("update", "modify", "add", "fix", "make", "refactor", "implement", "create",
                "rewrite", "remove", "change", "correct", "replace", "provide", "explain", "help",
                "start", "begin", "show", "look", "write", "need", "check", "analyze");

bool names_file(std::string_view word) {
  const std::size_t dot = word.rfind('.');
  constexpr std::size_t kEndingMax = 6;
  return dot != std::string_view::npos && dot > 0 && dot + 1 < word.size() &&
         word.size() - dot <= kEndingMax && is_letter(word[dot + 1]);
}

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
                              "please find",     "attached is ",      "as requested, here",
                              "and here is ",    "now here is "})) {
    return out;
  }
  const auto words = split_words(said);
  bool whole = false;
  const bool colon = trim_end(said).ends_with(':');
  for (std::size_t i = 0; i < std::min(words.size(), kWordsAhead); ++i) {
    const std::string_view word = bare_word(words[i]);
    if (among(kReworked, word)) out.reworked = true;
    if (among(kWhole, word)) whole = true;
    if (i == 0 || !(names_answer(word) || (colon && names_file(word)))) continue;
    out.any = out.reworked || whole || colon;
    out.whole = whole;
    if (out.any) break;
  }
  out.reworked = out.reworked && out.any;
  return out;
}

bool agrees(std::string_view said) {
  for (const std::string_view word : {"sure",
                                      "certainly",
                                      "of course",
                                      "absolutely",
                                      "got it",
                                      "understood",
                                      "no problem",
                                      "okay",
                                      "ok",
                                      "alright",
                                      "great",
                                      "great question",
                                      "perfect",
                                      "you're right",
                                      "you're absolutely right",
                                      "good catch",
                                      "happy to help",
                                      "thanks for",
                                      "thank you for",
                                      "no worries",
                                      "definitely",
                                      "gladly",
                                      "sounds good",
                                      "done",
                                      "all done",
                                      "will do",
                                      "good question",
                                      "my apologies",
                                      "apologies for",
                                      "apologies",
                                      "i apologize",
                                      "you are right",
                                      "you are absolutely right",
                                      "you're correct",

                                      "as requested",
                                      "on it",
                                      "with pleasure",
                                      "excellent",
                                      "thanks",
                                      "thank you",

                                      "awesome",
                                      "fair enough",
                                      "good point",
                                      "good idea",
                                      "as you asked",
                                      "as you requested",
                                      "sorry about that",
                                      "my bad"}) {
    if (!said.starts_with(word)) continue;
    std::string_view rest = said.substr(word.size());
    if (rest.empty()) continue;
    const bool stop = std::string_view("!,.:-").find(rest.front()) != std::string_view::npos ||
                      rest.starts_with(" \u2014") || rest.starts_with(" -");
    if (!stop) continue;
    rest = rest.substr(std::min(rest.find_first_of("abcdefghijklmnopqrstuvwxyz"), rest.size()));
    if (starts_with_any(
            rest,
            {"here's",     "here is", "here are",    "i'll",          "i've",      "i will",
             "i have",     "i can ",  "let me ",     "let's ",        "below is",  "i updated",
             "here you",   "here it", "the updated", "the corrected", "the fixed", "please find",
             "i fixed",    "i added", "i changed",   "i removed",     "below you", "i'm going",
             "i am going", "we'll ",  "we will ",    "take a look"})) {
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

bool names_answer(std::string_view word) { return among(kAnswerWords, bare_word(word)); }

}  // namespace pawl::guards::chat
