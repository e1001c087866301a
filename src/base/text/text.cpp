#include "base/text/text.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/hidden.hpp"

namespace pawl {
namespace {

char lower_char(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
char upper_char(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }
bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Where a part occurs from `at` on, letter case aside. Whole files are asked for words, so nothing
// is copied.
std::size_t find_folded(std::string_view text, std::string_view part, std::size_t at) {
  if (at > text.size()) return std::string_view::npos;
  if (part.empty()) return at;
  const char low = lower_char(part.front());
  const char high = upper_char(part.front());
  const std::string_view rest = part.substr(1);
  for (; at + part.size() <= text.size(); ++at) {
    if (text[at] != low && text[at] != high) continue;
    const auto same = [](char a, char b) { return lower_char(a) == lower_char(b); };
    if (std::equal(rest.begin(), rest.end(), text.begin() + at + 1, same)) return at;
  }
  return std::string_view::npos;
}

template <class T>
std::string join_any(std::span<const T> parts, std::string_view separator) {
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out += separator;
    out += parts[i];
  }
  return out;
}

// Length of the valid UTF-8 sequence at `at`, or 0. Follows table 3-7 of the Unicode standard.
std::size_t sequence_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(at);
  if (lead < 0x80) return 1;
  std::size_t length = 0;
  unsigned char low = 0x80;
  unsigned char high = 0xBF;
  if (lead >= 0xC2 && lead <= 0xDF) {
    length = 2;
  } else if (lead >= 0xE0 && lead <= 0xEF) {
    length = 3;
    if (lead == 0xE0) low = 0xA0;
    if (lead == 0xED) high = 0x9F;
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    length = 4;
    if (lead == 0xF0) low = 0x90;
    if (lead == 0xF4) high = 0x8F;
  } else {
    return 0;
  }
  if (at + length > text.size()) return 0;
  if (byte(at + 1) < low || byte(at + 1) > high) return 0;
  for (std::size_t i = 2; i < length; ++i) {
    if (byte(at + i) < 0x80 || byte(at + i) > 0xBF) return 0;
  }
  return length;
}

// Most text is ASCII from end to end, so eight bytes are checked at a time.
std::size_t ascii_prefix(std::string_view text) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080ULL;
  std::size_t i = 0;
  for (; i + sizeof(std::uint64_t) <= text.size(); i += sizeof(std::uint64_t)) {
    std::uint64_t block = 0;
    std::memcpy(&block, text.data() + i, sizeof block);
    if ((block & kHighBits) != 0) break;
  }
  return i;
}

std::size_t boundary_at_most(std::string_view text, std::size_t bytes) {
  if (bytes >= text.size()) return text.size();
  while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U) --bytes;
  return bytes;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      const std::size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0U : 1U);
      row[j] = std::min({above + 1, row[j - 1] + 1, change});
      diagonal = above;
    }
  }
  return row[b.size()];
}

}  // namespace

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), lower_char);
  return out;
}

std::string upper(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), upper_char);
  return out;
}

std::string_view trim_end(std::string_view text) {
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view trim(std::string_view text) {
  text = trim_end(text);
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  return text;
}

bool equal_folded(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) {
           return lower_char(x) == lower_char(y);
         });
}

bool starts_with_folded(std::string_view text, std::string_view prefix) {
  return text.size() >= prefix.size() && equal_folded(text.substr(0, prefix.size()), prefix);
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool contains_folded(std::string_view text, std::string_view part) {
  return find_folded(text, part, 0) != std::string_view::npos;
}

bool contains_word_folded(std::string_view text, std::string_view part) {
  for (auto at = find_folded(text, part, 0); at != std::string_view::npos;
       at = find_folded(text, part, at + 1)) {
    const bool left = at == 0 || !is_word(text[at - 1]);
    const std::size_t end = at + part.size();
    if (left && (end == text.size() || !is_word(text[end]))) return true;
  }
  return false;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  std::size_t start = 0;
  for (;;) {
    const auto at = text.find(separator, start);
    if (at == std::string_view::npos) break;
    parts.push_back(text.substr(start, at - start));
    start = at + 1;
  }
  parts.push_back(text.substr(start));
  return parts;
}

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const auto at = text.find('\n');
    std::string_view line = text.substr(0, at);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    if (at == std::string_view::npos) break;
    text.remove_prefix(at + 1);
  }
  return lines;
}

std::vector<std::string_view> split_words(std::string_view text) {
  std::vector<std::string_view> words;
  std::size_t i = 0;
  while (i < text.size()) {
    while (i < text.size() && is_blank(text[i])) ++i;
    const std::size_t start = i;
    while (i < text.size() && !is_blank(text[i])) ++i;
    if (i > start) words.push_back(text.substr(start, i - start));
  }
  return words;
}

