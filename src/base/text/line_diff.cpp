#include "base/text/line_diff.hpp"

#include <algorithm>

#include "base/text/text.hpp"

namespace pawl {
namespace {

constexpr int kEditsMax = 1000;

using Lines = std::span<const std::string_view>;

// Myers' greedy algorithm. furthest_[d] holds, for each diagonal -d … d, how far into `before` a
// path of d edits gets; walking it backwards gives the path.
class Myers {
 public:
  Myers(Lines before, Lines after) : before_(before), after_(after) {}

  // Sets the flags of the lines that are not on the path; false when it has too many edits.
  bool run(std::vector<bool>& gone, std::vector<bool>& added) {
    for (int edits = 0; edits <= kEditsMax; ++edits) {
      furthest_.emplace_back(static_cast<std::size_t>(2 * edits + 1));
      if (step(edits)) {
        walk_back(edits, gone, added);
        return true;
      }
    }
    return false;
  }

 private:
  int lines_before() const { return static_cast<int>(before_.size()); }
  int lines_after() const { return static_cast<int>(after_.size()); }
  int& at(int edits, int diagonal) {
    return furthest_[static_cast<std::size_t>(edits)][static_cast<std::size_t>(diagonal + edits)];
  }
  // The path of fewer edits came to this diagonal from the one above: a line was added.
  bool came_down(int edits, int diagonal) {
    return diagonal == -edits ||
           (diagonal != edits && at(edits - 1, diagonal - 1) < at(edits - 1, diagonal + 1));
  }

  bool step(int edits) {
    for (int diagonal = -edits; diagonal <= edits; diagonal += 2) {
      int x = 0;
      if (edits > 0) {
        x = came_down(edits, diagonal) ? at(edits - 1, diagonal + 1)
                                       : at(edits - 1, diagonal - 1) + 1;
      }
      int y = x - diagonal;
      while (x < lines_before() && y < lines_after() && y >= 0 &&
             before_[static_cast<std::size_t>(x)] == after_[static_cast<std::size_t>(y)]) {
        ++x;
        ++y;
      }
      at(edits, diagonal) = x;
      if (x >= lines_before() && y >= lines_after()) return true;
    }
    return false;
  }

  void walk_back(int edits, std::vector<bool>& gone, std::vector<bool>& added) {
    int diagonal = lines_before() - lines_after();
    for (; edits > 0; --edits) {
      const bool down = came_down(edits, diagonal);
      diagonal += down ? 1 : -1;
      const int x = at(edits - 1, diagonal);
      const int y = x - diagonal;
      if (down && y >= 0 && y < lines_after()) added[static_cast<std::size_t>(y)] = true;
      if (!down && x < lines_before()) gone[static_cast<std::size_t>(x)] = true;
    }
  }

  Lines before_;
  Lines after_;
  std::vector<std::vector<int>> furthest_;
};

}  // namespace

std::vector<Hunk> diff_lines(Lines before, Lines after) {
  std::size_t head = 0;
  while (head < before.size() && head < after.size() && before[head] == after[head]) ++head;
  std::size_t tail = 0;
  while (tail < before.size() - head && tail < after.size() - head &&
         before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) {
    ++tail;
  }
  const Lines old_lines = before.subspan(head, before.size() - head - tail);
  const Lines new_lines = after.subspan(head, after.size() - head - tail);
  const Hunk whole{head, before.size() - tail, head, after.size() - tail};
  if (old_lines.empty() && new_lines.empty()) return {};
  if (old_lines.empty() || new_lines.empty()) return {whole};
  std::vector<bool> gone(old_lines.size());
  std::vector<bool> added(new_lines.size());
  if (!Myers(old_lines, new_lines).run(gone, added)) return {whole};

  std::vector<Hunk> hunks;
  std::size_t x = 0;
  std::size_t y = 0;
  while (x < gone.size() || y < added.size()) {
    Hunk hunk{head + x, head + x, head + y, head + y};
    while (x < gone.size() && gone[x]) ++x;
    while (y < added.size() && added[y]) ++y;
    hunk.before_end = head + x;
    hunk.after_end = head + y;
    if (hunk.before_end > hunk.before_begin || hunk.after_end > hunk.after_begin) {
      hunks.push_back(hunk);
    }
    while (x < gone.size() && y < added.size() && !gone[x] && !added[y]) {
      ++x;
      ++y;
    }
  }
  return hunks;
}

std::optional<LineDifference> first_difference(std::string_view before, std::string_view after) {
  constexpr std::size_t kBytesMax = 200;
  const auto old_lines = split_lines(before);
  const auto new_lines = split_lines(after);
  std::size_t i = 0;
  while (i < old_lines.size() && i < new_lines.size() && old_lines[i] == new_lines[i]) ++i;
  if (i == old_lines.size() && i == new_lines.size()) return std::nullopt;
  const auto shown = [i](const std::vector<std::string_view>& lines) {
    return i < lines.size() ? printable(trim(lines[i]), kBytesMax) : std::string("(the end)");
  };
  return LineDifference{
      .line = static_cast<int>(i) + 1, .before = shown(old_lines), .after = shown(new_lines)};
}

std::vector<bool> added_lines(std::string_view before, std::string_view after) {
  const auto old_lines = split_lines(before);
  const auto new_lines = split_lines(after);
  std::vector<bool> added(new_lines.size());
  for (const Hunk& hunk : diff_lines(old_lines, new_lines)) {
    for (std::size_t i = hunk.after_begin; i < hunk.after_end; ++i) added[i] = true;
  }
  return added;
}

}  // namespace pawl
