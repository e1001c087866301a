#include "guards/paths/name_folds.hpp"

#include <algorithm>
#include <charconv>
#include <unordered_map>

#include "base/assets.hpp"
#include "base/check.hpp"
#include "base/text/hidden.hpp"
#include "base/text/text.hpp"

namespace pawl::guards {
namespace {

using Folds = std::unordered_map<char32_t, std::u32string>;

char32_t code_of(std::string_view hex) {
  std::uint32_t code = 0;
  std::from_chars(hex.data(), hex.data() + hex.size(), code, 16);
  return code;
}

// Of valid UTF-8.
std::u32string decoded(std::string_view text) {
  std::u32string out;
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(at);
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
    char32_t code = length == 1 ? lead : lead & (0x7FU >> length);
    for (std::size_t i = 1; i < length && at + i < text.size(); ++i) {
      code = (code << 6U) | (byte(at + i) & 0x3FU);
    }
    out += code;
    at += length;
  }
  return out;
}

void encode(char32_t code, std::string& out) {
  const auto put = [&](char32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0U | (code >> 6U));
    put(0x80U | (code & 0x3FU));
  } else if (code < 0x10000) {
    put(0xE0U | (code >> 12U));
    put(0x80U | ((code >> 6U) & 0x3FU));
    put(0x80U | (code & 0x3FU));
  } else {
    put(0xF0U | (code >> 18U));
    put(0x80U | ((code >> 12U) & 0x3FU));
    put(0x80U | ((code >> 6U) & 0x3FU));
    put(0x80U | (code & 0x3FU));
  }
}

std::string_view rows_of(std::string_view file) {
  const auto text = asset(file);
  PAWL_CHECK(text.has_value(), file);
  return *text;
}

Folds read_folds() {
  Folds folds;
  folds.reserve(8192);
  for (const std::string_view line : split_lines(rows_of("paths/folds.txt"))) {
    if (line.empty() || line.starts_with('#')) continue;
    const auto codes = split_words(line);
    std::u32string to;
    for (std::size_t i = 1; i < codes.size(); ++i) to += code_of(codes[i]);
    folds.emplace(code_of(codes[0]), std::move(to));
  }
  return folds;
}

Folds read_look_alikes() {
  Folds folds;
  for (const std::string_view line : split_lines(rows_of("paths/look-alikes.txt"))) {
    if (line.size() < 3 || line.starts_with('#')) continue;
    const std::u32string to(1, static_cast<unsigned char>(line.front()));
    for (const char32_t code : decoded(line.substr(2))) folds.emplace(code, to);
  }
  return folds;
}

// Marks that stand above and below letters. Their order says nothing where they do not meet.
bool is_combining(char32_t code) {
  return (code >= 0x0300 && code <= 0x036F) || (code >= 0x0591 && code <= 0x05C7) ||
         (code >= 0x0610 && code <= 0x065F) || (code >= 0x1AB0 && code <= 0x1AFF) ||
         (code >= 0x1DC0 && code <= 0x1DFF) || (code >= 0x20D0 && code <= 0x20FF) ||
         (code >= 0x3099 && code <= 0x309A) || (code >= 0xFE20 && code <= 0xFE2F);
}

// Syllables of Hangul are letters in a row (Unicode standard, section 3.12).
bool add_hangul(char32_t code, std::u32string& out) {
  if (code < 0xAC00 || code > 0xD7A3) return false;
  const char32_t index = code - 0xAC00;
  out += 0x1100 + index / 588;
  out += 0x1161 + index % 588 / 28;
  if (index % 28 != 0) out += 0x11A7 + index % 28;
  return true;
}

void sort_marks(std::u32string& text) {
  for (auto at = text.begin(); at != text.end();) {
    const auto end = std::find_if_not(at, text.end(), is_combining);
    std::sort(at, end);
    at = end == text.end() ? end : end + 1;
  }
}

std::u32string folded(const std::u32string& text) {
  static const Folds kFolds = read_folds();
  std::u32string out;
  for (const char32_t code : text) {
    if (code < 0x80) {
      out += code >= 'A' && code <= 'Z' ? code + ('a' - 'A') : code;
    } else if (const auto found = kFolds.find(code); found != kFolds.end()) {
      out += found->second;
    } else if (!add_hangul(code, out)) {
      out += code;
    }
  }
  sort_marks(out);
  return out;
}

std::u32string without_alphabets(const std::u32string& text) {
  static const Folds kLookAlikes = read_look_alikes();
  std::u32string out;
  for (const char32_t code : text) {
    const auto found = kLookAlikes.find(code);
    out += found == kLookAlikes.end() ? std::u32string(1, code) : found->second;
  }
  return out;
}

std::u32string shown_letters(std::string_view text) {
  const std::string plain = is_utf8(text) ? std::string(text) : to_utf8(text);
  std::string shown;
  std::size_t done = 0;
  for (const HiddenChar& one : hidden_in(plain)) {
    shown.append(plain, done, one.at - done);
    done = one.at + one.length;
  }
  return decoded(shown.append(plain, done, std::string::npos));
}

std::string encoded(const std::u32string& text) {
  std::string out;
  for (const char32_t code : text) encode(code, out);
  return out;
}

}  // namespace

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

std::string name_key(std::string_view name) {
  return is_ascii(name) ? lower(name) : encoded(folded(shown_letters(name)));
}

std::string looks_like(std::string_view path) {
  if (is_ascii(path)) return lower(path);
  // A letter may look like ASCII as it is, or once it is folded.
  return encoded(without_alphabets(folded(without_alphabets(shown_letters(path)))));
}

}  // namespace pawl::guards