std::string join(std::span<const std::string> parts, std::string_view separator) {
  return join_any(parts, separator);
}

std::string join(std::span<const std::string_view> parts, std::string_view separator) {
  return join_any(parts, separator);
}

std::string replace_all(std::string_view text, std::string_view from, std::string_view to) {
  if (from.empty()) return std::string(text);
  std::string out;
  std::size_t start = 0;
  for (auto at = text.find(from); at != std::string_view::npos; at = text.find(from, start)) {
    out += text.substr(start, at - start);
    out += to;
    start = at + from.size();
  }
  out += text.substr(start);
  return out;
}

bool is_utf8(std::string_view text) {
  for (std::size_t i = ascii_prefix(text); i < text.size();) {
    const std::size_t length = sequence_length(text, i);
    if (length == 0) return false;
    i += length;
  }
  return true;
}

std::string to_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = sequence_length(text, i);
    if (length == 0) {
      out += "\xEF\xBF\xBD";
      ++i;
    } else {
      out += text.substr(i, length);
      i += length;
    }
  }
  return out;
}

std::string printable(std::string_view text, std::size_t bytes_max) {
  // Most of what is shown is this, thousands of times in a table.
  const bool plain =
      std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
  if (plain && text.size() <= bytes_max) return std::string(text);
  const std::string clean = to_utf8(text);
  std::string out;
  std::size_t done = 0;
  for (const HiddenChar& one : hidden_in(clean)) {
    if (one.needed) continue;
    out.append(clean, done, one.at - done);
    out += one.code == '\n' ? "\\n" : one.code == '\t' ? "\\t" : hidden_escape(one.code);
    done = one.at + one.length;
  }
  out.append(clean, done, std::string::npos);
  if (out.size() <= bytes_max) return out;
  return out.substr(0, boundary_at_most(out, bytes_max)) + "…";
}

std::string head_and_tail(std::string_view text, std::size_t bytes_max) {
  if (text.size() <= bytes_max) return std::string(text);
  const std::size_t head = boundary_at_most(text, bytes_max / 2);
  std::size_t tail = text.size() - (bytes_max - bytes_max / 2);
  while (tail < text.size() && (static_cast<unsigned char>(text[tail]) & 0xC0U) == 0x80U) ++tail;
  return std::string(text.substr(0, head)) + "\n… " + std::to_string(tail - head) +
         " bytes left out …\n" + std::string(text.substr(tail));
}

bool looks_binary(std::string_view text) {
  return contains(text.substr(0, 8000), std::string_view("\0", 1));
}

std::optional<long long> parse_int(std::string_view text) {
  long long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return {};
  return value;
}

std::optional<double> parse_double(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return {};
  return value;
}

std::string human_bytes(std::uint64_t bytes) {
  static constexpr auto kUnits = fixed_words("bytes", "KiB", "MiB", "GiB", "TiB");
  std::size_t unit = 0;
  std::uint64_t tenths = bytes * 10;
  for (; tenths >= 10240 && unit + 1 < kUnits.size(); ++unit) tenths /= 1024;
  std::string text = std::to_string(tenths / 10);
  if (tenths < 100 && tenths % 10 != 0) text += "." + std::to_string(tenths % 10);
  return text + " " + std::string(kUnits.at(unit));
}

std::string counted(std::size_t n, std::string_view singular, std::string_view plural) {
  std::string out = std::to_string(n) + " ";
  if (n == 1) return out + std::string(singular);
  return out + (plural.empty() ? std::string(singular) + "s" : std::string(plural));
}

std::optional<std::string> nearest(std::string_view name, std::span<const std::string> candidates) {
  std::optional<std::string> best;
  // At least one letter must be right, or `x` would be near to every word of two letters.
  std::size_t best_distance = std::min(std::max<std::size_t>(2, name.size() / 3) + 1,
                                       std::max<std::size_t>(1, name.size()));
  const std::string folded = lower(name);
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(folded, lower(candidate));
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string slug(std::string_view text, std::size_t length_max) {
  std::string out;
  for (const char c : lower(text)) {
    const bool keep = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (keep) {
      out += c;
    } else if (!out.empty() && out.back() != '-') {
      out += '-';
    }
    if (out.size() == length_max) break;
  }
  while (out.ends_with('-')) out.pop_back();
  return out.empty() ? "repo" : out;
}

std::string hash_hex(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3ULL;
  }
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string out(16, '0');
  for (std::size_t i = 0; i < 16; ++i) out[15 - i] = kHex[(hash >> (4U * i)) & 15U];
  return out;
}

std::size_t line_count(std::string_view text) {
  const auto newlines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  return newlines + (!text.empty() && text.back() != '\n' ? 1 : 0);
}

}  // namespace pawl
