#include "guards/text/chat_remains.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/text/text.hpp"
#include "guards/lexical.hpp"
#include "repo/kinds/family.hpp"
#include "syntax/documents/markdown.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kSaidBytesMax = 400;
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

// Of chat and tool protocols, at the begin of a line: nothing else is written so.
constexpr auto kMarks = std::to_array<std::string_view>({"<think>",
                                                         "</think>",
                                                         "<thinking>",
                                                         "</thinking>",
                                                         "<tool_call>",
                                                         "</tool_call>",
                                                         "<tool_calls>",
                                                         "</tool_calls>",
                                                         "<tool_use>",
                                                         "</tool_use>",
                                                         "<tool_result>",
                                                         "</tool_result>",
                                                         "<tool_response>",
                                                         "</tool_response>",
                                                         "<function_calls>",
                                                         "</function_calls>",
                                                         "<function_call>",
                                                         "</function_call>",
                                                         "<function_results>",
                                                         "<invoke name=",
                                                         "</invoke>",
                                                         "<function=",
                                                         "</function>",
                                                         "<parameter=",
                                                         "<antArtifact",
                                                         "</antArtifact>",
                                                         "<antThinking>",
                                                         "<boltArtifact",
                                                         "<boltAction",
                                                         "</boltAction>",
                                                         "</boltArtifact>",
                                                         "<write_to_file>",
                                                         "</write_to_file>",
                                                         "<replace_in_file>",
                                                         "<apply_diff>",
                                                         "</apply_diff>",
                                                         "<execute_command>",
                                                         "<attempt_completion>",
                                                         "<str_replace>",
                                                         "<create_file>",
                                                         "<edit_file>",
                                                         "<file_content",
                                                         "</file_content>",
                                                         "<file_contents>",
                                                         "</file_contents>",
                                                         "<updated_file>",
                                                         "</updated_file>",
                                                         "<new_file>",
                                                         "<scratchpad>",
                                                         "</scratchpad>",
                                                         "<final_answer>",
                                                         "</final_answer>",
                                                         "<reasoning>",
                                                         "</reasoning>",
                                                         "<reflection>",
                                                         "</reflection>",
                                                         "<system-reminder>",
                                                         "</system-reminder>",
                                                         "[INST]",
                                                         "[/INST]",
                                                         "<<SYS>>",
                                                         "<</SYS>>",
                                                         "[TOOL_CALLS]",
                                                         "</s>",
                                                         "<s>[INST]",
                                                         "<minimax:tool_call>",
                                                         "<start_of_turn>",
                                                         "<end_of_turn>",
                                                         "<<<END_OF_FILE>>>",
                                                         "<parameter name="});
// These are tags of other languages, too.
constexpr auto kTags = std::to_array<std::string_view>(
    {"<answer>",   "</answer>",   "<response>", "</response>", "<content>",     "</content>",
     "<code>",     "</code>",     "<output>",   "</output>",   "<file>",        "</file>",
     "<edit>",     "</edit>",     "<search>",   "</search>",   "<replace>",     "</replace>",
     "<document>", "</document>", "<result>",   "</result>",   "<artifact>",    "</artifact>",
     "<snippet>",  "</snippet>",  "<solution>", "</solution>", "<explanation>", "</explanation>",
     "<analysis>", "</analysis>", "<plan>",     "</plan>",     "<changes>",     "</changes>",
     "<patch>",    "</patch>"});
constexpr auto kMarkup = std::to_array<std::string_view>(
    {".html", ".htm", ".xml", ".vue", ".svelte", ".astro", ".svg", ".jsx", ".tsx", ".csproj",
     ".xhtml", ".mdx", ".plist", ".xaml", ".props"});

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

// `here is the updated …`: what is announced.
struct Announced {
  bool any = false;       // an answer follows
  bool reworked = false;  // and it is a new version of something
};
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

// ```` ```python ````, `~~~`.
bool is_fence(std::string_view line) {
  line = trim(line);
  if (!line.starts_with("```") && !line.starts_with("~~~")) return false;
  const char mark = line.front();
  const std::size_t end = line.find_first_not_of(mark);
  if (end == std::string_view::npos) return true;
  const std::string_view info = trim(line.substr(end));
  constexpr std::size_t kInfoMax = 60;
  return info.size() <= kInfoMax && split_words(info).size() <= 3 &&
         info.find_first_of("`\"'();,$<>") == std::string_view::npos;
}

