// Remarks that a change brings to keep scanners from reporting it.
#include <map>
#include <string>

#include "base/text/line_diff.hpp"
#include "base/text/text.hpp"
#include "guards/tests/lowered_checks.hpp"
#include "repo/kinds/family.hpp"

namespace pawl::guards {
namespace {

// A remark stands first in its comment, so that it is enough to look at the beginning of each: in a
// line of a hundred thousand semicolons each may open one.
constexpr std::size_t kCommentBytesLookedAt = 120;

// The remark of a line, behind whatever opens a comment in some language.
std::string_view remark_of(std::string_view line, bool is_new) {
  for (const std::string_view open : {"#", "//", "/*", "--", ";", "<!--", "%"}) {
    for (auto at = line.find(open); at != std::string_view::npos; at = line.find(open, at + 1)) {
      const std::string_view comment = line.substr(at, kCommentBytesLookedAt);
      const std::string_view remark = silencer_in(comment);
      if (!remark.empty() && (is_new || suppression_in(comment).empty())) return remark;
    }
  }
  return {};
}

}  // namespace

std::vector<Silencer> added_silencers(const git::FileChange& file) {
  std::vector<Silencer> found;
  if (!file.after || looks_binary(*file.after) || repo::is_document(file.path)) return found;
  if (repo::is_sample_place(file.path)) return found;
  const auto lines = split_lines(*file.after);
  std::vector<bool> added(lines.size(), true);
  if (file.before) added = added_lines(*file.before, *file.after);
  bool any = false;
  for (std::size_t i = 0; i < lines.size() && !any; ++i) {
    any = added.at(i) && !remark_of(lines[i], !file.before).empty();
  }
  if (!any) return found;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view remark = remark_of(lines[i], !file.before);
    if (!remark.empty()) found.push_back({.remark = remark, .line = static_cast<int>(i) + 1});
  }
  if (!file.before) return found;
  std::map<std::string_view, int> balance;
  for (const Silencer& each : found) ++balance[each.remark];
  for (const std::string_view line : split_lines(*file.before)) {
    if (const auto remark = remark_of(line, false); !remark.empty()) --balance[remark];
  }
  std::erase_if(found, [&](const Silencer& each) {
    return !added.at(static_cast<std::size_t>(each.line) - 1) || balance[each.remark]-- <= 0;
  });
  return found;
}

}  // namespace pawl::guards
