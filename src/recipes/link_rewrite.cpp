#include "recipes/link_rewrite.hpp"

#include <algorithm>
#include <set>

#include "base/text/text.hpp"

namespace pawl::recipes {
namespace {

// Which bytes are in comments.
std::vector<bool> in_comments(std::string_view text) {
  std::vector<bool> hidden(text.size(), false);
  for (auto at = text.find("<!--"); at != std::string_view::npos; at = text.find("<!--", at)) {
    const auto close = text.find("-->", at);
    const std::size_t end = close == std::string_view::npos ? text.size() : close + 3;
    std::fill(hidden.begin() + static_cast<std::ptrdiff_t>(at),
              hidden.begin() + static_cast<std::ptrdiff_t>(end), true);
    at = end;
  }
  return hidden;
}

std::set<int> code_lines(const syntax::MarkdownDocument& document) {
  std::set<int> lines;
  for (const syntax::Block& block : document.blocks) {
    if (block.kind != syntax::BlockKind::code) continue;
    for (int line = block.line; line <= block.last_line; ++line) lines.insert(line);
  }
  return lines;
}

bool opens_target(std::string_view before) {
  if (before.ends_with('<')) before.remove_suffix(1);
  if (before.ends_with("](")) return true;
  for (const std::string_view attribute : {"href=\"", "src=\"", "href='", "src='"}) {
    if (before.size() >= attribute.size() &&
        equal_folded(before.substr(before.size() - attribute.size()), attribute)) {
      return true;
    }
  }
  const std::string_view definition = trim(before);
  return definition.starts_with('[') && definition.ends_with("]:");
}

bool closes_target(std::string_view after) {
  return after.empty() || contains(")> \t\"'\r", after.substr(0, 1));
}

bool in_backticks(std::string_view before) {
  return std::count(before.begin(), before.end(), '`') % 2 == 1;
}

}  // namespace

std::vector<syntax::Link> distinct_links(const syntax::MarkdownDocument& document) {
  std::vector<syntax::Link> links = document.links;
  links.insert(links.end(), document.html_links.begin(), document.html_links.end());
  std::stable_sort(links.begin(), links.end(),
                   [](const syntax::Link& a, const syntax::Link& b) { return a.line < b.line; });
  std::set<std::string> seen;
  std::erase_if(links, [&](const syntax::Link& link) { return !seen.insert(link.target).second; });
  return links;
}

std::string with_target(std::string_view text, const syntax::MarkdownDocument& document,
                        std::string_view from, std::string_view to) {
  const std::vector<bool> hidden = in_comments(text);
  const std::set<int> code = code_lines(document);
  std::string out;
  int number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    ++number;
    const auto newline = text.find('\n', begin);
    const std::size_t end = newline == std::string_view::npos ? text.size() : newline;
    const std::string_view line = text.substr(begin, end - begin);
    std::size_t done = 0;
    for (auto at = line.find(from); at != std::string_view::npos && !code.contains(number);
         at = line.find(from, at + 1)) {
      const bool is_target = at >= done && opens_target(line.substr(0, at)) &&
                             closes_target(line.substr(at + from.size())) &&
                             !in_backticks(line.substr(0, at)) && !hidden[begin + at];
      if (!is_target) continue;
      out += line.substr(done, at - done);
      out += to;
      done = at + from.size();
    }
    out += line.substr(done);
    if (newline != std::string_view::npos) out += '\n';
    begin = end + 1;
  }
  return out;
}

}  // namespace pawl::recipes
