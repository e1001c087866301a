#include "guards/text/chat_remarks.hpp"

#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/lexical.hpp"
#include "guards/text/chat_sentences.hpp"

namespace pawl::guards::chat {
namespace {

// A model says these of what it did; `moved` and `used` are said of what a program did, too.
constexpr auto kDone = fixed_words(
    "added", "changed", "updated", "fixed", "removed", "modified", "refactored", "replaced",
    "rewritten", "renamed", "implemented", "moved", "adjusted", "corrected", "improved",
    "simplified", "cleaned", "introduced", "extracted", "included", "edited", "kept", "rewrote",
    "created", "wrapped", "reverted", "done", "made", "extended", "converted", "optimized",
    "handled", "addressed", "reworked", "dropped");

bool says_any(std::string_view said, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return contains(said, part); });
}

bool starts_with_done(std::string_view said) {
  auto words = split_words(said);
  std::size_t at = 0;
  while (at < words.size() && at < 4 &&
         among({"i", "we", "i've", "we've", "have", "also", "now", "this", "was", "is", "has",
                "been", "it", "just", "only"},
               words[at])) {
    ++at;
  }
  return at < words.size() && among(kDone, bare_word(words[at]));
}

// `i've moved`, `i have added`, `i changed`.
bool says_i_did(std::string_view said) {
  for (const std::string_view start : {"i've ", "i have ", "i "}) {
    if (said.starts_with(start)) return starts_with_done(said.substr(start.size()));
  }
  return false;
}

// Somebody is spoken to who wanted it so.
bool speaks_to_asker(std::string_view said) {
  return says_any(said, {"as you asked",           "as you requested",   "as you wanted",
                         "as you suggested",       "as you mentioned",   "as you described",
                         "as you specified",       "as you said",        "like you asked",
                         "like you wanted",        "like you said",      "per your request",
                         "per your instruction",   "per your feedback",  "per your suggestion",
                         "per your requirement",   "per your comment",   "per your ask",
                         "on your request",        "to your request",    "your original code",
                         "your original request",  "your existing code", "at your request",
                         "you asked for",          "you asked me",       "you requested",
                         "you described",          "you mentioned",      "you reported",
                         "you pointed out",        "you told me",        "your instructions",
                         "with your requirements", "your feedback",      "as per your",
                         "you wanted me",          "asked me to",        "per user request",
                         "per the user's request", "user's request to",  "the user's instruction",
                         "per user instruction"});
}

// Of the text; a program creates, converts and drops things when it is asked to.
bool starts_with_edit(std::string_view said) {
  for (const std::string_view word : split_words(said)) {
    if (among({"i", "we", "i've", "we've", "have", "also", "this", "was", "is", "has", "been",
               "just", "only"},
              word)) {
      continue;
    }
    return among({"added", "changed", "updated", "fixed", "modified", "refactored", "rewritten",
                  "rewrote", "reworked", "implemented", "renamed", "simplified", "cleaned",
                  "improved", "adjusted", "removed", "moved", "edited", "corrected"},
                 bare_word(word));
  }
  return false;
}

// `as requested`, with nothing behind but where. Who is named, or a number, can be asked.
bool was_wanted(std::string_view said) {
  if (std::any_of(said.begin(), said.end(), is_digit)) return false;
  for (const std::string_view phrase :
       {"as requested", "as asked", "as instructed", "as discussed", "as suggested"}) {
    const std::size_t at = said.find(phrase);
    if (at == std::string_view::npos) continue;
    const std::string_view rest = said.substr(at + phrase.size());
    if (rest.empty() || contains(".,;:!)", rest.substr(0, 1))) return true;
    return starts_with_any(rest, {" in the prompt", " in the task", " in the request",
                                  " in the instruction", " in the chat", " in our ", " in this ",
                                  " by the user", " by you", " above", " earlier", " before"});
  }
  return says_any(said, {"per request",
                         "per the request",
                         "per instructions",
                         "per the instructions",
                         "per the prompt",
                         "in the prompt",
                         "per the task",
                         "in the task description",
                         "by the prompt",
                         "per feedback",
                         "per the feedback",
                         "per our discussion",
                         "per our conversation",
                         "as we discussed",
                         "our conversation",
                         "this conversation",
                         "this chat",
                         "to satisfy the request",
                         "to address the feedback",
                         "mentioned in the issue",
                         "the issue description",
                         "for this task",
                         "as required by the task",
                         "to match the requested change"});
}

// `this is the updated version`, `here is the corrected function`.
bool announces_code(std::string_view said) {
  if (!starts_with_any(said, {"this is the ", "here is the ", "here's the ", "below is the ",
                              "the following is the "})) {
    return false;
  }
  const auto words = split_words(said);
  constexpr std::size_t kWordsMax = 8;
  if (words.size() < 4 || words.size() > kWordsMax) return false;
  const auto is_new = [](std::string_view word) {
    return among({"updated", "modified", "corrected", "fixed", "revised", "refactored", "improved",
                  "rewritten", "requested", "adjusted"},
                 word);
  };
  return is_new(words[2]) || is_new(words[3]);
}

