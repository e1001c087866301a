#include "edits/anchors.hpp"

#include <algorithm>
#include <optional>

#include "base/text/line_diff.hpp"
#include "base/text/text.hpp"
#include "edits/indentation.hpp"
#include "edits/lines.hpp"

namespace pawl::edits {
namespace {

using Equal = bool (*)(std::string_view, std::string_view);

std::vector<std::size_t> places_of(const Lines& anchor, const Lines& lines, Equal equal) {
  std::vector<std::size_t> out;
  for (std::size_t at = 0; at + anchor.size() <= lines.size(); ++at) {
    const auto window = lines.begin() + static_cast<std::ptrdiff_t>(at);
    if (std::equal(anchor.begin(), anchor.end(), window, equal)) out.push_back(at);
  }
  return out;
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

}  // namespace pawl::edits
