#include "guards/text/indentation.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "base/text/text.hpp"
#include "repo/kinds/family.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kAnewMin = 4;     // lines that say the same, with another indentation
constexpr std::size_t kUsualMin = 5;    // indented lines of a file that has one sort of it
constexpr std::size_t kStrangeMin = 1;  // new lines of another sort

std::string_view blanks_before(std::string_view line) {
  const std::size_t end = line.find_first_not_of(" \t");
  return line.substr(0, end == std::string_view::npos ? line.size() : end);
}

enum class Sort : std::uint8_t { none, blanks, tabs, mixed };

// One blank is what stands before the star of a comment.
Sort sort_of_indent(std::string_view indent) {
  const bool tab = contains(indent, "\t");
  const bool blank = contains(indent, "  ") || (!tab && indent.size() > 1);
  if (tab && indent.front() == ' ' && blank) return Sort::mixed;
  if (tab && indent.front() == '\t') return Sort::tabs;
  return blank ? Sort::blanks : tab ? Sort::mixed : Sort::none;
}

// What a file's lines are indented with, when it is one sort alone.
Sort usual_sort(const std::vector<std::string_view>& lines) {
  std::size_t blanks = 0;
  std::size_t tabs = 0;
  for (const std::string_view line : lines) {
    if (trim(line).empty()) continue;
    const Sort sort = sort_of_indent(blanks_before(line));
    if (sort == Sort::mixed) return Sort::mixed;
    blanks += sort == Sort::blanks ? 1U : 0U;
    tabs += sort == Sort::tabs ? 1U : 0U;
  }
  if (blanks >= kUsualMin && tabs == 0) return Sort::blanks;
  if (tabs >= kUsualMin && blanks == 0) return Sort::tabs;
  return Sort::mixed;
}

// A line that says what another one said, and stands elsewhere.
struct Moved {
  std::size_t line = 0;  // of the new text
  std::string_view old_indent;
  std::string_view new_indent;
};

std::vector<Moved> moved_lines(const TextChange& change) {
  std::vector<Moved> moved;
  for (const Hunk& hunk : change.hunks) {
    std::size_t next = hunk.before_begin;
    for (std::size_t i = hunk.after_begin; i < hunk.after_end; ++i) {
      const std::string_view text = trim(change.after[i]);
      if (text.empty()) continue;
      constexpr std::size_t kAhead = 12;
      const std::size_t end = std::min(hunk.before_end, next + kAhead);
      for (std::size_t j = next; j < end; ++j) {
        if (trim(change.before[j]) != text) continue;
        next = j + 1;
        if (blanks_before(change.before[j]) != blanks_before(change.after[i])) {
          moved.push_back({i, blanks_before(change.before[j]), blanks_before(change.after[i])});
        }
        break;
      }
    }
  }
  return moved;
}

// In the places of text and comments blanks may say something, or be of another sort.
bool is_layout(const TextChange& change, std::size_t line) {
  return change.place_of(line) != Place::literal;
}

std::optional<IndentFault> other_sort(const TextChange& change, const std::vector<Moved>& moved) {
  std::size_t to_tabs = 0;
  std::size_t to_blanks = 0;
  const Moved* first = nullptr;
  for (const Moved& each : moved) {
    const Sort before = sort_of_indent(each.old_indent);
    const Sort after = sort_of_indent(each.new_indent);
    const bool tabs = before == Sort::blanks && after == Sort::tabs;
    const bool blanks = before == Sort::tabs && after == Sort::blanks;
    if (!tabs && !blanks) continue;
    ++(tabs ? to_tabs : to_blanks);
    if (first == nullptr) first = &each;
  }
  if (first == nullptr || !is_layout(change, first->line)) return {};
  const bool usual = usual_sort(change.before) != Sort::mixed;
  if (std::max(to_tabs, to_blanks) < (usual ? 1 : kAnewMin)) return {};
  return IndentFault{first->line,
                     to_tabs >= to_blanks
                         ? "lines that stay are indented with tabs now, not with blanks"
                         : "lines that stay are indented with blanks now, not with tabs"};
}

