#include "base/text/hidden.hpp"

#include <algorithm>
#include <array>

#include "base/text/text.hpp"

namespace pawl {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

struct HiddenRow {
  char32_t first;
  char32_t last;
  HiddenKind kind;
  std::string_view name;
};

using enum HiddenKind;

// General category Cc and Cf, and what the Unicode standard calls default ignorable
// (DerivedCoreProperties.txt), without signs that have a shape (Arabic number signs).
constexpr auto kHidden = std::to_array<HiddenRow>({
    {0x0000, 0x001F, control, "control character"},
    {0x007F, 0x009F, control, "control character"},
    {0x00AD, 0x00AD, invisible, "soft hyphen"},
    {0x034F, 0x034F, invisible, "combining grapheme joiner"},
    {0x061C, 0x061C, mark, "Arabic letter mark"},
    {0x115F, 0x1160, invisible, "Hangul filler"},
    {0x17B4, 0x17B5, invisible, "invisible Khmer vowel"},
    {0x180B, 0x180F, invisible, "Mongolian selector"},
    {0x200B, 0x200B, invisible, "zero width space"},
    {0x200C, 0x200C, invisible, "zero width non-joiner"},
    {0x200D, 0x200D, invisible, "zero width joiner"},
    {0x200E, 0x200E, mark, "left-to-right mark"},
    {0x200F, 0x200F, mark, "right-to-left mark"},
    {0x2028, 0x2028, invisible, "line separator"},
    {0x2029, 0x2029, invisible, "paragraph separator"},
    {0x202A, 0x202A, embedding, "left-to-right embedding"},
    {0x202B, 0x202B, embedding, "right-to-left embedding"},
    {0x202C, 0x202C, embedding, "pop directional formatting"},
    {0x202D, 0x202D, reversal, "left-to-right override"},
    {0x202E, 0x202E, reversal, "right-to-left override"},
    {0x2060, 0x2060, invisible, "word joiner"},
    {0x2061, 0x2065, invisible, "invisible operator"},
    {0x2066, 0x2066, embedding, "left-to-right isolate"},
    {0x2067, 0x2067, embedding, "right-to-left isolate"},
    {0x2068, 0x2068, embedding, "first strong isolate"},
    {0x2069, 0x2069, embedding, "pop directional isolate"},
    {0x206A, 0x206F, invisible, "deprecated format character"},
    {0x3164, 0x3164, invisible, "Hangul filler"},
    {0xFE00, 0xFE0F, invisible, "variation selector"},
    {0xFEFF, 0xFEFF, invisible, "zero width no-break space"},
    {0xFFA0, 0xFFA0, invisible, "halfwidth Hangul filler"},
    {0xFFF0, 0xFFFB, invisible, "format character"},
    {0x1BCA0, 0x1BCA3, invisible, "shorthand format control"},
    {0x1D173, 0x1D17A, invisible, "musical format control"},
    {0xE0000, 0xE007F, invisible, "tag character"},
    {0xE0080, 0xE00FF, invisible, "unassigned ignorable"},
    {0xE0100, 0xE01EF, invisible, "variation selector"},
    {0xE01F0, 0xE0FFF, invisible, "unassigned ignorable"},
});

constexpr auto kRightToLeft = std::to_array<Range>(
    {{0x0590, 0x08FF}, {0xFB1D, 0xFDFF}, {0xFE70, 0xFEFC}, {0x10800, 0x10FFF}, {0x1E800, 0x1EFFF}});

// Scripts whose letters change their shape beside others, where joiners have a meaning (Unicode
// standard, section 23.2): Arabic and its neighbours, the scripts of India and of South-East Asia.
constexpr auto kJoining = std::to_array<Range>({{0x0600, 0x0605},
                                                {0x0610, 0x061B},
                                                {0x061D, 0x07FF},
                                                {0x0840, 0x109F},
                                                {0x1780, 0x18AF},
                                                {0x1900, 0x1CFF},
                                                {0xA800, 0xAAFF},
                                                {0xFB50, 0xFDFF},
                                                {0xFE70, 0xFEFC},
                                                {0x10A00, 0x11FFF},
                                                {0x1E900, 0x1E95F}});

// Written without blanks, so that a zero width space says where a line may break.
constexpr auto kUnspaced = std::to_array<Range>({{0x0E00, 0x109F}, {0x1780, 0x17FF}});

constexpr auto kJamo = std::to_array<Range>({{0x1100, 0x11FF}, {0xA960, 0xA97F}, {0xD7B0, 0xD7FF}});

// What may be drawn as a picture (emoji-data.txt), in rough blocks.
constexpr auto kPictures = std::to_array<Range>({{0x00A9, 0x00AE},
                                                 {0x203C, 0x203C},
                                                 {0x2049, 0x2049},
                                                 {0x2122, 0x2139},
                                                 {0x2190, 0x23FF},
                                                 {0x24C2, 0x24C2},
                                                 {0x25A0, 0x27BF},
                                                 {0x2900, 0x2BFF},
                                                 {0x3030, 0x303D},
                                                 {0x3297, 0x3299},
                                                 {0x1F000, 0x1FAFF}});

constexpr auto kIdeographs =
    std::to_array<Range>({{0x3400, 0x9FFF}, {0xF900, 0xFAFF}, {0x20000, 0x3FFFF}});

template <std::size_t N>
bool in(const std::array<Range, N>& ranges, char32_t code) {
  return std::any_of(ranges.begin(), ranges.end(), [code](const Range& range) {
    return code >= range.first && code <= range.last;
  });
}

const HiddenRow* row_of(char32_t code) {
  if (code >= 0x20 && code < 0x7F) return nullptr;
  const auto* const found =
      std::lower_bound(kHidden.begin(), kHidden.end(), code,
                       [](const HiddenRow& row, char32_t wanted) { return row.last < wanted; });
  return found != kHidden.end() && code >= found->first ? found : nullptr;
}

struct Decoded {
  char32_t code = 0;  // U+FFFD of a byte that is no valid UTF-8
  std::size_t length = 1;
};

Decoded decode(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(at);
  if (lead < 0x80) return {lead, 1};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (at + length > text.size() || !is_utf8(text.substr(at, length))) return {0xFFFD, 1};
  char32_t code = lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) code = (code << 6U) | (byte(at + i) & 0x3FU);
  return {code, length};
}