// `<|im_end|>` and its like, anywhere in a text.
std::size_t find_token(std::string_view line) {
  for (const std::string_view open : {"<|", "<\uFF5C"}) {
    for (auto at = line.find(open); at != std::string_view::npos; at = line.find(open, at + 1)) {
      std::size_t end = at + open.size();
      while (end < line.size() && (is_word(line[end]) || line[end] == '-')) ++end;
      const bool named = end > at + open.size() + 1;
      if (named && (line.substr(end).starts_with("|>") || line.substr(end).starts_with("\uFF5C>") ||
                    line.substr(end).starts_with("\u2581"))) {
        return at;
      }
    }
  }
  return std::string_view::npos;
}

bool is_mark(std::string_view line) {
  if (find_token(line) == 0) return true;
  return std::any_of(kMarks.begin(), kMarks.end(),
                     [&](std::string_view mark) { return line.starts_with(mark); });
}

// `<file path="a.py">` and a line that is one tag of an answer.
bool is_tag(std::string_view line) {
  if (line.starts_with("<file path=") || line.starts_with("<file name=") ||
      line.starts_with("<document path=") || line.starts_with("<artifact ") ||
      line.starts_with("<content path=") || line.starts_with("<edit path=") ||
      line.starts_with("<code_block")) {
    return line.ends_with('>');
  }
  return among(kTags, line);
}

// The place of a mark by which a chat cites its sources.
std::size_t find_citation(std::string_view line) {
  for (const std::string_view mark :
       {"contentReference[oaicite:", "[oaicite:", "oai_citation:", "\u3010oaicite",
        "utm_source=chatgpt.com", "utm_source=openai", "[cite_start]", "[cite: ", "citeturn",
        "\uE200cite", "\uE202turn", "turn0search", "sandbox:/mnt/data", "::antCitation",
        "utm_source=copilot.com", "grok_render_citation_card", "navlist\uE202"}) {
    const std::size_t at = line.find(mark);
    if (at != std::string_view::npos) return at;
  }
  const std::size_t bracket = line.find("\u3010");
  if (bracket != std::string_view::npos && bracket + 3 < line.size() &&
      is_digit(line[bracket + 3]) && contains(line.substr(bracket), "\u2020")) {
    return bracket;
  }
  return std::string_view::npos;
}

// What a model leaves for somebody to fill in: `[INSERT DATE]`, `<your code here>`.
bool is_to_fill_in(std::string_view line, bool code) {
  const std::string said = lower(line);
  if (code) {
    for (const std::string_view words :
         {"your code here", "your code goes here", "your implementation here",
          "implementation goes here", "insert code here", "insert your code", "add your code here",
          "your logic here", "code goes here", "add your logic here", "rest of your code",
          "put your code here", "your_code_here", "your existing code"}) {
      const std::size_t at = said.find(words);
      if (at != std::string::npos && at <= 12 && at + words.size() + 8 >= said.size()) return true;
    }
  }
  for (auto open = said.find_first_of("[<"); open != std::string::npos;
       open = said.find_first_of("[<", open + 1)) {
    const std::size_t close = said.find_first_of("]>", open);
    if (close == std::string::npos) return false;
    const std::string_view inside = std::string_view(line).substr(open + 1, close - open - 1);
    const std::string_view words = std::string_view(said).substr(open + 1, close - open - 1);
    const bool link = close + 1 < said.size() &&
                      (said[close + 1] == '(' || said[close + 1] == '[' || said[close + 1] == ':');
    if (link || split_words(words).size() < 2) continue;
    if (inside.starts_with("INSERT ") || inside.starts_with("Insert ")) return true;
    const bool square = said[open] == '[';
    if (square &&
        starts_with_any(words, {"your name", "your company", "your project", "your email",
                                "your organization", "add description", "add details", "fill in",
                                "to be filled", "todo: add", "todo: fill", "placeholder for"})) {
      return true;
    }
  }
  return false;
}

// The sequence by which a terminal changes its colours.
std::size_t find_colour(std::string_view line) {
  const std::size_t at = line.find("\x1b[");
  if (at == std::string_view::npos) return at;
  const std::size_t end = line.find_first_not_of("0123456789;", at + 2);
  return end != std::string_view::npos && (line[end] == 'm' || line[end] == 'K')
             ? at
             : std::string_view::npos;
}

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

class ChatReader {
 public:
  explicit ChatReader(const TextChange& change)
      : change_(change), path_(change.file().path), sort_(change.sort()) {}

