#include "guards/text/hidden_text.hpp"

#include <algorithm>
#include <map>
#include <string_view>

#include "base/text/line_diff.hpp"
#include "base/text/text.hpp"
#include "syntax/language.hpp"

namespace pawl::guards {
namespace {

constexpr char32_t kByteOrderMark = 0xFEFF;
constexpr char32_t kSoftHyphen = 0xAD;

// Each opening has its end on the line: the direction of nothing else changes.
bool is_closed(const std::vector<HiddenChar>& line) {
  std::vector<char32_t> open;
  for (const HiddenChar& one : line) {
    if (one.kind != HiddenKind::embedding) continue;
    if (one.code == 0x202C || one.code == 0x2069) {
      const bool isolate = one.code == 0x2069;
      if (open.empty() || (open.back() >= 0x2066) != isolate) return false;
      open.pop_back();
    } else {
      open.push_back(one.code);
    }
  }
  return open.empty();
}

class HiddenCharReader {
 public:
  explicit HiddenCharReader(bool is_code) : is_code_(is_code) {}

  // Those of a line that have no business there.
  std::vector<HiddenChar> of(std::string_view line, bool is_first) const {
    std::vector<HiddenChar> found;
    if (!may_hide(line) && !contains(line, "\r")) return found;
    const std::vector<HiddenChar> all = hidden_in(line);
    const bool right_to_left = !all.empty() && has_right_to_left(line);
    const bool closed = right_to_left && !is_code_ && is_closed(all);
    for (const HiddenChar& one : all) {
      if (one.needed || one.code == '\t' || one.code == '\f') continue;
      if (one.code == kByteOrderMark && is_first && one.at == 0) continue;
      if (one.code == kSoftHyphen && !is_code_) continue;
      if (one.kind == HiddenKind::mark && right_to_left) continue;
      if (one.kind == HiddenKind::embedding && closed) continue;
      found.push_back(one);
    }
    return found;
  }

 private:
  bool is_code_;
};

}  // namespace

std::vector<HiddenLine> added_hidden(const git::FileChange& file) {
  std::vector<HiddenLine> found;
  if (!file.after || looks_binary(*file.after)) return found;
  const HiddenCharReader reader(syntax::kind_of(file.path, *file.after).language.has_value());
  const auto lines = split_lines(*file.after);
  std::map<char32_t, long> balance;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (const HiddenChar& one : reader.of(lines[i], i == 0)) {
      ++balance[one.code];
      const bool known = !found.empty() && found.back().line == static_cast<int>(i) + 1 &&
                         found.back().code == one.code;
      if (!known) {
        found.push_back({.line = static_cast<int>(i) + 1, .code = one.code, .kind = one.kind});
      }
    }
  }
  if (found.empty() || !file.before) return found;
  const auto old = split_lines(*file.before);
  for (std::size_t i = 0; i < old.size(); ++i) {
    for (const HiddenChar& one : reader.of(old[i], i == 0)) --balance[one.code];
  }
  const std::vector<bool> added = added_lines(*file.before, *file.after);
  std::erase_if(found, [&](const HiddenLine& each) {
    return balance[each.code] <= 0 || !added.at(static_cast<std::size_t>(each.line) - 1);
  });
  return found;
}

}  // namespace pawl::guards
