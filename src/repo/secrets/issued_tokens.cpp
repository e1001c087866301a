#include "repo/secrets/issued_tokens.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/assets.hpp"
#include "base/check.hpp"
#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "repo/secrets/secret_values.hpp"

namespace pawl::repo {
namespace {

bool is_token_byte(char c) { return is_letter_or_digit(c) || c == '_' || c == '-'; }
bool is_upper_alnum(char c) { return is_digit(c) || is_upper(c); }
bool is_lower_alnum(char c) { return is_digit(c) || is_lower(c); }
bool is_dotted(char c) { return is_token_byte(c) || c == '.'; }
bool is_lower_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); }
bool is_path_byte(char c) { return is_token_byte(c) || c == '/'; }
bool is_base64_byte(char c) { return is_letter_or_digit(c) || c == '+' || c == '/'; }

using Letters = bool (*)(char);

Letters letters_named(std::string_view name) {
  static constexpr std::array<std::pair<std::string_view, Letters>, 10> kLetters{{
      {"digit", &is_digit},
      {"hex", &is_lower_hex},
      {"anyhex", &is_hex_digit},
      {"low", &is_lower_alnum},
      {"up", &is_upper_alnum},
      {"alnum", &is_letter_or_digit},
      {"word", &is_token_byte},
      {"dotted", &is_dotted},
      {"path", &is_path_byte},
      {"base64", &is_base64_byte},
  }};
  const auto* const found = std::find_if(kLetters.begin(), kLetters.end(),
                                         [&](const auto& row) { return row.first == name; });
  PAWL_CHECK(found != kLetters.end(), "data/secrets/tokens.txt names letters there are");
  return found->second;
}

// What stands for itself, then so many characters of some kind; either may be absent.
struct TokenPart {
  std::string_view literal;
  Letters letters = nullptr;
  std::size_t min = 0;
  std::size_t max = 0;
};

struct Shape {
  std::string_view name;
  std::vector<TokenPart> parts;
  bool checked = false;
};

std::vector<TokenPart> parse_parts(std::string_view shape) {
  std::vector<TokenPart> parts;
  while (!shape.empty()) {
    const std::size_t open = std::min(shape.find('<'), shape.size());
    TokenPart part{.literal = shape.substr(0, open)};
    shape.remove_prefix(open);
    if (!shape.empty()) {
      const std::size_t close = shape.find('>');
      PAWL_CHECK(close != std::string_view::npos, "a kind of letters ends");
      const std::string_view inside = shape.substr(1, close - 1);
      const auto colon = split(inside, ':');
      PAWL_CHECK(colon.size() == 2, "a kind of letters has a length");
      const auto ends = split(colon[1], '-');
      part.letters = letters_named(colon[0]);
      part.min = static_cast<std::size_t>(parse_int(ends.front()).value_or(0));
      part.max = static_cast<std::size_t>(parse_int(ends.back()).value_or(0));
      PAWL_CHECK(part.min > 0 && part.max >= part.min, "a length is a number or two");
      shape.remove_prefix(close + 1);
    }
    parts.push_back(part);
  }
  return parts;
}

// By the first character a token has.
using Table = std::array<std::vector<Shape>, 256>;

Table read_shapes(std::string_view list) {
  Table table;
  for (const std::string_view line : split_lines(list)) {
    const std::string_view row = trim(line);
    if (row.empty() || row.starts_with('#')) continue;
    const auto fields = split(row, '|');
    PAWL_CHECK(fields.size() >= 2, "a row of tokens has a name and a shape");
    const Shape shape{.name = trim(fields[0]),
                      .parts = parse_parts(trim(fields[1])),
                      .checked = fields.size() > 2 && trim(fields[2]) == "checksum"};
    const TokenPart& first = shape.parts.front();
    for (unsigned c = 0; c < 256; ++c) {
      const char begin = static_cast<char>(c);
      const bool may =
          first.literal.empty() ? first.letters(begin) : begin == first.literal.front();
      if (may) table[c].push_back(shape);
    }
  }
  return table;
}

const Table& shapes() {
  static const Table table = [] {
    const auto list = asset("secrets/tokens.txt");
    PAWL_CHECK(list.has_value(), "data/secrets/tokens.txt is embedded");
    return read_shapes(*list);
  }();
  return table;
}

struct TokenMatch {
  std::size_t length = 0;
  std::size_t body = 0;  // where what was drawn by lot begins
};

std::optional<TokenMatch> match(const Shape& shape, std::string_view text) {
  std::size_t at = 0;
  std::size_t body = std::string_view::npos;
  for (const TokenPart& part : shape.parts) {
    if (!text.substr(at).starts_with(part.literal)) return {};
    at += part.literal.size();
    if (part.letters == nullptr) continue;
    body = std::min(body, at);
    std::size_t count = 0;
    while (count < part.max && at + count < text.size() && part.letters(text[at + count])) ++count;
    if (count < part.min) return {};
    at += count;
  }
  // It ends where the word ends.
  if (at < text.size() && is_token_byte(text[at])) return {};
  return TokenMatch{.length = at, .body = body};
}

constexpr std::string_view kBase62 =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr std::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

std::uint32_t crc32(std::string_view text) {
  std::uint32_t crc = 0xFFFFFFFFU;
  for (const char c : text) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? 0xEDB88320U : 0U);
  }
  return ~crc;
}

// The last six of 36 characters are the CRC-32 of the others, in base 62.
bool has_checksum(std::string_view body) {
  if (body.size() != 36) return false;
  std::uint32_t rest = crc32(body.substr(0, 30));
  for (std::size_t i = 36; i-- > 30;) {
    if (body[i] != kBase62[rest % 62]) return false;
    rest /= 62;
  }
  return true;
}

