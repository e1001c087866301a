#include "guards/documents/doc_comment.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "syntax/comments.hpp"

namespace pawl::guards {
namespace {

using syntax::Definition;

bool begins_its_line(std::string_view text, std::size_t at) {
  while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t')) --at;
  return at == 0 || text[at - 1] == '\n';
}

void add_lines(std::string_view block, std::vector<std::string_view>& out) {
  for (const std::string_view line : split_lines(block)) {
    const std::string_view said = plain_words(line);
    if (!said.empty()) out.push_back(said);
  }
}

std::vector<std::string_view> docstring(std::string_view function) {
  std::vector<std::string_view> lines;
  for (const std::string_view quote : {"\"\"\"", "'''", "\"", "'"}) {
    for (std::size_t at = function.find(quote); at != std::string_view::npos;
         at = function.find(quote, at + quote.size())) {
      const std::size_t before = function.find_last_not_of("rRuU \t", at == 0 ? 0 : at - 1);
      if (before == std::string_view::npos || function[before] != '\n') continue;
      const std::size_t end = function.find(quote, at + quote.size());
      if (end == std::string_view::npos) return {};
      add_lines(function.substr(at, end - at), lines);
      return lines;
    }
  }
  return lines;
}

// Comments in one block that touches the definition from above, or stand below its decorators.
std::vector<std::string_view> comment_above(const std::vector<syntax::Comment>& all,
                                            std::string_view text, const Definition& definition) {
  std::vector<std::string_view> blocks;
  int row = definition.line;
  for (auto each = all.rbegin(); each != all.rend(); ++each) {
    if (each->end > definition.begin || !begins_its_line(text, each->begin)) continue;
    const std::string_view said = text.substr(each->begin, each->end - each->begin);
    const auto rows = static_cast<int>(split_lines(said).size());
    if (each->line < definition.line && each->line + rows != row) break;
    row = std::min(row, each->line);
    blocks.push_back(said);
  }
  std::vector<std::string_view> lines;
  for (auto block = blocks.rbegin(); block != blocks.rend(); ++block) add_lines(*block, lines);
  return lines;
}

}  // namespace

std::string_view plain_words(std::string_view line) {
  constexpr std::string_view kMarks = " \t\r/*#!\"'-=+~<";
  const std::size_t begin = line.find_first_not_of(kMarks);
  if (begin == std::string_view::npos) return {};
  const std::size_t end = line.find_last_not_of(kMarks);
  return line.substr(begin, end - begin + 1);
}

std::vector<std::string_view> DocReader::lines(const Definition& definition) {
  if (!definition.documented) return {};
  if (language_ == syntax::Language::python) {
    return docstring(text_.substr(definition.begin, definition.end - definition.begin));
  }
  if (!comments_) comments_ = syntax::comments(language_, text_);
  return comment_above(*comments_, text_, definition);
}

std::size_t occurrences(std::string_view text, std::string_view line) {
  std::size_t count = 0;
  for (std::size_t at = text.find(line); at != std::string_view::npos;
       at = text.find(line, at + line.size())) {
    ++count;
  }
  return count;
}

}  // namespace pawl::guards
