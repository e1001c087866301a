#include "guards/documents/lost_docs.hpp"

#include <algorithm>
#include <unordered_map>

#include "base/text/text.hpp"
#include "guards/documents/doc_comment.hpp"

namespace pawl::guards {
namespace {

using syntax::Language;

bool is_doc_line(Language language, std::string_view line) {
  switch (language) {
    case Language::javascript:
    case Language::typescript:
    case Language::tsx:
    case Language::java: return line.starts_with("/**") || line.starts_with('*');
    case Language::rust:
      return (line.starts_with("///") && !line.starts_with("////")) || line.starts_with("/**") ||
             line.starts_with('*');
    case Language::c:
    case Language::cpp:
      return line.starts_with("///") || line.starts_with("//!") || line.starts_with("/**") ||
             line.starts_with("/*!") || line.starts_with('*');
    case Language::go: return line.starts_with("// ");
    default: return false;
  }
}

// `#[serde]`, `@Inject`: they stand between the comment and what it is about.
bool is_attribute(std::string_view line) { return line.starts_with("#[") || line.starts_with('@'); }

struct Documented {
  std::string_view below;
  std::vector<std::string_view> said;
  int line = 0;
};

bool ends_block(std::string_view line) { return line.ends_with("*/"); }

// Doc comments of the range with the line below each of them.
std::vector<Documented> documented_in(Language language, std::string_view text,
                                      ChangedSpan::Range range) {
  std::vector<Documented> out;
  std::vector<std::string_view> said;
  bool open = false;  // inside of `/** … */`
  int row = 1 + static_cast<int>(std::count(
                    text.begin(), text.begin() + static_cast<std::ptrdiff_t>(range.begin), '\n'));
  for (const std::string_view each :
       split_lines(text.substr(range.begin, range.end - range.begin))) {
    const std::string_view line = trim(each);
    const bool opens = line.starts_with("/**") || line.starts_with("/*!");
    const bool doc = is_doc_line(language, line) && (open || opens || !line.starts_with('*'));
    if (doc) {
      if (opens) said.clear();
      const std::string_view words = plain_words(line);
      if (!words.empty()) said.push_back(words);
      open = (open || opens) && !ends_block(line);
    } else if (!said.empty() && !is_attribute(line)) {
      if (!line.empty()) out.push_back({.below = line, .said = said, .line = row});
      said.clear();
      open = false;
    }
    ++row;
  }
  return out;
}

std::size_t words_of(const std::vector<std::string_view>& said) {
  std::size_t words = 0;
  for (const std::string_view line : said) words += split_words(line).size();
  return words;
}

// In Go any comment above a line may be about it; what is indented by one tab is most often a
// field, in a body it is a remark.
bool may_be_field(Language language, std::string_view below) {
  if (language != Language::go) return true;
  return !below.starts_with("package ") && below.find_first_of("(=:") == std::string_view::npos &&
         !below.starts_with("return") && !below.starts_with("if ") && !below.starts_with("for ") &&
         !below.ends_with('{') && split_words(below).size() >= 2;
}

// With the lines that a comment at the end of the range is about.
ChangedSpan::Range with_lines_below(std::string_view text, ChangedSpan::Range range) {
  for (int i = 0; i < 2; ++i) range.end = std::min(text.find('\n', range.end + 1), text.size());
  return range;
}

// Python's docstring of a module, Rust's `//!`, Go's comment above `package`.
std::vector<std::string_view> module_doc(Language language, std::string_view text) {
  std::vector<std::string_view> said;
  std::string_view quotes;
  for (const std::string_view each : split_lines(text.substr(0, 16U << 10U))) {
    std::string_view line = trim(each);
    if (language == Language::rust) {
      if (line.starts_with("//!")) {
        if (const auto words = plain_words(line); !words.empty()) said.push_back(words);
      } else if (!line.empty() && !line.starts_with("//") && !line.starts_with("#!")) {
        return said;
      }
    } else if (language == Language::go) {
      if (line.starts_with("package ")) return said;
      if (line.empty() || line.starts_with("//go:") || line.starts_with("// +build")) {
        said.clear();
      } else if (const auto words = plain_words(line); !words.empty()) {
        said.push_back(words);
      }
    } else if (language == Language::python) {
      if (quotes.empty()) {
        if (line.empty() || line.starts_with('#')) continue;
        if (line.starts_with('r') || line.starts_with('u')) line.remove_prefix(1);
        for (const std::string_view mark : {"\"\"\"", "'''", "\"", "'"}) {
          if (quotes.empty() && line.starts_with(mark)) quotes = mark;
        }
        if (quotes.empty()) return {};
        line.remove_prefix(quotes.size());
      }
      const std::size_t end = line.find(quotes);
      if (const auto words = plain_words(line.substr(0, end)); !words.empty())
        said.push_back(words);
      if (end != std::string_view::npos || quotes.size() == 1) return said;
    } else {
      return {};
    }
  }
  return {};
}

}  // namespace

std::vector<LostDoc> lost_docs(Language language, std::string_view before, std::string_view after,
                               const ChangedSpan& span) {
  std::vector<LostDoc> out;
  if (span.before.begin < (16U << 10U)) {
    auto was = module_doc(language, before);
    if (words_of(was) >= 3 && module_doc(language, after).empty()) {
      out.push_back({.of = {}, .line = 1, .said = std::move(was)});
    }
  }
  const auto was = documented_in(language, before, with_lines_below(before, span.before));
  if (was.empty()) return out;
  const ChangedSpan::Range now = with_lines_below(after, span.after);
  std::unordered_map<std::string_view, int> still;
  for (const Documented& each : documented_in(language, after, now)) ++still[each.below];
  std::unordered_map<std::string_view, int> lines;
  int row = static_cast<int>(
      std::count(after.begin(), after.begin() + static_cast<std::ptrdiff_t>(now.begin), '\n'));
  for (const std::string_view each : split_lines(after.substr(now.begin, now.end - now.begin))) {
    lines.emplace(trim(each), ++row);
  }
  for (const Documented& each : was) {
    if (words_of(each.said) < 3 || !may_be_field(language, each.below)) continue;
    const auto at = lines.find(each.below);
    if (at == lines.end() || still[each.below]-- > 0) continue;
    out.push_back({.of = std::string(each.below), .line = at->second, .said = each.said});
  }
  return out;
}

}  // namespace pawl::guards