  std::vector<Remain> read() {
    if (sort_ == TextSort::other) return {};
    prompts_ = contains_folded(path_.text(), "prompt") || path_.extension() == ".jinja";
    if (sort_ == TextSort::document) wrapped_document();
    const std::string_view all = change_.text();
    cites_ = contains(all, "oai") || contains(all, "cite") || contains(all, "\u3010") ||
             contains(all, "utm_source=") || contains(all, "turn0") || contains(all, "sandbox:/") ||
             contains(all, "\uE200") || contains(all, "\uE202") || contains(all, "Citation");
    colours_ = contains(all, "\x1b[");
    fills_in_ = !repo::is_sample_place(path_) && !prompts_ &&
                !contains_folded(path_.text(), "template") && !contains(path_.text(), "LICENSE");
    for (const std::size_t line : change_.added()) {
      const std::string_view text = trim(change_.after[line]);
      if (text.empty() || text.size() > 4 * kSaidBytesMax) continue;
      if (const std::string_view what = remain_of(line, text); !what.empty()) add(line, what);
    }
    return std::move(found_);
  }

 private:
  void add(std::size_t line, std::string_view what) {
    const bool known = std::any_of(found_.begin(), found_.end(),
                                   [&](const Remain& each) { return each.line == line; });
    if (!known) found_.push_back({line, std::string(what)});
  }

  std::string_view remain_of(std::size_t line, std::string_view text) const {
    const char first = text.front();
    if (const std::size_t at = colours_ ? find_colour(text) : std::string_view::npos;
        at != std::string_view::npos && is_plain(line, text, at)) {
      return "the colours of a terminal";
    }
    if ((first == '`' || first == '~') && is_fence(text)) return fence(line);
    if (first == '<' || first == '[') {
      if (const auto what = mark(line, text); !what.empty()) return what;
    }
    if (const auto what = inside(line, text); !what.empty()) return what;
    return sentence(line);
  }

  std::string_view fence(std::size_t line) const {
    if (sort_ == TextSort::document) return {};
    const bool first_column = !is_space(change_.after[line].front());
    if (sort_ == TextSort::source && !first_column) return {};
    if (change_.place_of(line) != Place::plain) return {};
    return "a fence of a chat";
  }

  std::string_view mark(std::size_t line, std::string_view text) const {
    if (prompts_) return {};
    const bool document = sort_ == TextSort::document;
    const bool known = is_mark(text);
    const bool tag = !known && !among(kMarkup, path_.extension()) && is_tag(text);
    if (!known && !tag) return {};
    if (document && !change_.is_edge(line)) return {};
    if (change_.place_of(line) == Place::literal) return {};
    if (tag && document && text.size() < 12 && !text.starts_with("</")) return {};
    return known ? "a mark of a chat protocol" : "a tag around an answer";
  }

  // What may be anywhere in a line.
  std::string_view inside(std::size_t line, std::string_view text) const {
    const std::size_t token = contains(text, "|>") ? find_token(text) : std::string_view::npos;
    const bool ends = token != std::string_view::npos && text.ends_with("|>") && token > 0;
    if (ends && !prompts_ && change_.is_edge(line) && is_plain(line, text, token)) {
      return "a mark of a chat protocol";
    }
    if (const auto at = cites_ ? find_citation(text) : std::string_view::npos;
        at != std::string_view::npos && is_plain(line, text, at)) {
      return "a mark by which a chat cites its sources";
    }
    if (!fills_in_) return {};
    return fill_in(line, text);
  }

  std::string_view fill_in(std::size_t line, std::string_view text) const {
    if (sort_ == TextSort::document) {
      if (text.find_first_of("[<") == std::string_view::npos) return {};
      const bool plain = !contains(text, "`") && is_to_fill_in(text, false);
      return plain && change_.place_of(line) == Place::plain ? "a gap that somebody was to fill in"
                                                             : std::string_view();
    }
    const Uncommented said = uncommented(text);
    if (!said.is_comment || !is_to_fill_in(said.text, true)) return {};
    return change_.place_of(line) == Place::comment ? "a gap that somebody was to fill in"
                                                    : std::string_view();
  }

  // Not in a string, nor in code of a document.
  bool is_plain(std::size_t line, std::string_view text, std::size_t at) const {
    if (change_.place_of(line) == Place::literal) return false;
    if (sort_ == TextSort::code) {
      const auto offset = static_cast<std::size_t>(text.data() - change_.text().data()) + at;
      return change_.place_at(offset) != Place::literal;
    }
    if (sort_ != TextSort::document) return true;
    const std::string_view before = text.substr(0, at);
    return std::count(before.begin(), before.end(), '`') % 2 == 0;
  }

