#include "syntax/tree_edit.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <tree_sitter/api.h>

#include "base/text/line_diff.hpp"

namespace pawl::syntax {
namespace {

// The lines of a text, newlines included, and where each begins; a last beginning stands for the
// end of the text.
class Lines {
 public:
  explicit Lines(std::string_view text) {
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t newline = text.find('\n', begin);
      const std::size_t end = newline == std::string_view::npos ? text.size() : newline + 1;
      lines_.push_back(text.substr(begin, end - begin));
      begins_.push_back(begin);
      begin = end;
    }
    begins_.push_back(text.size());
  }

  const std::vector<std::string_view>& all() const { return lines_; }
  std::uint32_t begin_of(std::size_t line) const {
    return static_cast<std::uint32_t>(begins_[line]);
  }
  TSPoint point_of(std::size_t line) const {
    const bool at_end = line == lines_.size() && line > 0 && !lines_.back().ends_with('\n');
    if (!at_end) return {.row = static_cast<std::uint32_t>(line), .column = 0};
    return {.row = static_cast<std::uint32_t>(line - 1),
            .column = static_cast<std::uint32_t>(lines_.back().size())};
  }

 private:
  std::vector<std::string_view> lines_;
  std::vector<std::size_t> begins_;
};

// In the places of the text before it, whatever changed behind it.
TSInputEdit edit_of(const Hunk& hunk, const Lines& before, const Lines& after) {
  TSInputEdit edit{};
  edit.start_byte = before.begin_of(hunk.before_begin);
  edit.old_end_byte = before.begin_of(hunk.before_end);
  edit.new_end_byte =
      edit.start_byte + after.begin_of(hunk.after_end) - after.begin_of(hunk.after_begin);
  edit.start_point = before.point_of(hunk.before_begin);
  edit.old_end_point = before.point_of(hunk.before_end);
  const TSPoint begin = after.point_of(hunk.after_begin);
  const TSPoint end = after.point_of(hunk.after_end);
  edit.new_end_point.row = edit.start_point.row + (end.row - begin.row);
  edit.new_end_point.column =
      end.row == begin.row ? edit.start_point.column + (end.column - begin.column) : end.column;
  return edit;
}

}  // namespace

TreePtr edited_tree(const TSTree& tree, std::string_view before, std::string_view after) {
  TreePtr copy(ts_tree_copy(&tree));
  const Lines old_lines(before);
  const Lines new_lines(after);
  std::vector<Hunk> hunks = diff_lines(old_lines.all(), new_lines.all());
  // From the last to the first, so that each stands where the old text had it.
  std::reverse(hunks.begin(), hunks.end());
  for (const Hunk& hunk : hunks) {
    const TSInputEdit edit = edit_of(hunk, old_lines, new_lines);
    ts_tree_edit(copy.get(), &edit);
  }
  return copy;
}

}  // namespace pawl::syntax
