// An .editorconfig that says what the files already do: indentation by ending, line ends, charset.
// What the files do not agree on is left open.
#include <algorithm>
#include <map>

#include "base/text/text.hpp"
#include "recipes/common.hpp"
#include "recipes/recipes.hpp"
#include "recipes/wanted.hpp"

namespace pawl::recipes {
namespace {

constexpr std::size_t kFilesPerEndingMax = 40;
constexpr std::size_t kLinesMin = 10;

struct Style {
  std::size_t files = 0;
  std::size_t tab_lines = 0;
  std::map<std::size_t, std::size_t> first_widths;  // depth of a first indentation → times seen
  std::size_t space_lines = 0;
};

struct Survey {
  std::map<std::string, Style> by_ending;
  bool all_lf = true;
  bool all_utf8 = true;
  bool any = false;
};

std::size_t blanks_at(std::string_view line) {
  const auto first = line.find_first_not_of(' ');
  return first == std::string_view::npos ? 0 : first;
}

void look_at(std::string_view text, Style& style) {
  std::size_t before = 0;
  for (const std::string_view line : split_lines(text)) {
    if (trim(line).empty()) continue;
    if (line.starts_with('\t')) ++style.tab_lines;
    const std::size_t width = blanks_at(line);
    const std::string_view body = trim(line);
    const bool comment = body.starts_with('*') || body.starts_with("//") || body.starts_with('#');
    if (width > 0 && !comment) ++style.space_lines;
    if (width > before && before == 0 && !comment) ++style.first_widths[width];
    if (!comment) before = width;
  }
}

Survey survey(const repo::RepoView& view) {
  Survey result;
  for (const repo::Entry& entry : view.files()) {
    const std::string ending = entry.path.extension();
    if (ending.empty() || !is_own_text(view, entry)) continue;
    Style& style = result.by_ending[ending];
    if (style.files >= kFilesPerEndingMax) continue;
    const Result<std::string> text = view.read(entry.path);
    if (!text || looks_binary(*text)) continue;
    ++style.files;
    result.any = true;
    if (contains(*text, "\r\n")) result.all_lf = false;
    if (!is_utf8(*text)) result.all_utf8 = false;
    look_at(*text, style);
  }
  return result;
}

// `indent_style`/`indent_size` lines, empty when the files do not agree.
std::string indentation(const Style& style) {
  const std::size_t total = style.tab_lines + style.space_lines;
  if (total < kLinesMin) return {};
  if (style.tab_lines * 10 >= total * 9) return "indent_style = tab\n";
  if (style.space_lines * 10 < total * 9) return {};
  std::size_t best = 0;
  std::size_t seen = 0;
  std::size_t all = 0;
  for (const auto& [width, times] : style.first_widths) {
    all += times;
    if (times > seen) {
      best = width;
      seen = times;
    }
  }
  const bool usual = best == 2 || best == 4 || best == 8 || best == 3;
  if (!usual || seen * 10 < all * 7) return "indent_style = space\n";
  return "indent_style = space\nindent_size = " + std::to_string(best) + "\n";
}

}  // namespace

std::vector<Write> editorconfig(const Input& input) {
  if (input.view.has(".editorconfig")) return {};
  if (!is_wanted(input, "editorconfig", {".editorconfig", "EditorConfig"})) return {};
  const Survey found = survey(input.view);
  if (!found.any) return {};
  std::string common;
  if (found.all_utf8) common += "charset = utf-8\n";
  if (found.all_lf) common += "end_of_line = lf\n";
  common += "insert_final_newline = true\n";
  std::map<std::string, std::vector<std::string>> sections;  // indentation → endings
  for (const auto& [ending, style] : found.by_ending) {
    const std::string lines = indentation(style);
    if (!lines.empty()) sections[lines].push_back(ending.substr(1));
  }
  std::string content = "root = true\n\n[*]\n" + common;
  for (const auto& [lines, endings] : sections) {
    const bool several = endings.size() > 1;
    content += "\n[*." + std::string(several ? "{" : "") + join(endings, ",") +
               (several ? "}" : "") + "]\n" + lines;
  }
  return {{.path = ".editorconfig", .content = std::move(content)}};
}

}  // namespace pawl::recipes
