#include "guards/text/placeholder.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/text/text.hpp"
#include "guards/lexical.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kWordsMax = 12;

// Every word of a placeholder is one of these. A comment that says anything else has something to
// say.
constexpr auto kLinking = std::to_array<std::string_view>(
    {"a",      "all",   "and",  "are",   "as",         "at",      "below", "for",   "from",
     "goes",   "have",  "here", "in",    "is",         "it",      "not",   "of",    "or",
     "stay",   "stays", "the",  "their", "there",      "these",   "this",  "those", "to",
     "was",    "were",  "with", "your",  "brevity",    "before",  "above", "after", "an",
     "by",     "but",   "be",   "been",  "has",        "can",     "will",  "that",  "its",
     "my",     "more",  "some", "else",  "everything", "exactly", "just",  "only",  "still",
     "any",    "we",    "i",    "if",    "which",      "should",  "also",  "s",     "on",
     "entire", "whole", "now"});
// What was left out.
constexpr auto kThings =
    std::to_array<std::string_view>({"body",           "cases",          "class",
                                     "classes",        "code",           "component",
                                     "components",     "config",         "content",
                                     "contents",       "declarations",   "definitions",
                                     "fields",         "file",           "function",
                                     "functions",      "implementation", "implementations",
                                     "imports",        "lines",          "logic",
                                     "method",         "methods",        "module",
                                     "properties",     "routes",         "script",
                                     "section",        "sections",       "styles",
                                     "tests",          "types",          "helpers",
                                     "handlers",       "constants",      "setup",
                                     "initialization", "variables",      "parameters",
                                     "options",        "dependencies",   "scripts",
                                     "settings",       "entries",        "items",
                                     "rules",          "statements",     "block",
                                     "blocks",         "parts",          "document",
                                     "page",           "readme",         "text",
                                     "paragraphs",     "structs",        "interfaces",
                                     "modules",        "commands",       "targets",
                                     "jobs",           "steps",          "keys",
                                     "values",         "elements",       "attributes",
                                     "members",        "exports",        "utilities",
                                     "functionality",  "operations",     "source",
                                     "stages",         "test",           "part",
                                     "line",           "yaml",           "json",
                                     "markup",         "rows",           "branches",
                                     "states",         "hooks",          "services",
                                     "routines",       "snippet",        "stuff"});
// That it is as it was.
constexpr auto kKept = std::to_array<std::string_view>(
    {"existing",    "omitted",   "original", "other",     "previous",   "remain",    "remaining",
     "remains",     "rest",      "same",     "unchanged", "unmodified", "untouched", "keep",
     "kept",        "no",        "change",   "changes",   "continues",  "truncated", "elided",
     "snipped",     "preserved", "retained", "intact",    "continued",  "continue",  "identical",
     "abbreviated", "unaltered", "skipped",  "shortened", "hidden",     "cut"});
// These alone say it.
constexpr auto kPlain =
    std::to_array<std::string_view>({"unchanged", "unmodified", "untouched", "omitted", "truncated",
                                     "elided", "snipped", "unaltered"});

bool is_bracketed(std::string_view text) {
  return text.size() > 2 && ((text.front() == '[' && text.back() == ']') ||
                             (text.front() == '(' && text.back() == ')'));
}

// What a comment says, without its marks; empty when the line is none.
std::string_view said_in(std::string_view line) {
  line = trim(line);
  bool comment = false;
  if (line.starts_with("{/*") && line.ends_with("*/}")) {
    line = line.substr(1, line.size() - 2);
  }
  for (const std::string_view open : {"<!--", "//", "/*", "#", "--", ";", "%", "(*", ".. "}) {
    if (!line.starts_with(open)) continue;
    line.remove_prefix(open.size());
    comment = true;
    break;
  }
  if (!comment) return {};
  while (!line.empty() && (line.front() == '/' || line.front() == '#' || line.front() == '*' ||
                           line.front() == '!' || line.front() == '-' || line.front() == ';')) {
    line.remove_prefix(1);
  }
  for (const std::string_view close : {"-->", "*/", "*)"}) {
    if (line.ends_with(close)) line.remove_suffix(close.size());
  }
  return trim(line);
}

