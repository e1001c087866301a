#include <algorithm>
#include <map>

#include "base/text/text.hpp"
#include "syntax/documents/markdown.hpp"

namespace pawl::syntax {
namespace {

// The capital letters of Latin, Greek and Cyrillic, as far as their small ones stand at a fixed
// distance; others are kept.
char32_t small(char32_t c) {
  if ((c >= U'A' && c <= U'Z') || (c >= 0xC0 && c <= 0xDE && c != 0xD7)) return c + 0x20;
  if ((c >= 0x391 && c <= 0x3A9) || (c >= 0x410 && c <= 0x42F)) return c + 0x20;
  if (c >= 0x400 && c <= 0x40F) return c + 0x50;
  return c;
}

bool in_anchor(char32_t c) {
  if (c < 0x80) {
    return (c >= U'a' && c <= U'z') || (c >= U'0' && c <= U'9') || c == U'_' || c == U'-';
  }
  const bool punctuation = c < 0xAA || (c >= 0x2000 && c <= 0x2BFF) || (c >= 0x3000 && c <= 0x303F);
  const bool emoji = c >= 0x1F000;
  return !punctuation && !emoji && c != 0xFFFD && c != 0xD7 && c != 0xF7;
}

// The character at the front of valid UTF-8, which is taken away.
char32_t take_character(std::string_view& text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t length = lead < 0x80 ? 1U : lead < 0xE0 ? 2U : lead < 0xF0 ? 3U : 4U;
  char32_t c = length == 1 ? lead : lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    c = (c << 6U) | (static_cast<unsigned char>(text[i]) & 0x3FU);
  }
  text.remove_prefix(length);
  return c;
}

void append_character(std::string& out, char32_t c) {
  if (c < 0x80) {
    out += static_cast<char>(c);
    return;
  }
  const unsigned length = c < 0x800 ? 2U : c < 0x10000 ? 3U : 4U;
  out += static_cast<char>((0xF00U >> length & 0xFFU) | (c >> (6U * (length - 1))));
  for (unsigned i = length - 1; i > 0; --i) {
    out += static_cast<char>(0x80U | ((c >> (6U * (i - 1))) & 0x3FU));
  }
}

}  // namespace

std::string anchor_of(std::string_view heading) {
  const std::string text = to_utf8(trim(heading));
  std::string out;
  for (std::string_view rest = text; !rest.empty();) {
    const char32_t c = small(take_character(rest));
    if (c == U' ') {
      out += '-';
    } else if (in_anchor(c)) {
      append_character(out, c);
    }
  }
  return out;
}

std::vector<std::string> anchors_of(const MarkdownDocument& document) {
  std::vector<const Heading*> headings;
  for (const Heading& heading : document.headings) headings.push_back(&heading);
  for (const Heading& heading : document.html_headings) headings.push_back(&heading);
  std::stable_sort(headings.begin(), headings.end(),
                   [](const Heading* a, const Heading* b) { return a->line < b->line; });
  std::vector<std::string> anchors = document.ids;
  std::map<std::string, int> seen;
  for (const Heading* heading : headings) {
    const std::string anchor = anchor_of(heading->text);
    const int count = seen[anchor]++;
    anchors.push_back(count == 0 ? anchor : anchor + "-" + std::to_string(count));
  }
  return anchors;
}

}  // namespace pawl::syntax
