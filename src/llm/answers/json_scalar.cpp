#include "llm/answers/json_scalar.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "base/text/characters.hpp"

namespace pawl::llm {
namespace {

bool is_word_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

template <class Wanted>
std::string_view run_of(std::string_view text, std::size_t at, const Wanted& wanted) {
  std::size_t end = at;
  while (end < text.size() && wanted(text[end])) ++end;
  return text.substr(at, end - at);
}

struct NumberShape {
  bool valid = false;
  bool whole = true;  // neither fraction nor exponent
};

NumberShape number_shape(std::string_view token) {
  NumberShape shape;
  std::size_t at = 0;
  const auto digits = [&] {
    const std::size_t start = at;
    while (at < token.size() && is_digit(token[at])) ++at;
    return at - start;
  };
  const auto is = [&](char c) { return at < token.size() && token[at] == c; };
  if (is('-')) ++at;
  const bool zero = is('0');
  const std::size_t whole = digits();
  if (whole == 0 || (zero && whole > 1)) return shape;
  if (is('.')) {
    ++at;
    shape.whole = false;
    if (digits() == 0) return shape;
  }
  if (is('e') || is('E')) {
    ++at;
    shape.whole = false;
    if (is('+') || is('-')) ++at;
    if (digits() == 0) return shape;
  }
  shape.valid = at == token.size();
  return shape;
}

std::optional<std::uint32_t> hex4(std::string_view text, std::size_t at) {
  if (at + 4 > text.size()) return std::nullopt;
  std::uint32_t value = 0;
  const char* end = text.data() + at + 4;
  const auto done = std::from_chars(text.data() + at, end, value, 16);
  if (done.ec != std::errc() || done.ptr != end) return std::nullopt;
  return value;
}

void append_utf8(std::uint32_t point, std::string& out) {
  const auto put = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (point < 0x80) {
    put(point);
  } else if (point < 0x800) {
    put(0xC0U | (point >> 6U));
    put(0x80U | (point & 0x3FU));
  } else if (point < 0x10000) {
    put(0xE0U | (point >> 12U));
    put(0x80U | ((point >> 6U) & 0x3FU));
    put(0x80U | (point & 0x3FU));
  } else {
    put(0xF0U | (point >> 18U));
    put(0x80U | ((point >> 12U) & 0x3FU));
    put(0x80U | ((point >> 6U) & 0x3FU));
    put(0x80U | (point & 0x3FU));
  }
}

Escape read_unicode_escape(std::string_view text, std::size_t at, std::string& out) {
  constexpr std::uint32_t kReplacement = 0xFFFD;
  const auto first = hex4(text, at + 2);
  if (!first) return {};
  const bool high = *first >= 0xD800 && *first < 0xDC00;
  if (high && text.substr(at + 6, 2) == "\\u") {
    const auto second = hex4(text, at + 8);
    if (second && *second >= 0xDC00 && *second < 0xE000) {
      append_utf8(0x10000 + ((*first - 0xD800) << 10U) + (*second - 0xDC00), out);
      return {.length = 12};
    }
  }
  const bool lone = *first >= 0xD800 && *first < 0xE000;
  append_utf8(lone ? kReplacement : *first, out);
  return {.length = 6, .lone_surrogate = lone};
}

}  // namespace

std::string_view number_token(std::string_view text, std::size_t at) {
  return run_of(text, at, [](char c) {
    return is_digit(c) || c == '+' || c == '-' || c == '.' || c == 'e' || c == 'E';
  });
}

std::string_view word_token(std::string_view text, std::size_t at) {
  if (at >= text.size() || !is_word_start(text[at])) return {};
  return run_of(text, at, [](char c) { return is_word_start(c) || is_digit(c) || c == '-'; });
}

std::optional<Json> strict_number(std::string_view token) {
  const NumberShape shape = number_shape(token);
  if (!shape.valid) return std::nullopt;
  const char* end = token.data() + token.size();
  if (shape.whole) {
    std::int64_t whole = 0;
    if (std::from_chars(token.data(), end, whole).ec == std::errc()) return Json(whole);
  }
  double value = 0;
  if (std::from_chars(token.data(), end, value).ec == std::errc()) return Json(value);
  // Out of range: too small counts as zero or the nearest denormal, too large as nothing.
  value = std::strtod(std::string(token).c_str(), nullptr);
  if (!std::isfinite(value)) return std::nullopt;
  return Json(value);
}

std::string tidy_number(std::string_view token) {
  std::string sign;
  if (token.starts_with('+') || token.starts_with('-')) {
    if (token.front() == '-') sign = "-";
    token.remove_prefix(1);
  }
  while (token.size() > 1 && token[0] == '0' && is_digit(token[1])) token.remove_prefix(1);
  if (token.size() > 1 && token.back() == '.') token.remove_suffix(1);
  return sign + (token.starts_with('.') ? "0" : "") + std::string(token);
}

std::optional<Json> foreign_word(std::string_view word) {
  if (word == "True" || word == "TRUE") return Json(true);
  if (word == "False" || word == "FALSE") return Json(false);
  for (const std::string_view none : {"None", "NULL", "NaN", "Infinity", "undefined"}) {
    if (word == none) return Json();
  }
  return std::nullopt;
}

Escape read_escape(std::string_view text, std::size_t at, std::string& out) {
  if (at + 1 >= text.size()) return {};
  switch (text[at + 1]) {
    case '"': out += '"'; break;
    case '\\': out += '\\'; break;
    case '/': out += '/'; break;
    case 'b': out += '\b'; break;
    case 'f': out += '\f'; break;
    case 'n': out += '\n'; break;
    case 'r': out += '\r'; break;
    case 't': out += '\t'; break;
    case 'u': return read_unicode_escape(text, at, out);
    default: return {};
  }
  return {.length = 2};
}

}  // namespace pawl::llm
