#include "guards/text/here_documents.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "guards/lexical.hpp"

namespace pawl::guards {
namespace {

// The words behind `<<`, `<<-`, `<<~` and PHP's `<<<` in a line, in their order.
std::vector<std::string_view> words_that_end(std::string_view row) {
  std::vector<std::string_view> words;
  for (auto at = row.find("<<"); at != std::string_view::npos; at = row.find("<<", at)) {
    std::size_t begin = row.find_first_not_of('<', at);
    if (begin == std::string_view::npos) break;
    at = begin;
    begin = row.find_first_not_of("-~ '\"\\", begin);
    if (begin == std::string_view::npos) break;
    std::size_t end = begin;
    while (end < row.size() && is_word(row[end])) ++end;
    if (end > begin && !is_digit(row[begin])) words.push_back(row.substr(begin, end - begin));
  }
  return words;
}

// The word of a line that may end a here document. Behind it PHP goes on with its statement.
std::string_view word_that_ends(std::string_view row) {
  row = trim(row);
  const auto behind = std::find_if_not(row.begin(), row.end(), &is_word);
  const std::string_view word = row.substr(0, static_cast<std::size_t>(behind - row.begin()));
  const std::string_view rest = row.substr(word.size());
  return rest.empty() || contains(";,)", rest.substr(0, 1)) ? word : std::string_view();
}

// The lines that may end a here document of each word, in their order.
using Ends = std::unordered_map<std::string_view, std::vector<std::size_t>>;

Ends ends_in(const std::vector<std::string_view>& rows) {
  Ends ends;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (const std::string_view word = word_that_ends(rows[i]); !word.empty()) {
      ends[word].push_back(i);
    }
  }
  return ends;
}

std::optional<std::size_t> line_that_ends(const Ends& ends, std::size_t first,
                                          std::string_view word) {
  const auto known = ends.find(word);
  if (known == ends.end()) return {};
  const auto next = std::lower_bound(known->second.begin(), known->second.end(), first);
  return next == known->second.end() ? std::nullopt : std::optional(*next);
}

}  // namespace

void mark_here_documents(const std::vector<std::string_view>& rows, std::vector<bool>& lines) {
  const Ends ends = ends_in(rows);
  for (std::size_t i = 0; i < rows.size();) {
    std::size_t next = i + 1;
    for (const std::string_view word : words_that_end(rows[i])) {
      const auto end = line_that_ends(ends, next, word);
      if (!end) continue;
      std::fill(lines.begin() + static_cast<std::ptrdiff_t>(next),
                lines.begin() + static_cast<std::ptrdiff_t>(*end), true);
      next = *end + 1;
    }
    i = next;
  }
}

}  // namespace pawl::guards
