// Broken relative links in Markdown, when exactly one tracked file fits.
#include <algorithm>

#include "base/text/text.hpp"
#include "recipes/common.hpp"
#include "recipes/recipes.hpp"
#include "repo/documents/link_text.hpp"
#include "syntax/documents/markdown.hpp"

namespace pawl::recipes {
namespace {

constexpr std::size_t kFilesMax = 40;

bool is_relative_file(std::string_view target) {
  if (target.empty() || target.starts_with('#') || target.starts_with('/')) return false;
  if (contains(target, "://") || target.starts_with("mailto:") || contains(target, "{")) {
    return false;
  }
  return !contains(target, "%") && !contains(target, "?") && !contains(target, " ");
}

std::string without_anchor(std::string_view target) {
  return std::string(target.substr(0, target.find('#')));
}

bool exists(const repo::RepoView& view, const std::string& path) {
  return path.empty() || view.has(path) || view.has_folder(path);
}

// The one tracked file the link can have meant: the same name in another folder or another case.
std::optional<std::string> only_fit(const repo::RepoView& view, std::string_view path) {
  const auto slash = path.rfind('/');
  const std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  std::optional<std::string> found;
  for (const repo::Entry& entry : view.files()) {
    if (!equal_folded(entry.path.name(), name) || repo::is_vendored(entry.path)) continue;
    if (found) return {};
    found = entry.path.text();
  }
  return found;
}

// A target that also stands in a code block is somebody's example.
bool in_code(const syntax::MarkdownDocument& document, const std::string& written) {
  return std::any_of(document.code_blocks.begin(), document.code_blocks.end(),
                     [&](const syntax::CodeBlock& block) { return contains(block.text, written); });
}

std::string mended(const Input& input, const RepoPath& path, const std::string& text) {
  const syntax::MarkdownDocument document = syntax::parse_markdown(text);
  std::string out = text;
  for (const syntax::Link& link : document.links) {
    if (!is_relative_file(link.target)) continue;
    const std::string target = without_anchor(link.target);
    const auto wanted = repo::resolved(path.folder(), target);
    if (!wanted || exists(input.view, *wanted)) continue;
    const auto fit = only_fit(input.view, *wanted);
    if (!fit) continue;
    const std::string anchor = link.target.substr(target.size());
    const std::string right = repo::relative_link(path.folder(), *fit) + anchor;
    for (const std::string_view end : {")", " \"", " '"}) {
      const std::string written = "](" + link.target + std::string(end);
      if (in_code(document, written)) continue;
      out = replace_all(out, written, "](" + right + std::string(end));
    }
  }
  return out;
}

}  // namespace

std::vector<Write> markdown_links(const Input& input) {
  std::vector<Write> writes;
  for (const repo::Entry& entry : input.view.files()) {
    const std::string ending = entry.path.extension();
    if ((ending != ".md" && ending != ".markdown") || !is_own_text(entry)) continue;
    const Result<std::string> text = input.view.read(entry.path);
    if (!text || !is_utf8(*text)) continue;
    std::string content = mended(input, entry.path, *text);
    if (content == *text) continue;
    writes.push_back({.path = entry.path.text(), .content = std::move(content)});
    if (writes.size() == kFilesMax) break;
  }
  return writes;
}

}  // namespace pawl::recipes