// `[rest of the file unchanged]`, `... existing code ...`: brackets or dots around words alone.
// Real code has signs that no sentence has.
std::string_view bare_said_in(std::string_view line) {
  line = trim(line);
  if (line.size() < 8) return {};
  while (line.size() > 4 && (line.front() == '*' || line.front() == '_') &&
         line.back() == line.front()) {
    line = line.substr(1, line.size() - 2);
  }
  const bool dots = line.starts_with("...") || line.starts_with("\u2026");
  const bool bracket = (line.front() == '[' && line.back() == ']') ||
                       (line.front() == '(' && line.back() == ')') ||
                       (line.front() == '<' && line.back() == '>' && line[1] != '!');
  if (!dots && !bracket) return {};
  if (line.find_first_of("={};:,\"'|\\/$") != std::string_view::npos) return {};
  if (bracket) line = line.substr(1, line.size() - 2);
  constexpr std::size_t kWordsMin = 2;
  const std::string_view words = dots ? line.substr(3) : line;
  return split_words(words).size() < kWordsMin ? std::string_view() : line;
}

struct Said {
  std::vector<std::string> words;
  bool ellipsis = false;  // at the begin or the end
};

Said words_said(std::string_view text) {
  Said said;
  const std::string plain = replace_all(lower(text), "\u2026", "...");
  std::string_view rest = trim(plain);
  while (!rest.empty() && (rest.front() == '[' || rest.front() == '(')) rest.remove_prefix(1);
  while (!rest.empty() && (rest.back() == ']' || rest.back() == ')')) rest.remove_suffix(1);
  said.ellipsis = rest.starts_with("...") || rest.ends_with("...");
  std::string word;
  for (const char c : std::string(rest) + " ") {
    const bool letter = (c >= 'a' && c <= 'z') || c == '\'';
    if (letter) {
      word += c;
    } else if (!word.empty()) {
      said.words.push_back(std::move(word));
      word.clear();
    }
    // Names, numbers and code: it has something to say.
    if (c == '_' || c == '=' || c == '"' || c == '`' || c == '<' || (c >= '0' && c <= '9')) {
      said.words.emplace_back("=");
    }
  }
  // `50 lines omitted`.
  const auto number = std::find(said.words.begin(), said.words.end(), "=");
  const auto end =
      std::find_if(number, said.words.end(), [](const std::string& each) { return each != "="; });
  if (end != said.words.end() && (*end == "lines" || *end == "more")) {
    said.words.erase(number, end);
  }
  return said;
}

}  // namespace

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
  if (said.words.empty() || said.words.size() > kWordsMax) return Placeholder::no;
  bool thing = false;
  bool kept = false;
  for (const std::string& word : said.words) {
    const bool is_thing = among(kThings, word);
    const bool is_kept = among(kKept, word);
    if (!is_thing && !is_kept && !among(kLinking, word)) return Placeholder::no;
    thing = thing || is_thing;
    kept = kept || (is_kept && word != "other" && word != "same" && word != "no");
  }
  const auto says = [&](std::string_view word) {
    return std::find(said.words.begin(), said.words.end(), word) != said.words.end();
  };
  const bool plain = std::any_of(kPlain.begin(), kPlain.end(), says);
  const bool rest = thing && (says("rest") || says("remaining"));
  const bool stays = plain || says("remains") || says("remain") || says("stays") || says("same");
  if (said.ellipsis && ((thing && kept) || plain)) return Placeholder::certain;
  if (rest && stays) return Placeholder::certain;
  const bool existing = thing && (says("existing") || says("previous") || says("original"));
  const bool as_before = (says("as") && says("before")) || (says("no") && says("changes"));
  const bool likely = plain || as_before || (rest && says("of")) || (existing && says("here")) ||
                      (existing && says("code")) || (existing && stays) ||
                      (said.ellipsis && thing && says("other"));
  return likely ? Placeholder::likely : Placeholder::no;
}

}  // namespace pawl::guards