bool is_selector(char32_t code) {
  return (code >= 0xFE00 && code <= 0xFE0F) || (code >= 0xE0100 && code <= 0xE01EF);
}

bool is_keycap(char32_t code) { return code == '#' || code == '*' || (code >= '0' && code <= '9'); }

// A flag of a region: a black flag, letters as tags, and the tag that ends it.
bool ends_as_flag(std::string_view rest) {
  constexpr std::size_t kTagsMax = 7;
  std::size_t at = 0;
  for (std::size_t i = 0; i < kTagsMax && at < rest.size(); ++i) {
    const Decoded tag = decode(rest, at);
    if (tag.code == 0xE007F) return true;
    if (tag.code < 0xE0030 || tag.code > 0xE007A) return false;
    at += tag.length;
  }
  return false;
}

// What is before a character, as far as it matters.
struct Before {
  char32_t last = 0;   // any character
  char32_t shown = 0;  // the last that has a shape
  bool in_flag = false;
};

bool is_needed(std::string_view text, const HiddenChar& one, const Before& before) {
  const std::size_t end = one.at + one.length;
  const char32_t next = end < text.size() ? decode(text, end).code : 0;
  if (one.code == 0x200C || one.code == 0x200D) {
    if (before.last == 0x200C || before.last == 0x200D) return false;
    const bool picture = one.code == 0x200D && in(kPictures, before.shown) && in(kPictures, next);
    return picture || in(kJoining, before.last);
  }
  if (one.code == 0x200B) return in(kUnspaced, before.last) && in(kUnspaced, next);
  if (one.code == 0x034F) return before.last >= 0x0300 && row_of(before.last) == nullptr;
  if (one.code == 0x115F || one.code == 0x1160) return in(kJamo, before.last) || in(kJamo, next);
  if (one.code >= 0x180B && one.code <= 0x180F && one.code != 0x180E) {
    return before.last >= 0x1800 && before.last <= 0x18AF && row_of(before.last) == nullptr;
  }
  if (is_selector(one.code)) {
    // Some keyboards write it twice and more, which says the same.
    if (before.last == one.code) return in(kPictures, before.shown);
    if (row_of(before.last) != nullptr) return false;
    if (one.code >= 0xE0100) return in(kIdeographs, before.last);
    return before.last >= 0xA9 || (one.code >= 0xFE0E && is_keycap(before.last));
  }
  return one.code >= 0xE0020 && one.code <= 0xE007F && before.in_flag;
}

