#include "planner/prompts/file_parts.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "planner/prompts/mentions.hpp"
#include "syntax/documents/markdown.hpp"
#include "syntax/outline/definitions.hpp"

namespace pawl::planner {
namespace {

constexpr int kUnitLinesMax = 40;
constexpr int kHeadLines = 40;
constexpr std::size_t kOutlineMax = 100;
constexpr int kAroundLine = 12;  // what is shown to either side of a line that is named

constexpr auto kRightsWords = fixed_words("licen", "copyright", "spdx-");
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kBlockComments{
    {{"/*", "*/"}, {"<!--", "-->"}}};
constexpr auto kLineComments = fixed_words("//", "#", "--", ";", "%");

// Ranks of the parts of a file.
constexpr int kSpokenOf = 0;
constexpr int kPlaced = 1;   // by a line
constexpr int kPerhaps = 2;  // by a word that may mean something else, or by a tool
constexpr int kAround = 3;   // the head of the file, and the neighbours of what is spoken of
constexpr int kWithin = 4;   // of the same type

struct PartLines {
  int first = 0;  // from 1
  int last = 0;
  bool meets(const PartLines& other) const { return first <= other.last && last >= other.first; }
};

// Something of a file that has a name and an extent.
struct Part {
  std::string name;
  PartLines lines;
};

syntax::Kind kind_of(const std::string& path, const std::string& text) {
  const Result<RepoPath> repo_path = RepoPath::parse(path);
  return repo_path ? syntax::kind_of(*repo_path, text) : syntax::Kind();
}

// What follows a heading, up to the next one, is its section.
std::vector<Part> sections_of(const std::string& text, int line_total) {
  std::vector<Part> sections;
  for (syntax::Heading& heading : syntax::parse_markdown(text).headings) {
    if (!sections.empty()) sections.back().lines.last = heading.line - 1;
    sections.push_back({std::move(heading.text), {heading.line, line_total}});
  }
  return sections;
}

// PartLines that a text names as places in the file: `src/a.py:12`, `File "src/a.py", line 12`.
std::vector<int> lines_named(const std::string& path, const std::string& about, int total) {
  std::vector<int> out;
  for (auto at = about.find(path); at != std::string::npos; at = about.find(path, at + 1)) {
    std::string_view rest = std::string_view(about).substr(at + path.size());
    for (const std::string_view mark : {":", "\", line ", " line "}) {
      if (!rest.starts_with(mark)) continue;
      rest.remove_prefix(mark.size());
      std::size_t digits = 0;
      while (digits < rest.size() && rest[digits] >= '0' && rest[digits] <= '9') ++digits;
      const auto line = parse_int(rest.substr(0, digits));
      if (line && *line >= 1 && *line <= total) out.push_back(static_cast<int>(*line));
      break;
    }
  }
  return out;
}

// Cuts a long stretch at blank lines where there are some.
void add_stretch(PartLines stretch, const std::vector<std::string_view>& lines,
                 std::vector<PartLines>& out) {
  while (stretch.last - stretch.first + 1 > kUnitLinesMax) {
    int end = stretch.first + kUnitLinesMax - 1;
    for (int line = end; line > stretch.first + kUnitLinesMax / 3; --line) {
      if (!trim(lines[static_cast<std::size_t>(line - 1)]).empty()) continue;
      end = line;
      break;
    }
    out.push_back({stretch.first, end});
    stretch.first = end + 1;
  }
  if (stretch.first <= stretch.last) out.push_back(stretch);
}

// All lines, cut where a part begins or ends.
std::vector<PartLines> stretches_of(const std::vector<Part>& parts,
                                    const std::vector<std::string_view>& lines, int licence) {
  const int total = static_cast<int>(lines.size());
  std::set<int> begins{1, licence + 1};
  for (const Part& part : parts) {
    begins.insert(part.lines.first);
    begins.insert(part.lines.last + 1);
  }
  std::vector<PartLines> out;
  for (auto it = begins.begin(); it != begins.end(); ++it) {
    if (*it < 1 || *it > total) continue;
    const auto next = std::next(it);
    add_stretch({*it, next == begins.end() ? total : std::min(*next - 1, total)}, lines, out);
  }
  return out;
}

struct Focus {
  std::vector<PartLines> spoken_of;
  std::vector<PartLines> placed;
  std::vector<PartLines> perhaps;
  std::vector<PartLines> within;
};

bool is_inner(const Part& inner, const Part& outer) {
  return outer.lines.first <= inner.lines.first && inner.lines.last <= outer.lines.last &&
         (outer.lines.first != inner.lines.first || outer.lines.last != inner.lines.last);
}

// A type that is spoken of is its own lines; its methods come behind it.
void speak_of(const Part& part, Mention mention, const std::vector<Part>& parts, Focus& focus) {
  PartLines own = part.lines;
  bool divided = false;
  for (const Part& other : parts) {
    if (!is_inner(other, part)) continue;
    own.last = std::min(own.last, other.lines.first - 1);
    divided = true;
  }
  (mention == Mention::name ? focus.spoken_of : focus.perhaps).push_back(own);
  if (divided && mention == Mention::name) focus.within.push_back(part.lines);
}

Focus focus_of(const std::vector<Part>& parts, const std::string& path, const About& about,
               int total) {
  Focus focus;
  const Mentions said(about.words);
  const Mentions printed(about.output);
  for (const Part& part : parts) {
    Mention mention = said.of(part.name);
    if (mention == Mention::none && printed.of(part.name) == Mention::name) mention = Mention::word;
    if (mention != Mention::none) speak_of(part, mention, parts, focus);
  }
  for (const std::string* text : {&about.words, &about.output}) {
    for (const int line : lines_named(path, *text, total)) {
      focus.placed.push_back({line - kAroundLine, line + kAroundLine});
    }
  }
  return focus;
}

bool meets_any(const PartLines& lines, const std::vector<PartLines>& others) {
  return std::any_of(others.begin(), others.end(),
                     [&](const PartLines& other) { return lines.meets(other); });
}

std::vector<int> ranks_of(const std::vector<PartLines>& stretches, const Focus& focus) {
  std::vector<int> ranks(stretches.size(), kSpare);
  const auto lower_to = [&](std::size_t i, int rank) { ranks[i] = std::min(ranks[i], rank); };
  for (std::size_t i = 0; i < stretches.size(); ++i) {
    if (stretches[i].first <= kHeadLines) lower_to(i, kAround);
    if (meets_any(stretches[i], focus.within)) lower_to(i, kWithin);
    if (meets_any(stretches[i], focus.perhaps)) lower_to(i, kPerhaps);
    if (meets_any(stretches[i], focus.placed)) lower_to(i, kPlaced);
    if (meets_any(stretches[i], focus.spoken_of)) lower_to(i, kSpokenOf);
    if (ranks[i] > kPlaced) continue;
    if (i > 0) lower_to(i - 1, kAround);
    if (i + 1 < stretches.size()) lower_to(i + 1, kAround);
  }
  return ranks;
}

std::vector<Part> parts_of(const std::string& path, const std::string& text,
                           const std::vector<std::string_view>& lines) {
  const syntax::Kind kind = kind_of(path, text);
  if (kind.format == syntax::Format::markdown) {
    return sections_of(text, static_cast<int>(lines.size()));
  }
  std::vector<Part> parts;
  if (!kind.language) return parts;
  for (syntax::Definition& definition : syntax::definitions(*kind.language, text)) {
    parts.push_back({std::move(definition.name), {definition.line, definition.end_line}});
  }
  return parts;
}

constexpr int kLicenceMin = 3;  // lines; less is not worth a note in its place
constexpr int kLicenceMax = 80;

bool speaks_of_rights(std::string_view text) {
  return std::any_of(kRightsWords.begin(), kRightsWords.end(),
                     [&](std::string_view word) { return contains_folded(text, word); });
}

// A line of comment by its mark; `#include` and its like are none.
bool is_marked(std::string_view line, std::string_view mark) {
  if (!line.starts_with(mark)) return false;
  return mark != "#" || line.size() == 1 || !is_word(line[1]);
}

// The lines of the comment at the top, from 1; the first is behind a `#!` line and its like.
PartLines top_comment(const std::vector<std::string_view>& lines) {
  const int total = static_cast<int>(lines.size());
  const auto line_at = [&](int line) { return trim(lines[static_cast<std::size_t>(line - 1)]); };
  int first = 1;
  while (first <= total && (line_at(first).empty() || line_at(first).starts_with("#!") ||
                            line_at(first).starts_with("<?") || contains(line_at(first), "-*-"))) {
    ++first;
  }
  if (first > total) return {first, 0};
  int last = first;
  for (const auto& [open, close] : kBlockComments) {
    if (!line_at(first).starts_with(open)) continue;
    while (last < total && last - first < kLicenceMax && !contains(line_at(last), close)) ++last;
    return {first, contains(line_at(last), close) ? last : 0};
  }
  for (const std::string_view mark : kLineComments) {
    if (!is_marked(line_at(first), mark)) continue;
    while (last < total && is_marked(line_at(last + 1), mark)) ++last;
    return {first, last};
  }
  return {first, 0};
}

std::string text_of_part(const std::vector<std::string_view>& lines, const PartLines& stretch) {
  std::string out;
  for (int line = stretch.first; line <= stretch.last; ++line) {
    out += std::string(lines[static_cast<std::size_t>(line - 1)]) + "\n";
  }
  return out;
}

}  // namespace

int licence_lines(std::string_view text, const About& about) {
  if (speaks_of_rights(about.words)) return 0;
  const std::vector<std::string_view> lines = split_lines(text);
  const PartLines comment = top_comment(lines);
  const int count = comment.last - comment.first + 1;
  if (count < kLicenceMin || count > kLicenceMax) return 0;
  if (comment.last >= static_cast<int>(lines.size())) return 0;
  bool rights = false;
  for (int line = comment.first; line <= comment.last; ++line) {
    const std::string_view words = lines[static_cast<std::size_t>(line - 1)];
    rights = rights || speaks_of_rights(words);
  }
  return rights ? comment.last : 0;
}

std::vector<Unit> file_units(const std::string& path, const std::string& text, const About& about) {
  const std::vector<std::string_view> lines = split_lines(text);
  const std::vector<Part> parts = parts_of(path, text, lines);
  const int licence = licence_lines(text, about);
  const std::vector<PartLines> stretches = stretches_of(parts, lines, licence);
  const std::vector<int> ranks =
      ranks_of(stretches, focus_of(parts, path, about, static_cast<int>(lines.size())));
  std::vector<Unit> units;
  units.reserve(stretches.size());
  for (std::size_t i = 0; i < stretches.size(); ++i) {
    units.push_back({.text = text_of_part(lines, stretches[i]),
                     .rank = ranks[i],
                     .needed = false,
                     .line = stretches[i].first,
                     .hidden = stretches[i].last <= licence});
    if (units.back().hidden) units.back().rank = kSpare;
  }
  return units;
}

bool speaks_of(const std::vector<Unit>& units) {
  return std::any_of(units.begin(), units.end(),
                     [](const Unit& unit) { return unit.rank <= kPerhaps; });
}

std::vector<Unit> outline_units(const std::string& path, const std::string& text,
                                const About& about) {
  std::vector<Unit> units;
  const syntax::Kind kind = kind_of(path, text);
  if (!kind.language) return units;
  const Mentions mentions(about.words);
  for (const syntax::Definition& definition : syntax::definitions(*kind.language, text)) {
    const bool spoken_of = mentions.of(definition.name) != Mention::none;
    units.push_back({.text = definition.kind + " " + definition.qualified + " (line " +
                             std::to_string(definition.line) + ")\n",
                     .rank = spoken_of                    ? kPerhaps
                             : units.size() < kOutlineMax ? kAround
                                                          : kSpare});
  }
  return units;
}

}  // namespace pawl::planner
