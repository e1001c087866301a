#include "guards/text/conflict_markers.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "repo/kinds/family.hpp"
#include "syntax/check.hpp"
#include "syntax/documents/markdown.hpp"

namespace pawl::guards {
namespace {

bool is_marker(std::string_view line, char mark) {
  if (line.size() < 7) return false;
  for (std::size_t i = 0; i < 7; ++i) {
    if (line[i] != mark) return false;
  }
  return line.size() == 7 || line[7] == ' ' || line[7] == '\t';
}

// Opening, middle and closing marker, nothing of another conflict between them.
std::vector<std::size_t> marked(const std::vector<std::string_view>& lines) {
  std::vector<std::size_t> found;
  std::size_t open = lines.size();
  bool middle = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (is_marker(lines[i], '<')) {
      open = i;
      middle = false;
    } else if (is_marker(lines[i], '=') && lines[i].size() == 7) {
      middle = open < lines.size();
    } else if (is_marker(lines[i], '>') && middle) {
      found.push_back(open);
      open = lines.size();
      middle = false;
    }
  }
  return found;
}

bool in_code_block(const syntax::MarkdownDocument& document, std::size_t line) {
  return std::any_of(document.code_blocks.begin(), document.code_blocks.end(),
                     [&](const syntax::CodeBlock& block) {
                       const auto first = static_cast<std::size_t>(block.line);
                       return line + 1 >= first && line <= first + line_count(block.text);
                     });
}

}  // namespace

std::vector<std::size_t> conflicts_in(const RepoPath& path, std::string_view text) {
  if (!contains(text, "<<<<<<<") || !contains(text, ">>>>>>>")) return {};
  std::vector<std::size_t> found = marked(split_lines(text));
  if (found.empty()) return found;
  const syntax::Kind kind = syntax::kind_of(path, text);
  if (kind.format == syntax::Format::markdown) {
    const auto document = syntax::shared_markdown(text);
    std::erase_if(found, [&](std::size_t line) { return in_code_block(*document, line); });
    return found;
  }
  if (kind.language) return syntax::check(kind, text).empty() ? std::vector<std::size_t>() : found;
  const bool sample = repo::is_sample_place(path) && path.extension() != ".rst";
  return sample ? std::vector<std::size_t>() : found;
}

}  // namespace pawl::guards