// Either alphabet of base 64, without what fills it up at its end. Empty: it is none.
std::string from_base64(std::string_view text) {
  std::string out;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const char plain = c == '+' ? '-' : c == '/' ? '_' : c;
    const std::size_t value = kBase64.find(plain);
    if (value == std::string_view::npos) return {};
    bits = (bits << 6U) | static_cast<std::uint32_t>(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out.push_back(static_cast<char>((bits >> static_cast<unsigned>(count)) & 0xFFU));
  }
  return out;
}

// Empty: it is none.
std::string from_hex(std::string_view text) {
  if (text.size() % 2 != 0 || !std::all_of(text.begin(), text.end(), is_hex_digit)) return {};
  std::string out;
  for (std::size_t i = 0; i < text.size(); i += 2) {
    const auto digit = [](char c) {
      return static_cast<unsigned>(is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
    };
    out.push_back(static_cast<char>(digit(text[i]) << 4U | digit(text[i + 1])));
  }
  return out;
}

std::string_view leading(std::string_view text, Letters letters) {
  std::size_t length = 0;
  while (length < text.size() && letters(text[length])) ++length;
  return text.substr(0, length);
}

// A JSON web token: a header that names its algorithm, claims, and a signature that is long
// enough. What says `anon` is handed to every visitor of a site.
Issued web_token(std::string_view text) {
  const auto parts = split(leading(text, &is_dotted), '.');
  if (parts.size() != 3 || parts[2].size() < 40 || entropy(parts[2]) < 4) return {};
  const std::string claims = from_base64(parts[1]);
  if (!contains(from_base64(parts[0]), "\"alg\"") || !claims.starts_with('{')) return {};
  if (contains(claims, "\"anon\"") || contains(claims, "John Doe")) return {};
  // The date of the example everybody knows.
  const bool dated = (contains(claims, "\"iat\"") || contains(claims, "\"exp\"")) &&
                     !contains(claims, "1516239022");
  return {.name = "JSON web token", .certain = false, .dated = dated};
}

// A bot's number in base 64, when the token was made, and its signature.
Issued discord_token(std::string_view text) {
  const auto parts = split(leading(text, &is_dotted), '.');
  if (parts.size() != 3 || parts[0].size() < 22 || parts[0].size() > 28 || parts[1].size() != 6 ||
      parts[2].size() < 27 || parts[2].size() > 40 || entropy(parts[2]) < 3.5) {
    return {};
  }
  const std::string number = from_base64(parts[0]);
  const bool digits = number.size() >= 17 && std::all_of(number.begin(), number.end(), is_digit);
  return digits ? Issued{.name = "Discord token", .body = parts[2]} : Issued{};
}

bool is_visible_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c <= '~'; });
}

std::string_view base64_run(std::string_view text) {
  return leading(text, [](char c) { return is_base64_byte(c) || c == '-' || c == '_'; });
}

}  // namespace

Issued issuer_of(std::string_view text) {
  if (text.empty()) return {};
  if (text.starts_with("eyJ")) return web_token(text);
  for (const Shape& shape : shapes()[static_cast<unsigned char>(text.front())]) {
    const auto found = match(shape, text);
    if (!found) continue;
    const std::string_view body = text.substr(found->body, found->length - found->body);
    if (entropy(body) < 3.0 || is_sample_value(body)) continue;
    const bool right = shape.checked && has_checksum(body);
    return {
        .name = shape.name, .body = body, .proven = right, .disproven = shape.checked && !right};
  }
  if (text.front() == 'M' || text.front() == 'N' || text.front() == 'O') return discord_token(text);
  return {};
}

bool begins_like_token(char first) {
  static const std::array<bool, 256> table = [] {
    std::array<bool, 256> begins{};
    for (const char c : std::string_view("eMNO")) begins[static_cast<unsigned char>(c)] = true;
    for (std::size_t c = 0; c < begins.size(); ++c) begins[c] = begins[c] || !shapes()[c].empty();
    return begins;
  }();
  return table[static_cast<unsigned char>(first)];
}

bool may_begin_token(std::string_view piece) {
  if (piece.size() < 2) return false;
  const std::vector<Shape>& known = shapes()[static_cast<unsigned char>(piece.front())];
  return std::any_of(known.begin(), known.end(), [&](const Shape& shape) {
    const std::string_view literal = shape.parts.front().literal;
    return !literal.empty() && (piece.starts_with(literal) || literal.starts_with(piece));
  });
}

Issued encoded_issuer_of(std::string_view text) {
  constexpr std::size_t kMin = 24;
  if (text.size() < kMin) return {};
  for (std::string (*const decoded)(std::string_view) : {&from_base64, &from_hex}) {
    // The first characters say whether the others are worth it.
    const std::string begin = decoded(text.substr(0, 4));
    if (begin.empty() || !is_visible_ascii(begin) || !begins_like_token(begin.front())) continue;
    const std::string token = decoded(base64_run(text));
    Issued issued = is_visible_ascii(token) ? issuer_of(token) : Issued{};
    issued.body = text;
    if (!issued.name.empty()) return issued;
  }
  return {};
}

std::string encoded_password(std::string_view text) {
  const std::string login = from_base64(base64_run(text));
  const std::size_t colon = login.find(':');
  if (colon == std::string::npos || colon == 0 || !is_visible_ascii(login)) return {};
  return login.substr(colon + 1);
}

}  // namespace pawl::repo
