// Which lines of a changed text say what they said before, only laid out in another way: deeper or
// less deep, with other blanks, broken elsewhere, in other quotes, at another place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pawl::guards {

struct LayoutRules {
  bool depth_counts = false;        // how deep a line is says something, as in Python
  bool quotes_alike = false;        // 'a' and "a" are the same
  bool blanks_count = false;        // at both ends of a line, as in Markdown
  std::string_view comment = "//";  // what a line of comment begins with
};

// Counts are of lines that are not blank.
struct LayoutDiff {
  std::size_t total = 0;   // of the text before
  std::size_t kept = 0;    // of these, that still say the same, wherever they are
  std::size_t real = 0;    // that say something new, or are gone
  std::size_t layout = 0;  // that are laid out otherwise, and no line beside them asks for it
  std::size_t quotes = 0;  // that have other quotes
  std::size_t order = 0;   // that are at another place
  int first = 0;           // the first of the last three, in the new text, from 1; 0: there is none
  std::vector<std::string_view> smaller;  // the new text without these three

  std::size_t noise() const { return layout + quotes + order; }
};

// The texts are borrowed by `smaller`. Lines are compared by what is left without blanks outside of
// quotes. Left alone is what follows from a change beside it: a block that a new line nests, a
// column that a new line widens.
LayoutDiff layout_diff(std::string_view before, std::string_view after, const LayoutRules& rules);

// From one text to the other as hunks a person can read, at most `lines_max` lines.
std::string readable_diff(const std::vector<std::string_view>& before,
                          const std::vector<std::string_view>& after, std::size_t lines_max);

}  // namespace pawl::guards
