#include "llm/answers/json_quotes.hpp"

#include <algorithm>

namespace pawl::llm {
namespace {

constexpr std::size_t kKeyBytesMax = 128;
constexpr std::size_t kCommentBytesMax = 200;

bool is_quote(char c) { return c == '"' || c == '\''; }
bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '$' || c == '-';
}

bool starts_comment(std::string_view text, std::size_t at) {
  return text[at] == '#' || text.substr(at, 2) == "//" || text.substr(at, 2) == "/*";
}

// Past blanks and one short comment.
std::size_t past_filler(std::string_view text, std::size_t at) {
  at = past_blanks(text, at);
  if (at >= text.size() || !starts_comment(text, at)) return at;
  const std::string_view near = text.substr(at, kCommentBytesMax);
  const bool line = !near.starts_with("/*");
  const auto end = near.find(line ? "\n" : "*/");
  if (end == std::string_view::npos) return at;
  return past_blanks(text, at + end + (line ? 1 : 2));
}

// A key and its colon stand at `at`. A quoted key too long to be judged counts as one.
bool key_stands(std::string_view text, std::size_t at) {
  std::size_t end = at;
  if (is_quote(text[at])) {
    const std::size_t limit = std::min(text.size(), at + kKeyBytesMax);
    for (end = at + 1; end < limit && text[end] != text[at]; ++end) {
      if (text[end] == '\\') ++end;
      if (end < limit && text[end] == '\n') return false;
    }
    if (end >= limit) return limit < text.size();
    ++end;
  } else {
    while (end < text.size() && end - at < kKeyBytesMax && is_name(text[end])) ++end;
    if (end == at) return false;
  }
  end = past_blanks(text, end);
  return end < text.size() && text[end] == ':';
}

// What stands behind a comma in an object.
bool member_may_follow(std::string_view text, std::size_t at) {
  at = past_filler(text, at);
  if (at >= text.size()) return true;
  return text[at] == '}' || text[at] == '/' || text[at] == ',' || key_stands(text, at);
}

// What stands behind a comma in an array.
bool element_may_follow(std::string_view text, std::size_t at) {
  at = past_filler(text, at);
  if (at >= text.size()) return true;
  constexpr std::string_view kStarts = "\"'{[]-0123456789/,";
  if (kStarts.find(text[at]) != std::string_view::npos) return true;
  for (const std::string_view word : {"true", "false", "null", "True", "False", "None"}) {
    if (text.substr(at).starts_with(word)) return true;
  }
  return false;
}

bool line_break_between(std::string_view text, std::size_t from, std::size_t to) {
  return text.substr(from, to - from).find('\n') != std::string_view::npos;
}

// What stands behind the closer of the string's container.
bool closer_may_end(std::string_view text, std::size_t at, bool outermost) {
  if (outermost) {
    constexpr std::string_view kNever = ")];,}\"'";
    return at >= text.size() || kNever.find(text[at]) == std::string_view::npos;
  }
  const std::size_t next = past_filler(text, at);
  if (next >= text.size()) return true;
  constexpr std::string_view kEnds = ",}]/";
  constexpr std::string_view kStarts = "\"{[";  // with a comma missing before
  return kEnds.find(text[next]) != std::string_view::npos ||
         (kStarts.find(text[next]) != std::string_view::npos && line_break_between(text, at, next));
}

}  // namespace

bool is_json_blank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

std::size_t past_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && is_json_blank(text[at])) ++at;
  return at;
}

bool closes_string(std::string_view text, std::size_t quote_at, Place place, bool outermost) {
  const std::size_t next = past_filler(text, quote_at + 1);
  if (next >= text.size()) return place != Place::key;
  const char c = text[next];
  if (place == Place::key) return c == ':';
  if (c == ',') {
    return place == Place::member ? member_may_follow(text, next + 1)
                                  : element_may_follow(text, next + 1);
  }
  if (c == '}' || c == ']') {
    const bool own = (c == '}') == (place == Place::member);
    return closer_may_end(text, next + 1, own && outermost);
  }
  if (c == '"' && line_break_between(text, quote_at, next)) {
    return place == Place::element || key_stands(text, next);  // a comma is missing
  }
  return false;
}

}  // namespace pawl::llm
