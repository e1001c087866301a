#include "edits/anchors.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <optional>

#include "base/text/hidden.hpp"
#include "base/text/line_diff.hpp"
#include "base/text/text.hpp"

namespace pawl::edits {
namespace {

using Lines = std::vector<std::string_view>;

constexpr std::string_view kBlanks = " \t";

std::string_view indent_of(std::string_view line) {
  return line.substr(0, std::min(line.find_first_not_of(kBlanks), line.size()));
}

std::string_view without_end(std::string_view line) {
  const auto last = line.find_last_not_of(kBlanks);
  return line.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

std::string_view bare(std::string_view line) {
  return without_end(line).substr(indent_of(without_end(line)).size());
}

bool is_blank(std::string_view line) { return bare(line).empty(); }

// Lines without their LF, whatever else they end in.
Lines plain_lines(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const auto at = text.find('\n');
    lines.push_back(text.substr(0, at));
    if (at == std::string_view::npos) break;
    text.remove_prefix(at + 1);
  }
  return lines;
}

using Equal = bool (*)(std::string_view, std::string_view);

std::vector<std::size_t> places_of(const Lines& anchor, const Lines& lines, Equal equal) {
  std::vector<std::size_t> out;
  for (std::size_t at = 0; at + anchor.size() <= lines.size(); ++at) {
    const auto window = lines.begin() + static_cast<std::ptrdiff_t>(at);
    if (std::equal(anchor.begin(), anchor.end(), window, equal)) out.push_back(at);
  }
  return out;
}

// From the indentation a model wrote to that of the file.
class Indentation {
 public:
  // How a file indents: what one step is, where it uses blanks.
  struct Style {
    std::size_t step = 0;  // 0: nobody can tell
  };
  static Style style_of(const Lines& lines);

  // Nothing when no rule makes the file's indentations out of the anchor's.
  static std::optional<Indentation> between(const Lines& anchor, const Lines& place,
                                            const Lines& content, const Style& style);
  // Nothing when the line is less deep than the rule can say.
  std::optional<std::string> of(std::string_view indent) const;

 private:
  enum class Rule : std::uint8_t { deeper, shallower, units };

  bool fits(const Lines& anchor, const Lines& place) const;
  bool covers(const Lines& content) const;
  void add_units(const Lines& written, const Lines& anchor, const Lines& place,
                 std::vector<Indentation>& out) const;

