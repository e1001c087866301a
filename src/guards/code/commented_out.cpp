#include "guards/code/commented_out.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "syntax/comments.hpp"

namespace pawl::guards {
namespace {

using syntax::Language;

bool marks_with_hash(Language language) {
  return language == Language::python || language == Language::ruby || language == Language::bash;
}

// Prose has no brackets with something before them, and ends no line with a semicolon.
bool looks_like_code(std::string_view line) {
  if (line.size() < 4 || std::count_if(line.begin(), line.end(), is_word) < 3) return false;
  return line.find_first_of("=;({[") != std::string_view::npos || line.ends_with(':') ||
         line.starts_with("return ") || line.starts_with("raise ");
}

bool begins_comment(Language language, std::string_view line) {
  if (marks_with_hash(language)) return line.starts_with('#');
  return line.starts_with("//") || line.starts_with("/*") || line.starts_with('*');
}

std::string_view without_marks_of(std::string_view line) {
  while (!line.empty() && among({"/", "*", "#"}, line.substr(0, 1))) line.remove_prefix(1);
  if (line.ends_with("*/")) line.remove_suffix(2);
  return trim(line);
}

// Rows of comments, both ends included, from 1.
using Rows = std::vector<std::pair<int, int>>;

bool begins_line(std::string_view text, std::size_t at) {
  while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t')) --at;
  return at == 0 || text[at - 1] == '\n';
}

// A line that begins with code is no comment, whatever stands behind the code.
Rows comment_rows(Language language, std::string_view text) {
  Rows rows;
  for (const syntax::Comment& each : syntax::comments(language, text)) {
    const auto height =
        static_cast<int>(line_count(text.substr(each.begin, each.end - each.begin)));
    const int first = begins_line(text, each.begin) ? each.line : each.line + 1;
    const int last = each.line + std::max(height, 1) - 1;
    if (first <= last) rows.emplace_back(first, last);
  }
  return rows;
}

bool covers(const Rows& rows, int row) {
  const auto next = std::upper_bound(
      rows.begin(), rows.end(), row,
      [](int wanted, const std::pair<int, int>& each) { return wanted < each.first; });
  return next != rows.begin() && std::prev(next)->second >= row;
}

using LineCounts = std::unordered_map<std::string_view, int>;

int row_of(std::string_view text, std::size_t at) {
  return 1 + static_cast<int>(
                 std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

// How often each line of the range stands there as code.
LineCounts code_lines(Language language, std::string_view text, ChangedSpan::Range range,
                      const Rows& comments) {
  LineCounts count;
  int row = row_of(text, range.begin);
  for (const std::string_view each :
       split_lines(text.substr(range.begin, range.end - range.begin))) {
    const std::string_view line = trim(each);
    const bool code = !begins_comment(language, line) && !covers(comments, row);
    if (code && looks_like_code(line)) ++count[line];
    ++row;
  }
  return count;
}

// A line that was code more often than it is, and may stand in a comment now.
bool is_fewer(const LineCounts& was, const LineCounts& is, std::string_view line) {
  const auto before = was.find(line);
  if (before == was.end()) return false;
  const auto after = is.find(line);
  return after == is.end() || after->second < before->second;
}

// Cheap: there is such a line, and a mark before it or above it.
bool may_comment_out(Language language, std::string_view before, std::string_view after,
                     const ChangedSpan& span) {
  const LineCounts was = code_lines(language, before, span.before, {});
  if (was.empty()) return false;
  bool block = false;
  for (const std::string_view each :
       split_lines(after.substr(span.after.begin, span.after.end - span.after.begin))) {
    const std::string_view line = trim(each);
    if (line.starts_with("/*") || line == "=begin") block = true;
    if (!block && !begins_comment(language, line)) continue;
    if (was.contains(without_marks_of(line))) return true;
  }
  return false;
}

}  // namespace

std::vector<CommentedOut> commented_out(Language language, std::string_view before,
                                        std::string_view after, const ChangedSpan& span) {
  if (!may_comment_out(language, before, after, span)) return {};
  const LineCounts was = code_lines(language, before, span.before, comment_rows(language, before));
  const Rows rows = comment_rows(language, after);
  const LineCounts is = code_lines(language, after, span.after, rows);
  std::vector<CommentedOut> out;
  int row = row_of(after, span.after.begin) - 1;
  int last = -1;
  for (const std::string_view each :
       split_lines(after.substr(span.after.begin, span.after.end - span.after.begin))) {
    ++row;
    if (!covers(rows, row) || !is_fewer(was, is, without_marks_of(trim(each)))) continue;
    if (out.empty() || row > last + 2) out.push_back({.line = row, .lines = 0});
    ++out.back().lines;
    last = row;
  }
  return out;
}

}  // namespace pawl::guards
