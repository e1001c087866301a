#include "guards/text/layout_diff.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "base/text/characters.hpp"
#include "base/text/hidden.hpp"
#include "base/text/line_diff.hpp"
#include "base/text/text.hpp"

namespace pawl::guards {
namespace {

using Views = std::vector<std::string_view>;

constexpr std::size_t kMovedMin = 4;   // lines at another place that are no part of a fix
constexpr std::size_t kColumnGap = 3;  // unchanged lines between those of one column
constexpr std::size_t kTabWidth = 8;
constexpr std::size_t kShownBytes = 200;  // of a line

std::string_view indent_part(std::string_view line) {
  return line.substr(0, std::min(line.find_first_not_of(" \t\f"), line.size()));
}

bool is_bare(std::string_view line) { return trim(line).empty(); }

// A text without the blanks that mean nothing: none but between two words, none changed in quotes.
class Squeezer {
 public:
  Squeezer(const LayoutRules& rules, bool same_quotes) : rules_(rules), same_quotes_(same_quotes) {}

  std::string squeeze(std::string_view text) {
    out_.clear();
    for (std::size_t i = 0; i < text.size();) {
      const char c = text[i];
      if (is_space(c)) {
        blank_ = true;
        ++i;
      } else if (c == '"' || c == '\'' || c == '`') {
        i = quoted(text, i);
      } else {
        put(c);
        ++i;
      }
    }
    return std::move(out_);
  }

  // Of a comment or of prose: quotes are signs like others.
  std::string squeeze_prose(std::string_view text) {
    out_.clear();
    for (const char c : text) {
      if (is_space(c)) {
        blank_ = true;
      } else {
        put(c);
      }
    }
    return std::move(out_);
  }

 private:
  void put(char c) {
    const bool apart = blank_ && !out_.empty() && !punctuation(out_.back()) && !punctuation(c);
    if (apart) out_ += ' ';
    blank_ = false;
    out_ += c;
  }
  static bool punctuation(char c) { return !is_word(c) && static_cast<unsigned char>(c) < 0x80U; }

  std::size_t quoted(std::string_view text, std::size_t begin) {
    const char quote = text[begin];
    std::size_t end = begin + 1;
    while (end < text.size() && text[end] != quote && text[end] != '\n') {
      end += text[end] == '\\' ? 2U : 1U;
    }
    blank_ = false;
    if (end >= text.size() || text[end] != quote) {
      out_ += text.substr(begin);
      return text.size();
    }
    const std::string_view inside = text.substr(begin + 1, end - begin - 1);
    const bool plain = inside.find_first_of("\"'\\") == std::string_view::npos;
    const char mark = same_quotes_ && rules_.quotes_alike && plain && quote == '\'' ? '"' : quote;
    out_ += mark;
    out_ += inside;
    out_ += mark;
    return end + 1;
  }

  const LayoutRules& rules_;
  bool same_quotes_;
  bool blank_ = false;
  std::string out_;
};

bool is_comment_line(std::string_view line, const LayoutRules& rules) {
  const std::string_view bare = trim(line);
  if (!rules.comment.empty() && bare.starts_with(rules.comment)) return true;
  return rules.comment == "//" && (bare.starts_with("*") || bare.starts_with("/*"));
}

std::string_view without_leader(std::string_view line) {
  std::string_view bare = trim(line);
  const auto text = bare.find_first_not_of("#/*!");
  return text == std::string_view::npos ? std::string_view() : bare.substr(text);
}

// What a line says.
std::string key_of(std::string_view line, const LayoutRules& rules, bool same_quotes) {
  if (rules.blanks_count) return std::string(line);
  if (is_comment_line(line, rules)) return Squeezer(rules, same_quotes).squeeze_prose(line);
  return Squeezer(rules, same_quotes).squeeze(trim(line));
}

// How many blocks a line is in, by the indentation of the lines before it.
std::vector<std::size_t> depths_of(const Views& lines) {
  std::vector<std::size_t> depths;
  depths.reserve(lines.size());
  std::vector<std::size_t> open;
  for (const std::string_view line : lines) {
    if (is_bare(line)) {
      depths.push_back(0);
      continue;
    }
    std::size_t width = 0;
    for (const char c : indent_part(line)) width += c == '\t' ? kTabWidth - width % kTabWidth : 1;
    while (!open.empty() && open.back() > width) open.pop_back();
    if (width > 0 && (open.empty() || open.back() < width)) open.push_back(width);
    depths.push_back(open.size());
  }
  return depths;
}

std::size_t bare_count(const Views& lines, std::size_t begin, std::size_t end) {
  std::size_t count = 0;
  for (std::size_t i = begin; i < end; ++i) count += is_bare(lines[i]) ? 1U : 0U;
  return count;
}

enum class ChangeKind : std::uint8_t { real, layout, order };

class LayoutComparison {
 public:
  LayoutComparison(std::string_view before, std::string_view after, const LayoutRules& rules)
      : rules_(rules), before_(split_lines(before)), after_(split_lines(after)) {
    for (const std::string_view line : before_) keys_before_.push_back(key_of(line, rules_, true));
    for (const std::string_view line : after_) keys_after_.push_back(key_of(line, rules_, true));
    const Views old_keys(keys_before_.begin(), keys_before_.end());
    const Views new_keys(keys_after_.begin(), keys_after_.end());
    hunks_ = diff_lines(old_keys, new_keys);
  }