  Rule rule_ = Rule::deeper;
  std::string prefix_;       // of deeper and shallower
  std::size_t width_ = 0;    // of units: blanks, or tabs, of one step of the anchor
  char sign_ = ' ';          // that the anchor indents with
  std::string step_;         // one step of the file
  std::ptrdiff_t more_ = 0;  // steps the file is deeper
};

bool all_of(std::string_view text, char c) {
  return std::all_of(text.begin(), text.end(), [&](char each) { return each == c; });
}

// The depth of an indentation in steps; nothing when it is no whole number of them.
std::optional<std::ptrdiff_t> depth_of(std::string_view indent, std::string_view step) {
  if (step.empty() || indent.size() % step.size() != 0 || !all_of(indent, step.front())) {
    return std::nullopt;
  }
  return static_cast<std::ptrdiff_t>(indent.size() / step.size());
}

std::optional<std::string> Indentation::of(std::string_view indent) const {
  switch (rule_) {
    case Rule::deeper:
      // Tabs before blanks are neither the file's way nor the model's.
      if (!prefix_.empty() && !indent.empty() && prefix_.back() != indent.front()) {
        return std::nullopt;
      }
      return prefix_ + std::string(indent);
    case Rule::shallower:
      if (!indent.starts_with(prefix_)) return std::nullopt;
      return std::string(indent.substr(prefix_.size()));
    case Rule::units: break;
  }
  const auto depth = depth_of(indent, std::string(width_, sign_));
  if (!depth || *depth + more_ < 0) return std::nullopt;
  std::string out;
  for (std::ptrdiff_t i = 0; i < *depth + more_; ++i) out += step_;
  return out;
}

bool Indentation::fits(const Lines& anchor, const Lines& place) const {
  for (std::size_t i = 0; i < anchor.size(); ++i) {
    if (is_blank(anchor[i])) continue;
    if (of(indent_of(anchor[i])) != indent_of(place[i])) return false;
  }
  return true;
}

bool Indentation::covers(const Lines& content) const {
  return std::all_of(content.begin(), content.end(), [&](std::string_view line) {
    return is_blank(line) || of(indent_of(line)).has_value();
  });
}

// The widest step of which all indentations are made, if they are of that sign; 0: there is none.
std::size_t widest_step(const Lines& lines, char sign) {
  std::size_t width = 0;
  for (const std::string_view line : lines) {
    if (is_blank(line)) continue;
    const std::string_view indent = indent_of(line);
    if (!all_of(indent, sign)) return 0;
    width = std::gcd(width, indent.size());
  }
  return width;
}

// By how much lines are most often deeper than the one before, as editors find it out.
Indentation::Style Indentation::style_of(const Lines& lines) {
  constexpr std::size_t kStepMax = 8;
  std::array<int, kStepMax + 1> counts{};
  std::size_t before = 0;
  for (const std::string_view line : lines) {
    if (is_blank(line)) continue;
    const std::string_view indent = indent_of(line);
    if (!all_of(indent, ' ')) continue;
    if (indent.size() > before + 1 && indent.size() <= before + kStepMax) {
      ++counts.at(indent.size() - before);
    }
    before = indent.size();
  }
  const auto most = std::max_element(counts.begin(), counts.end());
  return {.step = *most == 0 ? 0 : static_cast<std::size_t>(most - counts.begin())};
}

// Steps of the anchor as wide as the first line's depth in the file makes them, and as wide as they
// can be.
void Indentation::add_units(const Lines& written, const Lines& anchor, const Lines& place,
                            std::vector<Indentation>& out) const {
  const auto first = std::find_if_not(anchor.begin(), anchor.end(), is_blank);
  const std::string_view theirs = indent_of(*first);
  const auto wanted =
      depth_of(indent_of(place[static_cast<std::size_t>(first - anchor.begin())]), step_);
  const std::size_t widest = widest_step(written, sign_);
  // One blank is no step: it is alignment.
  const std::size_t least = sign_ == ' ' ? 2 : 1;
  if (!wanted || widest < least) return;
  std::vector<std::size_t> widths;
  if (*wanted > 0) widths.push_back(theirs.size() / static_cast<std::size_t>(*wanted));
  widths.push_back(sign_ == ' ' ? widest : 1);
  for (const std::size_t width : widths) {
    if (width < least || widest % width != 0) continue;
    Indentation rule = *this;
    rule.width_ = width;
    const auto depth = depth_of(theirs, std::string(width, sign_));
    if (!depth) continue;
    rule.more_ = *wanted - *depth;
    out.push_back(std::move(rule));
  }
}

std::optional<Indentation> Indentation::between(const Lines& anchor, const Lines& place,
                                                const Lines& content, const Style& style) {
  const auto first = std::find_if_not(anchor.begin(), anchor.end(), is_blank);
  if (first == anchor.end()) return std::nullopt;
  const std::string_view theirs = indent_of(*first);
  const std::string_view ours = indent_of(place[static_cast<std::size_t>(first - anchor.begin())]);
  std::vector<Indentation> rules(1);
  if (ours.ends_with(theirs)) {
    rules[0].prefix_ = std::string(ours.substr(0, ours.size() - theirs.size()));
  } else if (theirs.ends_with(ours)) {
    rules[0].rule_ = Rule::shallower;
    rules[0].prefix_ = std::string(theirs.substr(0, theirs.size() - ours.size()));
  }
  Lines written = anchor;
  written.insert(written.end(), content.begin(), content.end());
  Indentation units;
  units.rule_ = Rule::units;
  for (const char sign : kBlanks) {
    units.sign_ = sign;
    for (const std::string& step : {std::string(style.step, ' '), std::string("\t")}) {
      units.step_ = step;
      if (!step.empty()) units.add_units(written, anchor, place, rules);
    }
  }
  std::erase_if(rules, [&](const Indentation& rule) { return !rule.fits(anchor, place); });
  const auto best = std::find_if(rules.begin(), rules.end(),
                                 [&](const Indentation& rule) { return rule.covers(content); });
  if (best != rules.end()) return *best;
  return rules.empty() ? std::nullopt : std::optional(rules.front());
}

// Anchor and content without the line end both have at their end.
struct Parts {
  Lines anchor;
  Lines content;
  bool ends = false;  // the anchor's last line has its LF
};

Parts parts_of(std::string_view anchor, std::string_view content) {
  return {.anchor = plain_lines(anchor),
          .content = plain_lines(content),
          .ends = anchor.ends_with('\n')};
}

Lines without_ends(const Lines& lines) {
  Lines out;
  out.reserve(lines.size());
  for (const std::string_view line : lines) out.push_back(without_end(line));
  return out;
}

// The lines that take the place of the anchor's.
struct NewLines {
  std::vector<std::string> lines;
  bool unclear = false;
};

class Rewriter {
 public:
  // The place is a part of `lines`.
  Rewriter(const Parts& parts, Lines place, const Lines& lines)
      : parts_(parts), place_(std::move(place)) {
    const Indentation::Style style = Indentation::style_of(lines);
    rule_ = Indentation::between(parts_.anchor, place_, parts_.content, style);
    if (rule_ || !lost_first_blanks()) return;
    // Blanks at the start of a text are lost before others.
    rule_ = Indentation();
    first_is_bare_ = true;
  }

