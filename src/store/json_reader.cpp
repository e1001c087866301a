#include "store/json_reader.hpp"

#include <array>
#include <charconv>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"

namespace pawl::store {
namespace {

constexpr int kDepthMax = 32;
constexpr std::size_t kDigitsMax = 18;  // of an integer that surely fits 64 bits

// Bytes that stand for themselves inside a string.
constexpr std::array<bool, 256> plain_bytes() {
  std::array<bool, 256> plain{};
  for (std::size_t byte = 0x20; byte < 0x80; ++byte) plain[byte] = byte != '"' && byte != '\\';
  return plain;
}
constexpr std::array<bool, 256> kPlain = plain_bytes();

}  // namespace

bool JsonReader::skip(std::string_view expected) {
  if (text_.substr(at_, expected.size()) != expected) return false;
  at_ += expected.size();
  return true;
}

bool JsonReader::skip(char expected) {
  if (peek() != expected) return false;
  ++at_;
  return true;
}

std::optional<std::string_view> JsonReader::take(std::size_t count) {
  if (text_.size() - at_ < count) return {};
  at_ += count;
  return text_.substr(at_ - count, count);
}

std::optional<std::uint64_t> JsonReader::number() {
  const std::size_t start = at_;
  std::uint64_t value = 0;
  while (is_digit(peek())) value = value * 10 + static_cast<std::uint64_t>(text_[at_++] - '0');
  const std::size_t length = at_ - start;
  if (length == 0 || length > kDigitsMax || (length > 1 && text_[start] == '0')) return {};
  return value;
}

bool JsonReader::escape(std::string* out) {
  constexpr std::string_view kLetters = "\"\\/nrt";
  constexpr std::string_view kMeanings = "\"\\/\n\r\t";
  if (at_ + 1 >= text_.size()) return false;
  const auto found = kLetters.find(text_[at_ + 1]);
  if (found == std::string_view::npos) return false;
  if (out != nullptr) *out += kMeanings[found];
  at_ += 2;
  return true;
}

bool JsonReader::string(std::string* out) {
  if (!skip('"')) return false;
  const std::size_t start = at_;
  std::size_t run = at_;
  bool ascii = true;
  if (out != nullptr) out->clear();
  for (;;) {
    while (at_ < text_.size() && kPlain[static_cast<unsigned char>(text_[at_])]) ++at_;
    if (at_ >= text_.size()) return false;
    const char c = text_[at_];
    if (static_cast<unsigned char>(c) >= 0x80) {
      ascii = false;
      ++at_;
      continue;
    }
    if (out != nullptr) out->append(text_, run, at_ - run);
    if (c == '"') {
      ++at_;
      return ascii || is_utf8(text_.substr(start, at_ - 1 - start));
    }
    if (c != '\\' || !escape(out)) return false;
    run = at_;
  }
}

bool JsonReader::any_number(Json* out) {
  const std::size_t start = at_;
  const bool negative = skip('-');
  const auto whole = number();
  if (!whole) return false;
  if (peek() == 'e' || peek() == 'E') return false;
  if (!skip('.')) {
    const auto value = static_cast<std::int64_t>(*whole);
    if (negative && value == 0) return false;
    if (out != nullptr) *out = Json(negative ? -value : value);
    return true;
  }
  const std::size_t fraction = at_;
  while (is_digit(peek())) ++at_;
  if (at_ == fraction || peek() == 'e' || peek() == 'E') return false;
  double value = 0;
  const char* end = text_.data() + at_;
  const auto parsed = std::from_chars(text_.data() + start, end, value);
  if (parsed.ec != std::errc() || parsed.ptr != end) return false;
  if (out != nullptr) *out = Json(value);
  return true;
}

bool JsonReader::array(Json* out, int depth) {
  ++at_;
  Json::Array items;
  if (peek() != ']') {
    do {
      if (!value(out != nullptr ? &items.emplace_back() : nullptr, depth + 1)) return false;
    } while (skip(','));
  }
  if (out != nullptr) *out = Json(std::move(items));
  return skip(']');
}

// A repeated key is left to the strict parser.
bool JsonReader::object(Json* out, int depth) {
  ++at_;
  if (out != nullptr) *out = Json::object();
  if (peek() != '}') {
    std::string key;
    std::size_t members = 0;
    do {
      Json member;
      if (!string(out != nullptr ? &key : nullptr) || !skip(':')) return false;
      if (!value(out != nullptr ? &member : nullptr, depth + 1)) return false;
      if (out != nullptr && out->set(key, std::move(member)).size() != ++members) return false;
    } while (skip(','));
  }
  return skip('}');
}

bool JsonReader::value(Json* out, int depth) {
  if (depth > kDepthMax) return false;
  const auto word = [&](std::string_view expected, Json meaning) {
    if (out != nullptr) *out = std::move(meaning);
    return skip(expected);
  };
  switch (peek()) {
    case '{': return object(out, depth);
    case '[': return array(out, depth);
    case 't': return word("true", Json(true));
    case 'f': return word("false", Json(false));
    case 'n': return word("null", Json());
    case '"': {
      std::string text;
      if (!string(out != nullptr ? &text : nullptr)) return false;
      if (out != nullptr) *out = Json(std::move(text));
      return true;
    }
    default: return any_number(out);
  }
}

}  // namespace pawl::store
