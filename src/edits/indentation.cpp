#include "edits/indentation.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace pawl::edits {
namespace {

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

}  // namespace

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

}  // namespace pawl::edits