  LayoutDiff run() {
    out_.total = before_.size() - bare_count(before_, 0, before_.size());
    for (const Hunk& hunk : hunks_) kinds_.push_back(kind_of(hunk));
    find_moved();
    find_pairs();
    for (std::size_t i = 0; i <= hunks_.size(); ++i) {
      settle_pairs(i);
      if (i < hunks_.size()) settle_hunk(i);
    }
    out_.kept = std::min(out_.kept, out_.total);
    return std::move(out_);
  }

 private:
  // Lines that say the same on both sides, between two hunks.
  struct Pair {
    std::size_t before;
    std::size_t after;
    bool follows = false;  // from a change beside it
  };

  std::string words(const Views& lines, std::size_t begin, std::size_t end) const {
    std::string text;
    bool comments = true;
    for (std::size_t i = begin; i < end; ++i) {
      comments = comments && (is_bare(lines[i]) || is_comment_line(lines[i], rules_));
    }
    for (std::size_t i = begin; i < end; ++i) {
      text += std::string(comments ? without_leader(lines[i]) : lines[i]) + "\n";
    }
    Squeezer squeezer(rules_, true);
    text = comments || rules_.blanks_count ? squeezer.squeeze_prose(text) : squeezer.squeeze(text);
    // A list that is broken into lines may end in a comma.
    for (const std::string_view closer : {")", "]", "}"}) {
      text = replace_all(text, "," + std::string(closer), closer);
    }
    return (comments ? "comment " : "") + text;
  }

  ChangeKind kind_of(const Hunk& hunk) const {
    // In a document the same lines with other blanks are another list, or no code any more.
    if (rules_.blanks_count && lines_of(hunk, true) == lines_of(hunk, false) &&
        lines_of(hunk, true) > 0) {
      return ChangeKind::real;
    }
    const std::string old_words = words(before_, hunk.before_begin, hunk.before_end);
    return old_words == words(after_, hunk.after_begin, hunk.after_end) ? ChangeKind::layout
                                                                        : ChangeKind::real;
  }

  // Hunks whose lines are all at another place of the text, in hunks of the same sort.
  void find_moved() {
    std::vector<std::size_t> moved;
    for (std::size_t i = 0; i < hunks_.size(); ++i) {
      if (kinds_[i] == ChangeKind::real) moved.push_back(i);
    }
    for (std::size_t before = moved.size() + 1; before != moved.size();) {
      before = moved.size();
      drop_unbalanced(moved);
    }
    std::size_t lines = 0;
    for (const std::size_t i : moved) lines += lines_of(hunks_[i], true);
    if (lines < kMovedMin) return;
    for (const std::size_t i : moved) kinds_[i] = ChangeKind::order;
  }

  // Leaves those out of which a line is gone or new among them.
  void drop_unbalanced(std::vector<std::size_t>& moved) const {
    std::map<std::string_view, std::ptrdiff_t> balance;
    const auto each_key = [&](std::size_t index, const auto& call) {
      const Hunk& hunk = hunks_[index];
      for (std::size_t j = hunk.before_begin; j < hunk.before_end; ++j) call(keys_before_[j], -1);
      for (std::size_t j = hunk.after_begin; j < hunk.after_end; ++j) call(keys_after_[j], 1);
    };
    for (const std::size_t i : moved) {
      each_key(i, [&](const std::string& key, int by) { balance[key] += by; });
    }
    std::erase_if(moved, [&](std::size_t i) {
      bool unbalanced = false;
      each_key(i, [&](const std::string& key, int) {
        unbalanced = unbalanced || (!key.empty() && balance[key] != 0);
      });
      return unbalanced;
    });
  }

  // Lines of a hunk that are not blank, of one side.
  std::size_t lines_of(const Hunk& hunk, bool old_side) const {
    if (old_side) {
      return hunk.before_end - hunk.before_begin -
             bare_count(before_, hunk.before_begin, hunk.before_end);
    }
    return hunk.after_end - hunk.after_begin - bare_count(after_, hunk.after_begin, hunk.after_end);
  }