  std::string_view sentence(std::size_t line) const {
    const Uncommented comment = uncommented(change_.after[line]);
    if (comment.text.empty()) return {};
    const char first = comment.text.front();
    if (!is_letter(first) && first != '*' && first != '#' && first != '>') return {};
    if (!may_begin_sentence(comment.text)) return {};
    const std::string said = folded_words(comment.text);
    if (sort_ == TextSort::document) return sentence_of_document(line, said);
    const bool edge = change_.is_edge(line);
    const Announced announced = announced_by(said);
    const bool refusal = refuses(said);
    const bool leave = takes_leave(said);
    const bool agreed = agrees(said);
    if (comment.is_comment) {
      const bool speaks = announced.reworked && (edge || trim_end(said).ends_with(':'));
      const bool says = refusal || leave || agreed || speaks ||
                        (edge && reports_itself(said) && contains(said, "your "));
      if (!says || change_.place_of(line) != Place::comment) return {};
      return "a sentence of a chat";
    }
    // Where prose is no code, it is out of place wherever it is.
    const bool words = split_words(said).size() >= 3;
    const bool says =
        announced.any || refusal || leave || agreed ||
        (words && is_sentence(comment.text) && (reports_itself(said) || explains(said)));
    if (!says || !may_not_be_prose(line)) return {};
    return refusal ? "a refusal of a model" : "a sentence of a chat";
  }

  // It begins with a capital and goes on without signs of code.
  static bool is_sentence(std::string_view text) {
    return !text.empty() && (is_upper(text.front()) || text.front() == '*') &&
           text.find_first_of("=;{}<>$") == std::string_view::npos && !contains(text, "::");
  }

  bool may_not_be_prose(std::size_t line) const {
    if (change_.place_of(line) != Place::plain) return false;
    // Text between the tags of a page.
    if (among(kMarkup, path_.extension())) return change_.is_edge(line);
    return true;
  }

  std::string_view sentence_of_document(std::size_t line, const std::string& said) const {
    if (!change_.is_edge(line) || change_.place_of(line) != Place::plain) return {};
    const bool first = std::all_of(change_.after.begin(),
                                   change_.after.begin() + static_cast<std::ptrdiff_t>(line),
                                   [](std::string_view row) { return trim(row).empty(); });
    if (refuses(said)) return "a refusal of a model";
    const bool opens = first && (announced_by(said).any || agrees(said) ||
                                 (reports_itself(said) && among_answers(said)));
    const bool did = said.starts_with("i've ") || said.starts_with("i have ");
    const bool closes = !first && ((takes_leave(said) && speaks_of_changes(said)) ||
                                   (did && reports_itself(said) && among_answers(said)));
    return opens || closes ? "a sentence of a chat" : std::string_view();
  }
  static bool among_answers(std::string_view said) {
    const auto words = split_words(said);
    return std::any_of(words.begin(), words.end(),
                       [](std::string_view word) { return among(kAnswerWords, bare_word(word)); });
  }
  static bool speaks_of_changes(std::string_view said) {
    return contains(said, "change") || contains(said, "adjust") || contains(said, "modif") ||
           contains(said, "further") || contains(said, "me to") || contains(said, "anything") ||
           contains(said, "hope this helps") || contains(said, "tweak") ||
           contains(said, "additional");
  }

  // ```` ```markdown ```` around the whole document.
  void wrapped_document() {
    std::size_t first = 0;
    std::size_t last = change_.after.size();
    while (first < last && trim(change_.after[first]).empty()) ++first;
    while (last > first && trim(change_.after[last - 1]).empty()) --last;
    if (last < first + 3 || !change_.is_added(first)) return;
    const std::string_view open = trim(change_.after[first]);
    if (!is_fence(open) || !among({"```", "~~~", "````"}, trim(change_.after[last - 1]))) return;
    const std::string info = lower(trim(open.substr(
        open.find_first_not_of("`~") == std::string_view::npos ? open.size()
                                                               : open.find_first_not_of("`~"))));
    const bool document = info.empty() || info == "markdown" || info == "md" || info == "mdx" ||
                          info == "rst" || info == "text" || info.starts_with("markdown ");
    const bool heading = std::any_of(
        change_.after.begin() + static_cast<std::ptrdiff_t>(first + 1),
        change_.after.begin() + static_cast<std::ptrdiff_t>(last - 1),
        [](std::string_view row) { return row.starts_with("# ") || row.starts_with("## "); });
    if (document && (heading || info == "markdown" || info == "md"))
      add(first, "a fence of a chat");
  }

  const TextChange& change_;
  const RepoPath& path_;
  TextSort sort_;
  bool prompts_ = false;  // texts for models hold such marks
  // Whether the text holds what single lines are then looked through for.
  bool cites_ = false;
  bool colours_ = false;
  bool fills_in_ = false;
  std::vector<Remain> found_;
};

}  // namespace

std::vector<Remain> chat_remains(const TextChange& change) { return ChatReader(change).read(); }

}  // namespace pawl::guards