  NewLines run() {
    NewLines out;
    std::size_t before = 0;
    std::size_t after = 0;
    const auto keep_until = [&](std::size_t end) {
      for (; before < end; ++before, ++after) out.lines.emplace_back(place_[before]);
    };
    for (const Hunk& hunk : diff_lines(without_ends(parts_.anchor), without_ends(parts_.content))) {
      keep_until(hunk.before_begin);
      for (; after < hunk.after_end; ++after) add(after, out);
      before = hunk.before_end;
    }
    keep_until(place_.size());
    return out;
  }

 private:
  // The first line alone has none of its indentation.
  bool lost_first_blanks() const {
    if (parts_.anchor.size() < 2 || !indent_of(parts_.anchor.front()).empty()) return false;
    return std::equal(parts_.anchor.begin() + 1, parts_.anchor.end(), place_.begin() + 1,
                      [](std::string_view a, std::string_view b) {
                        return is_blank(a) || indent_of(a) == indent_of(b);
                      });
  }

  void add(std::size_t index, NewLines& out) const {
    const std::string_view line = parts_.content[index];
    if (is_blank(line)) {
      out.lines.emplace_back();
      return;
    }
    std::optional<std::string> indent;
    if (first_is_bare_ && index == 0 && indent_of(line).empty()) {
      indent = std::string(indent_of(place_.front()));
    } else if (rule_) {
      indent = rule_->of(indent_of(line));
    }
    if (!indent) out.unclear = true;
    out.lines.push_back(indent.value_or("") + std::string(line.substr(indent_of(line).size())));
  }