template <class Each>
std::string rewritten(std::string_view text, const Each& each) {
  const std::string clean = to_utf8(text);
  std::string out;
  std::size_t done = 0;
  for (const HiddenChar& one : hidden_in(clean)) {
    if (one.needed) continue;
    out.append(clean, done, one.at - done);
    out += each(std::string_view(clean), one);
    done = one.at + one.length;
  }
  return out.append(clean, done, std::string::npos);
}

bool is_layout(std::string_view text, const HiddenChar& one) {
  const bool before_newline = one.at + 1 < text.size() && text[one.at + 1] == '\n';
  return one.code == '\n' || one.code == '\t' || (one.code == '\r' && before_newline);
}

}  // namespace

std::vector<HiddenChar> hidden_in(std::string_view text) {
  std::vector<HiddenChar> found;
  Before before;
  for (std::size_t at = 0; at < text.size();) {
    if (const char c = text[at]; c >= 0x20 && c < 0x7F) {  // most of most texts
      before = {.last = static_cast<char32_t>(c), .shown = static_cast<char32_t>(c)};
      ++at;
      continue;
    }
    const Decoded here = decode(text, at);
    const HiddenRow* row = row_of(here.code);
    if (row == nullptr) {
      before.shown = here.code;
      before.in_flag = false;
    } else {
      if (before.last == 0x1F3F4) before.in_flag = ends_as_flag(text.substr(at));
      HiddenChar one{.at = at, .length = here.length, .code = here.code, .kind = row->kind};
      one.needed = is_needed(text, one, before);
      found.push_back(one);
      if (here.code == 0xE007F) before.in_flag = false;
    }
    before.last = here.code;
    at += here.length;
  }
  return found;
}

bool may_hide(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x7F || (byte < 0x20 && c != '\n' && c != '\t' && c != '\r');
  });
}

std::string hidden_escape(char32_t code) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string digits;
  for (char32_t left = code; left != 0 || digits.size() < 2; left >>= 4U) {
    digits.insert(digits.begin(), kHex[left & 15U]);
  }
  return code < 0x80 ? "\\x" + digits : "\\u{" + digits + "}";
}

std::string hidden_name(char32_t code) {
  const HiddenRow* row = row_of(code);
  std::string digits = hidden_escape(code).substr(code < 0x80 ? 2 : 3);
  if (digits.ends_with('}')) digits.pop_back();
  digits.insert(0, digits.size() < 4 ? 4 - digits.size() : 0, '0');
  return "U+" + upper(digits) + (row == nullptr ? "" : " (" + std::string(row->name) + ")");
}

std::string visible(std::string_view text) {
  if (!may_hide(text) && !contains(text, "\r")) return std::string(text);
  return rewritten(text, [](std::string_view clean, const HiddenChar& one) {
    return is_layout(clean, one) ? std::string(clean.substr(one.at, one.length))
                                 : hidden_escape(one.code);
  });
}

std::string without_hidden(std::string_view text) {
  if (!may_hide(text) && !contains(text, "\r")) return std::string(text);
  return rewritten(text, [](std::string_view clean, const HiddenChar& one) {
    return is_layout(clean, one) ? std::string(clean.substr(one.at, one.length)) : std::string();
  });
}

bool has_right_to_left(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const Decoded here = decode(text, at);
    if (here.code >= 0x0590 && in(kRightToLeft, here.code) && row_of(here.code) == nullptr) {
      return true;
    }
    at += here.length;
  }
  return false;
}

}  // namespace pawl
