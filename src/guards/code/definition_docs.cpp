#include "guards/code/definition_docs.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "guards/documents/doc_comment.hpp"
#include "guards/lexical.hpp"

namespace pawl::guards {
namespace {

using syntax::Definition;

std::ptrdiff_t documented_of(const Side& side, std::string_view qualified) {
  const auto& same = side.all(qualified);
  return std::count_if(same.begin(), same.end(),
                       [](const Definition* each) { return each->documented; });
}

// Decorators and attributes stand on lines of the definition, too.
bool is_definition_line(const Side& side, int line) {
  return std::any_of(side.definitions().begin(), side.definitions().end(),
                     [&](const Definition& each) {
                       if (line < each.line || line > each.end_line) return false;
                       const std::string_view above = side.text().substr(0, each.begin);
                       return line <= 1 + std::count(above.begin(), above.end(), '\n');
                     });
}

}  // namespace

bool is_still_said(const std::vector<FileSides>& all, const std::vector<std::string_view>& lines,
                   std::size_t words_min) {
  std::size_t words = 0;
  for (const std::string_view line : lines) words += split_words(line).size();
  if (words < words_min) return true;
  return std::any_of(lines.begin(), lines.end(), [&](std::string_view line) {
    if (lines.size() > 1 && split_words(line).size() < 3) return false;
    std::size_t before = 0;
    std::size_t after = 0;
    for (const FileSides& each : all) {
      before += occurrences(each.before.text(), line);
      after += occurrences(each.after.text(), line);
    }
    return after >= before;
  });
}

// By name and not one by one: overloads share a name, and one comment may speak for them all.
std::vector<LostDefinitionDoc> lost_definition_docs(const std::vector<FileSides>& all,
                                                    const FileSides& sides) {
  std::vector<LostDefinitionDoc> out;
  const bool python = sides.language == syntax::Language::python;
  NameSet compared;
  DocReader reader(sides.language, sides.before.text());
  for (const Definition& old : sides.before.definitions()) {
    if (!old.documented || old.name.empty()) continue;
    const Definition* now = sides.after.find(old.qualified);
    if (now == nullptr || !compared.insert(old.qualified).second) continue;
    const auto lost =
        documented_of(sides.before, old.qualified) - documented_of(sides.after, old.qualified);
    const auto gone = static_cast<std::ptrdiff_t>(sides.before.all(old.qualified).size()) -
                      static_cast<std::ptrdiff_t>(sides.after.all(old.qualified).size());
    if (lost <= 0 || lost <= gone) continue;
    const bool offered = old.is_public && now->is_public;
    const auto lines = reader.lines(old);
    if (!is_still_said(all, lines, python && offered ? 1 : 3)) out.push_back({now});
  }
  return out;
}

std::vector<LostDoc> lost_member_docs(const std::vector<FileSides>& all, const FileSides& sides) {
  if (!sides.file->before || !sides.file->after) return {};
  const std::string_view before = sides.before.text();
  const std::string_view after = sides.after.text();
  std::vector<LostDoc> lost = lost_docs(sides.language, before, after, changed_span(before, after));
  std::erase_if(lost, [&](const LostDoc& each) {
    const bool told = !each.of.empty() && is_definition_line(sides.after, each.line);
    return told || is_still_said(all, each.said, 3);
  });
  return lost;
}

}  // namespace pawl::guards
