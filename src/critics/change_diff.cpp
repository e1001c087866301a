#include "critics/change_diff.hpp"

#include <algorithm>

#include "base/text/line_diff.hpp"
#include "base/text/text.hpp"

namespace pawl::critics {
namespace {

constexpr std::size_t kAround = 3;

using Lines = std::vector<std::string_view>;

class HunkWriter {
 public:
  HunkWriter(const Lines& before, const Lines& after) : before_(before), after_(after) {}

  // `next` is where the hunk behind it begins in the text after; the end where there is none.
  void add(const Hunk& hunk, std::size_t next, std::vector<DiffHunk>& out) {
    const std::size_t from =
        std::max(done_, hunk.after_begin - std::min(hunk.after_begin, kAround));
    if (out.empty() || from > done_) out.emplace_back();
    for (std::size_t i = from; i < hunk.after_begin; ++i) keep(Side::context, i, out.back());
    for (std::size_t i = hunk.before_begin; i < hunk.before_end; ++i) {
      out.back().lines.push_back({.side = Side::removed,
                                  .line = static_cast<std::int64_t>(hunk.after_begin + 1),
                                  .text = std::string(before_[i])});
    }
    for (std::size_t i = hunk.after_begin; i < hunk.after_end; ++i)
      keep(Side::added, i, out.back());
    done_ = std::min({hunk.after_end + kAround, next, after_.size()});
    for (std::size_t i = hunk.after_end; i < done_; ++i) keep(Side::context, i, out.back());
  }

 private:
  void keep(Side side, std::size_t at, DiffHunk& out) const {
    out.lines.push_back(
        {.side = side, .line = static_cast<std::int64_t>(at + 1), .text = std::string(after_[at])});
  }

  const Lines& before_;
  const Lines& after_;
  std::size_t done_ = 0;  // lines of the text after that are in a hunk already
};

DiffFile file_diff(const git::FileChange& file) {
  DiffFile out{.path = file.path.text(), .removed = !file.after.has_value()};
  const std::string before = file.before.value_or("");
  const std::string after = file.after.value_or("");
  if (looks_binary(before) || looks_binary(after)) {
    out.obstacle = "binary";
    return out;
  }
  const Lines old_lines = split_lines(before);
  const Lines new_lines = split_lines(after);
  const std::vector<Hunk> hunks = diff_lines(old_lines, new_lines);
  HunkWriter writer(old_lines, new_lines);
  for (std::size_t i = 0; i < hunks.size(); ++i) {
    const std::size_t next = i + 1 < hunks.size() ? hunks[i + 1].after_begin : new_lines.size();
    writer.add(hunks[i], next, out.hunks);
  }
  return out;
}

}  // namespace

Diff diff_of(const git::Change& change) {
  Diff diff;
  for (const git::FileChange& file : change.files) diff.files.push_back(file_diff(file));
  return diff;
}

}  // namespace pawl::critics
