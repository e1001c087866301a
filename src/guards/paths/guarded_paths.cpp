#include "guards/paths/guarded_paths.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/check.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/glob.hpp"
#include "base/text/text.hpp"

namespace pawl::guards {
namespace {

constexpr std::string_view kText =
#include "guarded_text.inc"
    ;
static_assert(kText.size() < 65'536, "places in the table are 16 bits");

// A row is found when Pawl is built, and kept as places in the text: pointers to each of its cells
// would have to be put right at every start.
struct RowPlace {
  std::uint16_t line = 0;
  std::uint16_t pattern = 0;  // its length
};

constexpr std::string_view next_line(std::string_view& rest) {
  const std::string_view line = rest.substr(0, rest.find('\n'));
  rest.remove_prefix(std::min(line.size() + 1, rest.size()));
  return line;
}

constexpr bool is_row(std::string_view line) { return !line.empty() && line.front() != '#'; }

constexpr std::size_t count_rows() {
  std::size_t count = 0;
  for (std::string_view rest = kText; !rest.empty();) count += is_row(next_line(rest)) ? 1U : 0U;
  return count;
}
constexpr std::size_t kCount = count_rows();

constexpr std::array<RowPlace, kCount> find_rows() {
  std::array<RowPlace, kCount> rows{};
  std::size_t count = 0;
  for (std::string_view rest = kText; !rest.empty();) {
    const std::size_t at = kText.size() - rest.size();
    const std::string_view line = next_line(rest);
    if (!is_row(line)) continue;
    const std::size_t bar = line.find(" | ");
    if (bar == std::string_view::npos)
      throw "a row has five cells";  // ends the build, not a process
    rows[count++] = {static_cast<std::uint16_t>(at), static_cast<std::uint16_t>(bar)};
  }
  return rows;
}
// In the order of the file.
constexpr auto kRows = find_rows();

constexpr std::string_view pattern_of(std::size_t row) {
  return kText.substr(kRows[row].line, kRows[row].pattern);
}

// The first cell of a row, cut off it.
std::string_view take_cell(std::string_view& row) {
  const auto bar = row.find('|');
  PAWL_CHECK(bar != std::string_view::npos || !row.empty(), "a row has five cells");
  const std::string_view cell = trim(row.substr(0, bar));
  row.remove_prefix(bar == std::string_view::npos ? row.size() : bar + 1);
  return cell;
}

GuardedRow row_at(std::size_t index) {
  std::string_view rest = kText.substr(kRows[index].line);
  std::string_view line = next_line(rest);
  GuardedRow row;
  row.pattern = take_cell(line);
  row.by_person = take_cell(line) == "person";
  row.kind = take_cell(line);
  row.use = take_cell(line);
  row.source = take_cell(line);
  PAWL_CHECK(line.empty(), line);
  return row;
}

// Documents of people in a folder whose files are run: what it is for, and under which licence.
// Agents and credentials have no such folders; workflows may be written as any other document.
constexpr auto kProse = fixed_words(".md", ".markdown", ".rst", ".adoc");
constexpr auto kProseNames =
    fixed_words("readme", "changelog", "contributing", "license", "licence", "notice", "security");

bool is_prose_in(std::string_view kind, std::string_view name) {
  const auto dot = name.find('.');
  const std::string_view stem = name.substr(0, dot);
  const std::string_view ending = dot == std::string_view::npos ? "" : name.substr(dot);
  const bool prose = std::find(kProse.begin(), kProse.end(), ending) != kProse.end();
  const bool named = std::find(kProseNames.begin(), kProseNames.end(), stem) != kProseNames.end();
  if (kind == "ci") return named && (prose || ending.empty() || ending == ".txt");
  if (kind != "hook" && kind != "container" && kind != "editor" && kind != "tool") {
    return false;
  }
  return prose || (named && (ending.empty() || ending == ".txt"));
}

constexpr bool is_literal(std::string_view text) {
  return text.find_first_of("*?[{/\\") == std::string_view::npos;
}

// By the shape of its pattern, where a row is looked for: trees have many paths.
enum class PatternShape {
  name,       // `claude.md`
  component,  // `**/.claude/**`
  star,       // `*.pem`, one star in a name
  end,        // others, by their last component
  other,
};

constexpr std::string_view last_component(std::string_view pattern) {
  return pattern.substr(pattern.rfind('/') + 1);
}

constexpr PatternShape shape_of(std::string_view pattern) {
  const bool in_folders = pattern.find('/') != std::string_view::npos;
  if (is_literal(pattern)) return PatternShape::name;
  if (pattern.starts_with("**/") && pattern.ends_with("/**") &&
      is_literal(pattern.substr(3, pattern.size() - 6))) {
    return PatternShape::component;
  }
  if (!in_folders && std::count(pattern.begin(), pattern.end(), '*') == 1)
    return PatternShape::star;
  return is_literal(last_component(pattern)) ? PatternShape::end : PatternShape::other;
}

// What a row is looked up by.
constexpr std::string_view key_of(std::string_view pattern, PatternShape shape) {
  if (shape == PatternShape::component) return pattern.substr(3, pattern.size() - 6);
  return shape == PatternShape::end ? last_component(pattern) : pattern;
}

// `.github` of `.github/workflows/**`, `.cargo` of `**/.cargo/config`; empty when no other file of
// the folder is left.
constexpr std::string_view holder_of(std::string_view pattern) {
  if (pattern.starts_with("**/")) pattern.remove_prefix(3);
  if (pattern.ends_with("/**")) pattern.remove_suffix(3);
  const std::string_view first = pattern.substr(0, pattern.find('/'));
  return first.size() < pattern.size() && first.size() > 1 && first.starts_with('.') ? first : "";
}

// Rows of one shape, by key and then by their place.
using Places = std::array<std::uint16_t, kCount>;
struct ShapeRows {
  Places places{};
  std::size_t count = 0;

  std::span<const std::uint16_t> all() const { return {places.data(), count}; }
};

constexpr ShapeRows rows_of(PatternShape shape) {
  ShapeRows out;
  for (std::size_t i = 0; i < kCount; ++i) {
    if (shape_of(pattern_of(i)) != shape) continue;
    out.places[out.count++] = static_cast<std::uint16_t>(i);
  }
  if (shape == PatternShape::star || shape == PatternShape::other) return out;
  std::sort(out.places.begin(), out.places.begin() + static_cast<std::ptrdiff_t>(out.count),
            [shape](std::uint16_t a, std::uint16_t b) {
              const auto left = key_of(pattern_of(a), shape);
              const auto right = key_of(pattern_of(b), shape);
              return left != right ? left < right : a < b;
            });
  return out;
}

constexpr ShapeRows kNames = rows_of(PatternShape::name);
constexpr ShapeRows kComponents = rows_of(PatternShape::component);
constexpr ShapeRows kStars = rows_of(PatternShape::star);
constexpr ShapeRows kEnds = rows_of(PatternShape::end);
constexpr ShapeRows kOthers = rows_of(PatternShape::other);

std::span<const std::uint16_t> with_key(const ShapeRows& rows, PatternShape shape,
                                        std::string_view key) {
  const auto all = rows.all();
  const auto of = [shape](std::uint16_t row) { return key_of(pattern_of(row), shape); };
  const auto from = std::lower_bound(
      all.begin(), all.end(), key,
      [&](std::uint16_t row, std::string_view wanted) { return of(row) < wanted; });
  auto to = from;
  while (to != all.end() && of(*to) == key) ++to;
  return {from, to};
}

bool fits_star(std::string_view pattern, std::string_view name) {
  const auto star = pattern.find('*');
  return name.size() + 1 >= pattern.size() && name.starts_with(pattern.substr(0, star)) &&
         name.ends_with(pattern.substr(star + 1));
}

// `ci/**` covers what is below the folder, and a file or link that takes the folder's place.
bool pattern_covers(std::string_view pattern, const std::string& folded) {
  if (glob_match(pattern, folded)) return true;
  return pattern.ends_with("/**") && glob_match(pattern.substr(0, pattern.size() - 3), folded);
}

}  // namespace

std::vector<GuardedRow> guarded_rows() {
  std::vector<GuardedRow> rows;
  for (std::size_t i = 0; i < kCount; ++i) rows.push_back(row_at(i));
  return rows;
}

std::optional<GuardedRow> guarded_as(const RepoPath& path) {
  return guarded_by_text(path.folded());
}

bool holds_guarded(std::string_view name) {
  if (!name.starts_with('.')) return false;
  for (std::size_t i = 0; i < kCount; ++i) {
    if (holder_of(pattern_of(i)) == name) return true;
  }
  return false;
}

std::optional<GuardedRow> guarded_by_text(const std::string& folded) {
  const auto components = split(folded, '/');
  const std::string_view name = components.back();
  std::size_t best = kCount;
  const auto offer = [&](std::size_t row) {
    if (row >= best) return;
    if (pattern_of(row).ends_with("/**") && is_prose_in(row_at(row).kind, name)) return;
    best = row;
  };
  for (const auto row : with_key(kNames, PatternShape::name, name)) offer(row);
  for (const std::string_view component : components) {
    for (const auto row : with_key(kComponents, PatternShape::component, component)) offer(row);
  }
  for (const auto row : kStars.all()) {
    if (row < best && fits_star(pattern_of(row), name)) offer(row);
  }
  for (const auto rows : {with_key(kEnds, PatternShape::end, name), kOthers.all()}) {
    for (const auto row : rows) {
      if (row < best && pattern_covers(pattern_of(row), folded)) offer(row);
    }
  }
  return best < kCount ? std::optional(row_at(best)) : std::nullopt;
}

}  // namespace pawl::guards