  void find_pairs() {
    pairs_.resize(hunks_.size() + 1);
    std::size_t before = 0;
    std::size_t after = 0;
    for (std::size_t i = 0; i <= hunks_.size(); ++i) {
      const std::size_t end = i < hunks_.size() ? hunks_[i].before_begin : before_.size();
      while (before < end) pairs_[i].push_back({before++, after++});
      if (i == hunks_.size()) break;
      before = hunks_[i].before_end;
      after = hunks_[i].after_end;
    }
    for (std::size_t i = 0; i <= hunks_.size(); ++i) {
      if (i > 0 && kinds_[i - 1] == ChangeKind::real) {
        follow(hunks_[i - 1], pairs_[i].begin(), pairs_[i].end());
      }
      if (i < hunks_.size() && kinds_[i] == ChangeKind::real) {
        follow(hunks_[i], pairs_[i].rbegin(), pairs_[i].rend());
      }
    }
    wrapped_.resize(hunks_.size());
    std::optional<std::size_t> left;
    for (std::size_t i = 0; i < hunks_.size(); ++i) {
      if (kinds_[i] != ChangeKind::real) continue;
      if (left) wrap(*left, i);
      left = i;
    }
    if (left) wrap(*left, hunks_.size());
  }

  // Between two lines that say something new, an opening and a closing one (or behind the last such
  // line, where what closes is only laid out otherwise): nearly all that changes is as much deeper,
  // but for texts that may not be, and for what a deeper line breaks otherwise.
  void wrap(std::size_t left, std::size_t right) {
    const Pair* outermost = nullptr;
    std::size_t count = 0;
    for (std::size_t i = left + 1; i <= right; ++i) {
      if (i < right && kinds_[i] == ChangeKind::order) return;
      for (const Pair& pair : pairs_[i]) {
        if (blank(pair) || !changed(pair)) continue;
        ++count;
        const bool outer =
            outermost == nullptr || indent_part(before_[pair.before]).size() <
                                        indent_part(before_[outermost->before]).size();
        if (outer) outermost = &pair;
      }
    }
    if (outermost == nullptr || step_of(*outermost).second.empty()) return;
    const bool closed = right < hunks_.size() && encloses(hunks_[right], *outermost);
    if (!closed && !encloses(hunks_[left], *outermost)) return;
    const std::pair<bool, std::string_view> step = step_of(*outermost);
    std::size_t same = 0;
    for (std::size_t i = left + 1; i <= right; ++i) {
      for (const Pair& pair : pairs_[i]) {
        if (!blank(pair) && changed(pair) && step_of(pair) == step) ++same;
      }
    }
    if (same * 5 < count * 4) return;
    for (std::size_t i = left + 1; i <= right; ++i) {
      if (i < right) wrapped_[i] = true;
      for (Pair& pair : pairs_[i]) pair.follows = true;
    }
  }

  // From a line that says something new: the block that is as much deeper as its first line, or the
  // column whose blanks changed.
  template <class Iterator>
  void follow(const Hunk& hunk, Iterator begin, Iterator end) {
    const auto at = std::find_if(begin, end, [&](const Pair& pair) { return !blank(pair); });
    if (at == end) return;
    const auto [deeper, step] = step_of(*at);
    if (!step.empty()) {
      if (!encloses(hunk, *at)) return;
      for (auto each = at; each != end; ++each) {
        if (blank(*each)) continue;
        if (step_of(*each) != std::make_pair(deeper, step)) break;
        each->follows = true;
      }
      return;
    }
    std::size_t gap = 0;
    for (auto each = begin; each != end && gap <= kColumnGap; ++each) {
      if (blank(*each)) break;
      const bool column = same_indent(*each) && changed(*each) && same_quotes(*each);
      if (column) each->follows = true;
      gap = column ? 0 : gap + 1;
    }
  }

  // The hunk brings a line that stands where the pair stood, as what opens or closes a block does;
  // or takes one away that stood where the pair stands now.
  bool encloses(const Hunk& hunk, const Pair& pair) const {
    const bool deeper = step_of(pair).first;
    const Views& lines = deeper ? after_ : before_;
    const std::string_view place = indent_part(deeper ? before_[pair.before] : after_[pair.after]);
    const std::size_t begin = deeper ? hunk.after_begin : hunk.before_begin;
    const std::size_t end = deeper ? hunk.after_end : hunk.before_end;
    for (std::size_t i = begin; i < end; ++i) {
      if (!is_bare(lines[i]) && indent_part(lines[i]) == place) return true;
    }
    return false;
  }

  bool blank(const Pair& pair) const { return keys_before_[pair.before].empty(); }
  bool changed(const Pair& pair) const { return before_[pair.before] != after_[pair.after]; }
  bool same_quotes(const Pair& pair) const {
    return key_of(before_[pair.before], rules_, false) == key_of(after_[pair.after], rules_, false);
  }
  bool same_indent(const Pair& pair) const {
    return indent_part(before_[pair.before]) == indent_part(after_[pair.after]);
  }