// What a message of a commit says: the lines below do not show what was before.
bool tells_of_change(std::string_view said) {
  if ((said.starts_with("i've ") || said.starts_with("i have ")) && says_i_did(said)) return true;
  const auto words = split_words(said);
  if (words.size() < 3) return false;
  if (words[0] == "now") {
    return among({"handles", "returns", "uses", "supports", "works", "accepts", "includes", "also",
                  "correctly", "properly", "validates", "throws", "raises", "logs", "checks",
                  "ignores", "respects"},
                 words[1]);
  }
  const bool change = among({"change", "edit", "update", "modification"}, words[1]);
  if (words[0] == "this" && change) {
    return among({"ensures", "makes", "fixes", "adds", "allows", "prevents", "addresses",
                  "resolves", "handles", "improves", "removes", "keeps"},
                 words[2]);
  }
  const bool part = among({"line", "lines", "block", "section", "part", "code", "check"}, words[1]);
  if (among({"this", "these"}, words[0]) && part && words.size() > 3 && words.size() < 12) {
    if (words[2] == "is" || words[2] == "are") return bare_word(words[3]) == "new";
    const bool been = words[3] == "been" && words.size() > 4;
    return among({"was", "were", "has", "have"}, words[2]) &&
           among({"added", "changed", "modified", "updated", "fixed"},
                 bare_word(words[been ? 4 : 3]));
  }
  constexpr std::size_t kHeadWordsMax = 6;
  return among({"improved", "enhanced", "corrected"}, words[0]) && words.size() <= kHeadWordsMax &&
         says_any(said, {" version", "error handling", " implementation", " logic", " code",
                         "readability", " validation"});
}

bool signs_as_model(std::string_view said) {
  return says_any(said, {"generated with [claude", "co-authored-by: claude", "generated by chatgpt",
                         "generated with claude code", "\U0001F916 generated", "as an ai ",
                         "co-authored-by: copilot", "co-authored-by: cursor"});
}

bool may_speak_of_edit(std::string_view said) {
  return says_any(
      said,
      {"you",          "request",   "asked",     "instruct", "discuss",   "prompt",      "suggest",
       "conversation", "chat",      "feedback",  "above",    "below",     "requirement", "rest ",
       "else",         "part",      "unchanged", "task",     "issue",     "bug",         "i ",
       "i'",           "this is",   "mistake",   "here",     "generated", "confirm",     "shall",
       "want",         "hope",      "sorry",     "thanks",   "co-author", "catch",       "now ",
       "this ",        "with this", "improved",  "enhanced", "corrected", "acceptance"});
}

}  // namespace

bool may_be_remark(std::string_view text) {
  if (text.size() < 4 || text.size() > kSaidBytesMax) return false;
  const char first = text.front();
  if (is_upper(first) || !is_letter_or_digit(first)) return true;
  return says_any(text, {"you", "request", "prompt", "here", "start", "end", "instruct"});
}

bool asks_back(std::string_view said) {
  if (starts_with_any(said, {"do you want me", "would you like me", "shall i ", "want me to ",
                             "is this what you", "does this look right", "can you confirm",
                             "could you confirm", "should i also", "should i add",
                             "should i remove", "not sure if you", "i assumed you",
                             "i wasn't sure if you", "i'm assuming you", "assuming you want"})) {
    return true;
  }
  if (!starts_with_any(
          said, {"i kept ", "i left ", "i didn't ", "i did not ", "i haven't ", "i have not ",
                 "i've kept ", "i've left ", "i have kept ", "i also kept ", "i only "})) {
    return false;
  }
  return says_any(said, {"change", "touch", "modif", "unchanged", "as is", "as-is", "the existing",
                         "the original", "intact", "implement"});
}

bool answers_request(std::string_view said) {
  // `<-- changed as you asked`
  std::size_t signs = 0;
  while (signs < said.size() && !is_letter_or_digit(said[signs])) ++signs;
  said.remove_prefix(signs);
  constexpr std::size_t kMentionBytesMax = 200;
  if (said.empty() || said.size() > kMentionBytesMax) return false;
  if (!may_speak_of_edit(said)) return false;
  const bool done = starts_with_done(said) || says_i_did(said);
  if (speaks_to_asker(said)) {
    return done || starts_with_any(said, {"as you ",
                                          "like you ",
                                          "per your ",
                                          "as per your ",
                                          "based on your ",
                                          "following your ",
                                          "according to your ",
                                          "at your request",
                                          "per user ",
                                          "per the user's",
                                          "here ",
                                          "the issue you ",
                                          "the bug you ",
                                          "the change you ",
                                          "the changes you ",
                                          "this is what you ",
                                          "this is the ",
                                          "this now ",
                                          "this fixes ",
                                          "this addresses ",
                                          "this should ",
                                          "the updated ",
                                          "you asked ",
                                          "you requested ",
                                          "you mentioned ",
                                          "now works as you ",
                                          "note: you asked ",
                                          "as we discussed"});
  }
  if (starts_with_edit(said) && was_wanted(said)) return true;
  if (announces_code(said) || signs_as_model(said) || tells_of_change(said)) return true;
  if (starts_with_any(
          said, {"as requested by the user", "requested by the user", "as instructed by the user",
                 "as asked by the user", "as the user requested", "as the user asked",
                 "as requested in the prompt", "as requested in the task",
                 "as instructed in the prompt", "as discussed in this conversation",
                 "as we discussed", "as requested:", "as requested, "})) {
    // With nothing behind: a sentence that goes on speaks of users of the program.
    constexpr std::size_t kBareWordsMax = 7;
    return split_words(said).size() <= kBareWordsMax;
  }
  // `i changed this part, the rest stays the same`
  return says_i_did(said) &&
         says_any(said, {"the rest ", "everything else", "nothing else", "this part", "only this",
                         "for you", "you can ", "you may ", "let me know", "unchanged"});
}

}  // namespace pawl::guards::chat
