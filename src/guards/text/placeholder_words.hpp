// The words of comments that stand where code should: what they name, and how.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pawl::guards {

// A comment of more words says something.
inline constexpr std::size_t kPlaceholderWordsMax = 12;

// `the`, `here`, `are`: links words of such a comment.
bool links_placeholder(std::string_view word);
// `methods`, `logic`: what is left out.
bool is_left_out_thing(std::string_view word);
// `existing`, `unchanged`: that it is as it was.
bool is_kept_word(std::string_view word);
// `unchanged`, `omitted`: says so alone.
bool is_plainly_kept(std::string_view word);

bool is_bracketed(std::string_view text);
// What a comment says, without its marks; empty when the line is none.
std::string_view said_in(std::string_view line);
// `[rest of the file unchanged]`, `... existing code ...`: brackets or dots around words alone.
// Real code has signs that no sentence has.
std::string_view bare_said_in(std::string_view line);

struct Said {
  std::vector<std::string> words;  // `=` for what is no word
  bool ellipsis = false;           // at the begin or the end

  bool says(std::string_view word) const;
};
Said words_said(std::string_view text);

}  // namespace pawl::guards
