#include "guards/text/licence_header.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/text/characters.hpp"
#include "base/text/line_diff.hpp"
#include "base/text/text.hpp"
#include "guards/text/text_change.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kHeaderLines = 30;
constexpr std::size_t kSiblingsMin = 2;
constexpr std::size_t kSiblingsMax = 8;
constexpr std::string_view kIdentifier = "SPDX-License-Identifier:";

struct Notice {
  std::string licence;  // what stands behind the identifier of SPDX
  std::string holder;   // the first line with a copyright, without years
  // Of all of the comment that speaks of a licence, without years.
  std::vector<std::string> lines;
  bool any() const { return !licence.empty() || !holder.empty(); }
};

std::string without_years(std::string_view line) {
  std::string out;
  for (const char c : line) {
    if (!is_digit(c) && c != '-' && c != ',') out += c;
  }
  return join(split_words(std::string_view(out)), " ");
}

// The lines of the comment a text begins with; none where it begins otherwise.
std::vector<std::string_view> first_comment(std::string_view text) {
  constexpr std::size_t kCommentLinesMax = 80;
  std::vector<std::string_view> comment;
  std::string_view end;  // of a block that has begun
  for (const std::string_view line : split_lines(text)) {
    const std::string_view row = trim(line);
    const bool before = comment.empty() && (row.empty() || row.starts_with("#!") ||
                                            row.starts_with("<?") || row.starts_with("<!DOCTYPE"));
    if (before) continue;
    if (end.empty() && row.starts_with("/*")) end = "*/";
    if (end.empty() && row.starts_with("<!--")) end = "-->";
    if (end.empty() && !uncommented(line).is_comment) break;
    comment.push_back(row);
    if (comment.size() >= kCommentLinesMax) break;
    if (!end.empty() && contains(row, end)) break;
  }
  return comment;
}

std::vector<std::string> lines_of_notice(std::string_view text) {
  std::vector<std::string> lines;
  bool grants = false;
  for (const std::string_view line : first_comment(text)) {
    lines.push_back(without_years(uncommented(line).text));
    grants = grants || contains_folded(line, "licen") || contains_folded(line, "copyright");
  }
  return grants ? lines : std::vector<std::string>();
}

Notice notice_of(std::string_view text) {
  Notice notice;
  notice.lines = lines_of_notice(text.substr(0, 8000));
  std::size_t number = 0;
  for (const std::string_view line : split_lines(text.substr(0, 8000))) {
    if (++number > kHeaderLines) break;
    const Uncommented said = uncommented(line);
    const std::size_t spdx = line.find(kIdentifier);
    if (spdx != std::string_view::npos && notice.licence.empty()) {
      const auto words = split_words(line.substr(spdx + kIdentifier.size()));
      if (!words.empty()) notice.licence = std::string(words.front());
    }
    const bool owned = starts_with_folded(said.text, "copyright") ||
                       (contains_folded(said.text, "copyright") &&
                        line.find_first_of("0123456789\xC2(") != std::string_view::npos);
    const bool granted = contains(line, "Licensed under the ") ||
                         contains(line, "Use of this source code is governed");
    if (notice.holder.empty() && (owned || granted)) notice.holder = without_years(said.text);
  }
  return notice;
}

bool holds_any(std::string_view text) {
  return contains(text, kIdentifier) || contains(text, "opyright") || contains(text, "COPYRIGHT") ||
         contains(text, "Licensed under") || contains(text, "governed by a");
}

enum class Loss : std::uint8_t {
  none,
  lost,
  relicensed,  // it names another licence, or none
  reworded,    // it names somebody else
  retouched,   // other lines of it are gone or say something else
};

Loss loss_of(const git::FileChange& file) {
  if (!file.before || !file.after || file.before == file.after) return Loss::none;
  if (!holds_any(std::string_view(*file.before).substr(0, 8000))) return Loss::none;
  const TextSort sort = sort_of(file.path, *file.after);
  if (sort != TextSort::code && sort != TextSort::source) return Loss::none;
  const Notice before = notice_of(*file.before);
  if (!before.any() || trim(*file.after).empty()) return Loss::none;
  if (!holds_any(*file.after)) return Loss::lost;
  const Notice after = notice_of(*file.after);
  const bool other = !before.licence.empty() && before.licence != after.licence;
  const bool gone = before.licence.empty() && !before.holder.empty() && !after.any();
  const bool holder = !before.holder.empty() && !after.holder.empty() &&
                      before.holder != after.holder && before.licence.empty();
  if (other || gone) return Loss::relicensed;
  if (holder) return Loss::reworded;
  // A line more may name a further holder.
  const bool less = std::any_of(before.lines.begin(), before.lines.end(), [&](const auto& line) {
    return std::find(after.lines.begin(), after.lines.end(), line) == after.lines.end();
  });
  return less ? Loss::retouched : Loss::none;
}

// Most of what was there still is: nobody wrote the file anew.
bool is_kept(const git::FileChange& file) {
  const std::vector<bool> gone = added_lines(*file.after, *file.before);
  const auto lost = std::count(gone.begin(), gone.end(), true);
  return static_cast<std::size_t>(lost) * 2 < gone.size() || gone.size() <= kHeaderLines;
}

// Of the files beside it, those that say the same as it did.
bool others_keep_it(const git::FileChange& file, const repo::RepoView& head) {
  const Notice own = notice_of(*file.before);
  std::size_t seen = 0;
  std::size_t same = 0;
  const auto files = head.files();
  const std::string folder(file.path.folder());
  auto first = std::lower_bound(files.begin(), files.end(), folder,
                                [](const repo::Entry& entry, const std::string& wanted) {
                                  return entry.path.text() < wanted;
                                });
  for (; first != files.end() && first->path.text().starts_with(folder); ++first) {
    if (first->path == file.path || first->path.folder() != file.path.folder()) continue;
    if (first->path.extension() != file.path.extension()) continue;
    const auto text = head.text(first->path.text());
    if (!text) continue;
    const Notice other = notice_of(*text);
    const bool lines = own.lines.empty() || other.lines == own.lines;
    same += lines && other.licence == own.licence && other.holder == own.holder ? 1U : 0U;
    if (++seen == kSiblingsMax) break;
  }
  return same >= kSiblingsMin && same * 3 >= seen * 2;
}

}  // namespace

std::optional<LicenceFault> licence_fault(const git::FileChange& file, const git::Change& change,
                                          const repo::RepoView* head) {
  const Loss loss = loss_of(file);
  if (loss == Loss::none) return {};
  LicenceFault fault{.what = loss == Loss::lost
                                 ? "the notice of its copyright or licence is gone"
                                 : "the notice of its copyright or licence says something else"};
  const bool others = std::any_of(change.files.begin(), change.files.end(), [&](const auto& each) {
    return each.path != file.path && loss_of(each) != Loss::none;
  });
  // Who owns a file may write his name otherwise.
  fault.alone = loss != Loss::reworded && !others && head != nullptr && is_kept(file) &&
                others_keep_it(file, *head);
  // A word of the comment may be about the file.
  if (loss == Loss::retouched && !fault.alone) return {};
  return fault;
}

}  // namespace pawl::guards
