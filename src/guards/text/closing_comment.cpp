#include "guards/text/closing_comment.hpp"

#include <algorithm>
#include <string>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/text/phrases.hpp"
#include "repo/kinds/family.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kProseWordsMin = 6;
constexpr std::size_t kWordsInRowMin = 4;
constexpr std::size_t kLinesMax = 30;

// Sentences have some of them.
constexpr auto kGrammar = fixed_words("the", "a", "an", "is", "are", "was", "to", "of", "and", "it",
                                      "this", "that", "for", "in", "with", "you", "i", "be", "by",
                                      "can", "should", "so", "not", "we", "as", "on", "from");
// What closing comments of people are about.
constexpr auto kOther =
    fixed_words("copyright", "license", "licence", "spdx", "warranty", "vim", "emacs",
                "mode:", "local variables", "sourcemappingurl", "todo", "fixme", "eslint",
                "prettier", "clang-format", "nolint", "noqa", "anchor", "region", "end of", "endif",
                "namespace", "pragma", "@ts-", "expected output", "http://", "https://");

bool is_line_of_code(std::string_view line) {
  line = trim(line);
  // What closes and opens blocks where brackets do not.
  if (line == "end" || line == "fi" || line == "done" || line.ends_with(" do")) return true;
  return line.ends_with(';') || line.ends_with('{') || line.ends_with('}') ||
         line.ends_with("()") || line.ends_with(");") || contains(line, " = ") ||
         contains(line, "=>") || contains(line, "('") || contains(line, "(\"") ||
         contains(line, "</") || line.starts_with("$ ") || line.starts_with("> ");
}

// Words with nothing but a blank between them.
std::size_t longest_row(std::string_view text) {
  std::size_t longest = 0;
  std::size_t row = 0;
  for (const std::string_view word : split_words(text)) {
    const bool plain = std::all_of(word.begin(), word.end(),
                                   [](char c) { return is_letter(c) || c == '\'' || c == '-'; });
    row = plain ? row + 1 : 0;
    longest = std::max(longest, row);
  }
  return longest;
}

bool is_prose(const std::vector<std::string_view>& lines) {
  std::string all;
  std::size_t code = 0;
  for (const std::string_view line : lines) {
    code += is_line_of_code(line) ? 1U : 0U;
    all += std::string(line) + ' ';
  }
  // Types of JSDoc are comments alone.
  if (std::any_of(lines.begin(), lines.end(),
                  [](std::string_view line) { return line.starts_with('@'); })) {
    return false;
  }
  // Old code, with a remark why it went.
  if (is_line_of_code(lines.back())) return false;
  if (code * 3 > lines.size() || longest_row(all) < kWordsInRowMin) return false;
  const std::vector<std::string> words = spoken_words(all);
  const auto grammar = std::count_if(words.begin(), words.end(),
                                     [](const std::string& word) { return among(kGrammar, word); });
  if (words.size() < kProseWordsMin || grammar < 2) return false;
  return std::none_of(kOther.begin(), kOther.end(),
                      [&](std::string_view each) { return contains_folded(all, each); });
}

// `# Run the tests with `ruby <file>``
bool is_usage(const std::vector<std::string_view>& lines) {
  const std::string_view first = lines.front();
  return lines.size() == 1 && contains(first, "`") &&
         (starts_with_folded(first, "run ") || starts_with_folded(first, "to run ") ||
          starts_with_folded(first, "usage"));
}

// A file of comments alone has no end of code.
bool has_code(const TextChange& change, std::size_t end) {
  for (std::size_t i = 0; i < end; ++i) {
    if (!trim(change.after[i]).empty() && change.place_of(i) != Place::comment) return true;
  }
  return false;
}

}  // namespace

std::vector<Remain> closing_comment(const TextChange& change) {
  const RepoPath& path = change.file().path;
  if (change.sort() != TextSort::code || repo::is_fixture(path) || repo::is_sample_place(path) ||
      repo::lies_among_tests(path)) {
    return {};
  }
  std::size_t end = change.after.size();
  while (end > 0 && trim(change.after[end - 1]).empty()) --end;
  // Nothing is parsed for a file that ends in code.
  const std::string_view last = end == 0 ? std::string_view() : trim(change.after[end - 1]);
  if (end == 0 || !change.is_added(end - 1) ||
      !(uncommented(last).is_comment || last.ends_with("*/"))) {
    return {};
  }
  std::size_t begin = end;
  while (begin > 0 && end - begin <= kLinesMax && change.is_added(begin - 1) &&
         !trim(change.after[begin - 1]).empty() && change.place_of(begin - 1) == Place::comment) {
    --begin;
  }
  // Below code, and no more than a remark: a text of its own is a page.
  if (begin == end || begin == 0 || end - begin > kLinesMax) return {};
  if (!trim(change.after[begin - 1]).empty() && change.place_of(begin - 1) == Place::comment) {
    return {};
  }
  if (!has_code(change, begin)) return {};
  std::vector<std::string_view> lines;
  for (std::size_t i = begin; i < end; ++i) {
    const Uncommented said = uncommented(change.after[i]);
    const std::string_view text = said.is_comment ? said.text : trim(change.after[i]);
    if (!text.empty()) lines.push_back(text);
  }
  if (lines.empty() || is_usage(lines) || !is_prose(lines)) return {};
  return {{begin, "an explanation behind the end of the code"}};
}

}  // namespace pawl::guards