// Each depth is the same multiple or fraction of what it was, or all of them are lost.
std::optional<IndentFault> other_width(const TextChange& change, const std::vector<Moved>& moved) {
  std::set<std::size_t> depths;
  std::size_t flat = 0;
  std::size_t scaled = 0;
  std::size_t from = 0;
  std::size_t to = 0;
  const Moved* first = nullptr;
  for (const Moved& each : moved) {
    const std::size_t before = each.old_indent.size();
    const std::size_t after = each.new_indent.size();
    if (before == 0 || !is_layout(change, each.line)) continue;
    if (from == 0 && after > 0) {
      from = before;
      to = after;
    }
    const bool lost = after == 0;
    const bool scales = after > 0 && from > 0 && before * to == after * from;
    if (!lost && !scales) continue;
    flat += lost ? 1U : 0U;
    scaled += scales ? 1U : 0U;
    depths.insert(before);
    if (first == nullptr) first = &each;
  }
  if (first == nullptr || depths.size() < 2) return {};
  if (scaled >= kAnewMin && scaled * 10 >= moved.size() * 8) {
    return IndentFault{first->line, "lines that stay are indented by another width"};
  }
  if (flat >= kAnewMin && flat * 10 >= moved.size() * 8) {
    return IndentFault{first->line, "lines that stay have lost their indentation"};
  }
  return {};
}

// Most files have lines of the sort the new ones are of, and show it soon.
bool has_sort_of_added(const TextChange& change) {
  const auto sort_at = [&](std::size_t line) {
    const std::string_view text = change.after[line];
    return trim(text).empty() ? Sort::none : sort_of_indent(blanks_before(text));
  };
  bool blanks = false;
  bool tabs = false;
  for (const std::size_t line : change.added()) {
    const Sort sort = sort_at(line);
    if (sort == Sort::mixed) return false;
    blanks = blanks || sort == Sort::blanks;
    tabs = tabs || sort == Sort::tabs;
  }
  if (blanks && tabs) return false;
  if (!blanks && !tabs) return true;
  const Sort wanted = blanks ? Sort::blanks : Sort::tabs;
  return std::any_of(change.before.begin(), change.before.end(), [&](std::string_view line) {
    return !trim(line).empty() && sort_of_indent(blanks_before(line)) == wanted;
  });
}

std::optional<IndentFault> strange_lines(const TextChange& change) {
  if (has_sort_of_added(change)) return {};
  const Sort usual = usual_sort(change.before);
  if (usual == Sort::mixed) return {};
  std::size_t strange = 0;
  std::optional<std::size_t> first;
  for (const std::size_t line : change.added()) {
    if (trim(change.after[line]).empty()) continue;
    const Sort sort = sort_of_indent(blanks_before(change.after[line]));
    if (sort == Sort::none || sort == usual) continue;
    if (change.place_of(line) != Place::plain) continue;
    if (!first) first = line;
    ++strange;
  }
  if (strange < kStrangeMin) return {};
  return IndentFault{*first, usual == Sort::blanks
                                 ? "a new line is indented with tabs; the file has blanks"
                                 : "a new line is indented with blanks; the file has tabs"};
}

}  // namespace

std::optional<IndentFault> indent_fault(const TextChange& change) {
  const bool looked_at = change.sort() == TextSort::code || change.sort() == TextSort::source;
  if (!looked_at || !change.file().before || change.added().empty()) return {};
  if (repo::is_fixture(change.file().path)) return {};
  const std::vector<Moved> moved = moved_lines(change);
  if (!moved.empty()) {
    if (auto fault = other_sort(change, moved)) return fault;
    if (auto fault = other_width(change, moved)) return fault;
  }
  return strange_lines(change);
}

}  // namespace pawl::guards