  const Parts& parts_;
  Lines place_;
  std::optional<Indentation> rule_;
  bool first_is_bare_ = false;
};

void take_place(const Lines& lines, std::size_t at, const Parts& parts, std::string_view text,
                LooseMatch& match) {
  const auto first = lines.begin() + static_cast<std::ptrdiff_t>(at);
  const auto last = first + static_cast<std::ptrdiff_t>(parts.anchor.size()) - 1;
  match.begin = static_cast<std::size_t>(first->data() - text.data());
  match.end = static_cast<std::size_t>(last->data() - text.data()) + last->size();
  const bool whole_last = parts.ends && match.end < text.size();
  if (whole_last) ++match.end;
  NewLines made = Rewriter(parts, Lines(first, last + 1), lines).run();
  match.indentation_unclear = made.unclear;
  match.content = join(made.lines, "\n");
  if (whole_last && !made.lines.empty()) match.content += '\n';
}

// The pairs of characters of a line, blanks aside; sorted.
std::vector<std::uint16_t> pairs_of(std::string_view line) {
  constexpr std::size_t kPairsMax = 200;
  std::vector<std::uint16_t> pairs;
  int before = -1;
  for (const char c : line) {
    if (kBlanks.find(c) != std::string_view::npos) continue;
    const int now = static_cast<unsigned char>(c);
    if (before >= 0) pairs.push_back(static_cast<std::uint16_t>(before << 8U | now));
    before = now;
    if (pairs.size() == kPairsMax) break;
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

double likeness(const std::vector<std::uint16_t>& a, const std::vector<std::uint16_t>& b) {
  if (a.empty() || b.empty()) return a.size() == b.size() ? 1 : 0;
  std::size_t same = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) ++same;
    const bool first = a[i] <= b[j];
    const bool second = b[j] <= a[i];
    if (first) ++i;
    if (second) ++j;
  }
  return 2.0 * static_cast<double>(same) / static_cast<double>(a.size() + b.size());
}

constexpr std::size_t kComparedLines = 12;  // of an anchor
constexpr std::size_t kSearchedLines = 50'000;
constexpr double kLikeEnough = 0.5;  // of its lines on average
constexpr std::size_t kQuotedLineBytes = 200;

struct Nearest {
  std::size_t first = 0;  // line of the text, from 0
  std::size_t count = 0;  // 0: nothing is near
};

Nearest nearest_to(const Lines& lines, Lines anchor) {
  while (!anchor.empty() && is_blank(anchor.back())) anchor.pop_back();
  while (!anchor.empty() && is_blank(anchor.front())) anchor.erase(anchor.begin());
  const std::size_t count = std::min({anchor.size(), kComparedLines, lines.size()});
  if (count == 0) return {};
  std::vector<std::vector<std::uint16_t>> wanted;
  for (std::size_t i = 0; i < count; ++i) wanted.push_back(pairs_of(anchor[i]));
  const std::size_t total = std::min(lines.size(), kSearchedLines);
  // The score of the window that begins at each line.
  std::vector<double> scores(total);
  for (std::size_t at = 0; at < total; ++at) {
    const std::vector<std::uint16_t> pairs = pairs_of(lines[at]);
    for (std::size_t i = 0; i < std::min(count, at + 1); ++i) {
      scores[at - i] += likeness(wanted[i], pairs);
    }
  }
  const auto best = std::max_element(scores.begin(), scores.end());
  if (*best < kLikeEnough * static_cast<double>(count)) return {};
  return {.first = static_cast<std::size_t>(best - scores.begin()),
          .count = std::max(count, anchor.size())};
}

// One line without what a terminal obeys; tabs stay, for they are what is to be copied.
std::string quotable(std::string_view line) {
  std::string out = visible(line.substr(0, kQuotedLineBytes));
  if (line.size() > kQuotedLineBytes) out += "…";
  return out;
}

}  // namespace

LooseMatch match_loosely(std::string_view text, std::string_view anchor, std::string_view content) {
  LooseMatch match;
  const Parts parts = parts_of(anchor, content);
  if (std::all_of(parts.anchor.begin(), parts.anchor.end(), is_blank)) return match;
  const Lines lines = plain_lines(text);
  const Equal equals[] = {
      [](std::string_view a, std::string_view b) { return without_end(a) == without_end(b); },
      [](std::string_view a, std::string_view b) { return bare(a) == bare(b); }};
  for (const Equal equal : equals) {
    const std::vector<std::size_t> places = places_of(parts.anchor, lines, equal);
    for (const std::size_t at : places) match.lines.push_back(static_cast<int>(at) + 1);
    if (places.size() == 1) take_place(lines, places.front(), parts, text, match);
    if (!places.empty()) break;
  }
  return match;
}

std::string quoted_lines(std::string_view text, int first, std::size_t count) {
  const Lines lines = plain_lines(text);
  std::string out;
  const auto begin = static_cast<std::size_t>(std::max(first, 1) - 1);
  for (std::size_t i = begin; i < std::min(lines.size(), begin + count); ++i) {
    out += quotable(lines[i]) + "\n";
  }
  return out;
}

std::string nearest_lines(std::string_view text, std::string_view anchor, std::size_t lines_max) {
  const Nearest nearest = nearest_to(plain_lines(text), plain_lines(anchor));
  if (nearest.count == 0) return {};
  return quoted_lines(text, static_cast<int>(nearest.first) + 1,
                      std::min(nearest.count, lines_max));
}

int nearest_line(std::string_view text, std::string_view anchor) {
  const Nearest nearest = nearest_to(plain_lines(text), plain_lines(anchor));
  return nearest.count == 0 ? 0 : static_cast<int>(nearest.first) + 1;
}

}  // namespace pawl::edits
