#include "guards/text/placeholder_words.hpp"

#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::guards {
namespace {

// Every word of a placeholder is one of these. A comment that says anything else has something to
// say.
constexpr auto kLinking = fixed_words(
    "a", "all", "and", "are", "as", "at", "below", "for", "from", "goes", "have", "here", "in",
    "is", "it", "not", "of", "or", "stay", "stays", "the", "their", "there", "these", "this",
    "those", "to", "was", "were", "with", "your", "brevity", "before", "above", "after", "an", "by",
    "but", "be", "been", "has", "can", "will", "that", "its", "my", "more", "some", "else",
    "everything", "exactly", "just", "only", "still", "any", "we", "i", "if", "which", "should",
    "also", "s", "on", "entire", "whole", "now", "without", "same", "simplicity", "clarity",
    "readability", "conciseness", "space", "details", "actual", "go", "comes", "follows", "follow",
    "further", "nothing", "later", "etc", "it's", "needed", "up", "down", "left", "out", "file's",
    "how", "what", "you", "already", "previously", "did", "didn't", "don't", "do", "does", "see",
    "one", "two", "so", "far", "given", "then", "than", "very", "completely", "fully", "entirely",
    "totally", "through", "they", "private", "public");
// What was left out.
constexpr auto kThings = fixed_words(
    "body", "cases", "class", "classes", "code", "component", "components", "config", "content",
    "contents", "declarations", "definitions", "fields", "file", "function", "functions",
    "implementation", "implementations", "imports", "lines", "logic", "method", "methods", "module",
    "properties", "routes", "script", "section", "sections", "styles", "tests", "types", "helpers",
    "handlers", "constants", "setup", "initialization", "variables", "parameters", "options",
    "dependencies", "scripts", "settings", "entries", "items", "rules", "statements", "block",
    "blocks", "parts", "document", "page", "readme", "text", "paragraphs", "structs", "interfaces",
    "modules", "commands", "targets", "jobs", "steps", "keys", "values", "elements", "attributes",
    "members", "exports", "utilities", "functionality", "operations", "checks", "validation",
    "processing", "content's", "source", "stages", "test", "part", "line", "yaml", "json", "markup",
    "rows", "branches", "states", "hooks", "services", "routines", "snippet", "stuff", "arms",
    "arm", "getters", "setters", "conditions", "trait", "traits", "impl", "impls", "parsing",
    "header", "headers", "package", "loop", "error", "handling", "message", "messages", "match",
    "switch", "import", "includes", "constructor", "constructors", "enum", "enums", "table",
    "tables", "endpoints", "middleware", "layout", "template", "route", "schema", "teardown",
    "fixtures", "assertions", "branch", "helper", "property", "field", "utility", "procedure",
    "procedures", "variants", "variant", "arguments", "step", "case");
// That it is as it was.
constexpr auto kKept = fixed_words(
    "existing", "omitted", "original", "other", "previous", "remain", "remaining", "remains",
    "rest", "same", "unchanged", "unmodified", "untouched", "keep", "kept", "no", "change",
    "changes", "continues", "truncated", "elided", "snipped", "preserved", "retained", "intact",
    "continued", "continue", "identical", "stays", "staying", "abbreviated", "unaltered", "skipped",
    "shortened", "hidden", "cut", "collapsed", "redacted", "trimmed", "snip", "current", "prior",
    "repeated", "shown", "elsewhere", "reproduced", "similar", "listed", "included", "remainder");
// These alone say it.
constexpr auto kPlain = fixed_words("unchanged", "unmodified", "untouched", "omitted", "truncated",
                                    "elided", "snipped", "unaltered");

}  // namespace

bool links_placeholder(std::string_view word) { return among(kLinking, word); }
bool is_left_out_thing(std::string_view word) { return among(kThings, word); }
bool is_kept_word(std::string_view word) { return among(kKept, word); }
bool is_plainly_kept(std::string_view word) { return among(kPlain, word); }

bool is_bracketed(std::string_view text) {
  return text.size() > 2 && ((text.front() == '[' && text.back() == ']') ||
                             (text.front() == '(' && text.back() == ')'));
}

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

bool Said::says(std::string_view word) const {
  return std::find(words.begin(), words.end(), word) != words.end();
}

Said words_said(std::string_view text) {
  Said said;
  const std::string plain = replace_all(lower(text), "\u2026", "...");
  std::string_view rest = trim(plain);
  const auto peel = [&rest] {
    while (!rest.empty() && contains("[(<{", rest.substr(0, 1))) rest.remove_prefix(1);
    while (!rest.empty() && contains("])>}", rest.substr(rest.size() - 1))) rest.remove_suffix(1);
    rest = trim(rest);
  };
  peel();
  said.ellipsis = rest.starts_with("...") || rest.ends_with("...");
  while (rest.starts_with('.') || rest.ends_with('.')) {
    if (rest.starts_with('.')) rest.remove_prefix(1);
    if (rest.ends_with('.')) rest.remove_suffix(1);
  }
  rest = trim(rest);
  peel();
  // `lines 10-50 omitted`, `steps 2 to 5`.
  const bool counts = contains(rest, "line") || contains(rest, "step") || contains(rest, "case");
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
    if (c == '_' || c == '=' || c == '"' || c == '`' || c == '<' ||
        (!counts && c >= '0' && c <= '9')) {
      said.words.emplace_back("=");
    }
  }
  // `50 more methods`.
  const auto number = std::find(said.words.begin(), said.words.end(), "=");
  const auto end =
      std::find_if(number, said.words.end(), [](const std::string& each) { return each != "="; });
  if (end != said.words.end() && *end == "more") said.words.erase(number, end);
  return said;
}

}  // namespace pawl::guards