  // What was put before the line, or taken from it; empty when it is neither.
  std::pair<bool, std::string_view> step_of(const Pair& pair) const {
    const std::string_view old_indent = indent_part(before_[pair.before]);
    const std::string_view new_indent = indent_part(after_[pair.after]);
    if (new_indent.size() > old_indent.size() && new_indent.ends_with(old_indent)) {
      return {true, new_indent.substr(0, new_indent.size() - old_indent.size())};
    }
    if (old_indent.size() > new_indent.size() && old_indent.ends_with(new_indent)) {
      return {false, old_indent.substr(0, old_indent.size() - new_indent.size())};
    }
    return {};
  }

  void settle_pairs(std::size_t index) {
    if (rules_.depth_counts && depths_before_.empty()) {
      depths_before_ = depths_of(before_);
      depths_after_ = depths_of(after_);
    }
    for (const Pair& pair : pairs_[index]) {
      const bool same = !changed(pair);
      if (!blank(pair)) ++out_.kept;
      const bool depth = rules_.depth_counts && !blank(pair) &&
                         depths_before_[pair.before] != depths_after_[pair.after];
      if (same || pair.follows || depth) {
        if (!same && !pair.follows) ++out_.real;
        out_.smaller.push_back(after_[pair.after]);
        continue;
      }
      out_.smaller.push_back(before_[pair.before]);
      ++(same_quotes(pair) ? out_.layout : out_.quotes);
      note_first(pair.after);
    }
  }

  void settle_hunk(std::size_t index) {
    const Hunk& hunk = hunks_[index];
    const bool real = kinds_[index] == ChangeKind::real;
    const std::size_t old_lines = lines_of(hunk, true);
    const std::size_t new_lines = lines_of(hunk, false);
    if (real || wrapped_[index]) {
      if (real) out_.real += std::max(old_lines, new_lines);
      for (std::size_t i = hunk.after_begin; i < hunk.after_end; ++i) {
        out_.smaller.push_back(after_[i]);
      }
      return;
    }
    for (std::size_t i = hunk.before_begin; i < hunk.before_end; ++i) {
      out_.smaller.push_back(before_[i]);
    }
    if (kinds_[index] == ChangeKind::order) {
      out_.order += old_lines;
      out_.kept += old_lines;
    } else {
      // Blank lines that come and go.
      const std::size_t bare =
          std::max(hunk.before_end - hunk.before_begin, hunk.after_end - hunk.after_begin);
      out_.layout += old_lines + new_lines == 0 ? bare : std::max(old_lines, new_lines);
      out_.kept += old_lines;
    }
    note_first(hunk.after_begin);
  }

  void note_first(std::size_t after) {
    if (out_.first == 0) out_.first = static_cast<int>(after) + 1;
  }

  const LayoutRules& rules_;
  Views before_;
  Views after_;
  std::vector<std::string> keys_before_;
  std::vector<std::string> keys_after_;
  std::vector<Hunk> hunks_;
  std::vector<ChangeKind> kinds_;
  std::vector<std::vector<Pair>> pairs_;
  std::vector<bool> wrapped_;  // of a hunk of another layout: it is as deep as what is around it
  std::vector<std::size_t> depths_before_;
  std::vector<std::size_t> depths_after_;
  LayoutDiff out_;
};

std::string shown_line(char mark, std::string_view line) {
  std::string out(1, mark);
  out += visible(line.substr(0, kShownBytes));
  if (line.size() > kShownBytes) out += "…";
  return out + "\n";
}

}  // namespace

LayoutDiff layout_diff(std::string_view before, std::string_view after, const LayoutRules& rules) {
  return LayoutComparison(before, after, rules).run();
}

std::string readable_diff(const Views& before, const Views& after, std::size_t lines_max) {
  std::string out;
  std::size_t lines = 0;
  for (const Hunk& hunk : diff_lines(before, after)) {
    if (lines >= lines_max) return out + "…\n";
    out += "@@ line " + std::to_string(hunk.before_begin + 1) + " @@\n";
    if (hunk.before_begin > 0) out += shown_line(' ', before[hunk.before_begin - 1]);
    for (std::size_t i = hunk.before_begin; i < hunk.before_end && lines < lines_max;
         ++i, ++lines) {
      out += shown_line('-', before[i]);
    }
    for (std::size_t i = hunk.after_begin; i < hunk.after_end && lines < lines_max; ++i, ++lines) {
      out += shown_line('+', after[i]);
    }
  }
  return out;
}

}  // namespace pawl::guards
