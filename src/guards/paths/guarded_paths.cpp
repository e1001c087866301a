#include "guards/paths/guarded_paths.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/assets.hpp"
#include "base/check.hpp"
#include "base/text/glob.hpp"
#include "base/text/text.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kRowsLikely = 400;

// The rows, and by the shape of their patterns where to look first: trees have many paths.
struct GuardedTable {
  std::vector<GuardedRow> rows;
  std::unordered_map<std::string_view, std::size_t> names;       // `claude.md`
  std::unordered_map<std::string_view, std::size_t> components;  // `**/.claude/**`
  std::vector<std::size_t> stars;                                // `*.pem`, one star in a name
  std::unordered_map<std::string_view, std::vector<std::size_t>> ends;  // others, by last component
  std::vector<std::size_t> others;
  std::unordered_set<std::string_view> holders;  // `.github`
};

// Documents of people in a folder whose files are run: what it is for, and under which licence.
// Agents and credentials have no such folders; workflows may be written as any other document.
constexpr auto kProse = std::to_array<std::string_view>({".md", ".markdown", ".rst", ".adoc"});
constexpr auto kProseNames = std::to_array<std::string_view>(
    {"readme", "changelog", "contributing", "license", "licence", "notice", "security"});

bool is_prose_in(const GuardedRow& row, std::string_view name) {
  const auto dot = name.find('.');
  const std::string_view stem = name.substr(0, dot);
  const std::string_view ending = dot == std::string_view::npos ? "" : name.substr(dot);
  const bool prose = std::find(kProse.begin(), kProse.end(), ending) != kProse.end();
  const bool named = std::find(kProseNames.begin(), kProseNames.end(), stem) != kProseNames.end();
  if (row.kind == "ci") return named && (prose || ending.empty() || ending == ".txt");
  if (row.kind != "hook" && row.kind != "container" && row.kind != "editor" && row.kind != "tool") {
    return false;
  }
  return prose || (named && (ending.empty() || ending == ".txt"));
}

bool is_literal(std::string_view text) {
  return text.find_first_of("*?[{/\\") == std::string::npos;
}

// `.github` of `.github/workflows/**`, `.cargo` of `**/.cargo/config`.
void note_holder(GuardedTable& table, std::string_view pattern) {
  if (pattern.starts_with("**/")) pattern.remove_prefix(3);
  if (pattern.ends_with("/**")) pattern.remove_suffix(3);
  const std::string_view first = pattern.substr(0, pattern.find('/'));
  if (first.size() < pattern.size() && first.size() > 1 && first.starts_with('.')) {
    table.holders.insert(first);
  }
}

void place(GuardedTable& table, std::size_t index) {
  note_holder(table, table.rows[index].pattern);
  const std::string_view pattern = table.rows[index].pattern;
  const std::string_view last = pattern.substr(pattern.rfind('/') + 1);
  if (is_literal(pattern)) {
    table.names.emplace(pattern, index);
  } else if (pattern.starts_with("**/") && pattern.ends_with("/**") &&
             is_literal(pattern.substr(3, pattern.size() - 6))) {
    table.components.emplace(pattern.substr(3, pattern.size() - 6), index);
  } else if (!contains(pattern, "/") && std::count(pattern.begin(), pattern.end(), '*') == 1) {
    table.stars.push_back(index);
  } else if (is_literal(last)) {
    table.ends[last].push_back(index);
  } else {
    table.others.push_back(index);
  }
}

// The first cell of a row, cut off it.
std::string_view take_cell(std::string_view& row) {
  const auto bar = row.find('|');
  PAWL_CHECK(bar != std::string_view::npos || !row.empty(), "a row has five cells");
  const std::string_view cell = trim(row.substr(0, bar));
  row.remove_prefix(bar == std::string_view::npos ? row.size() : bar + 1);
  return cell;
}

// Read in every process that judges something, so it allocates little.
GuardedTable read_table() {
  GuardedTable table;
  table.rows.reserve(kRowsLikely);
  table.names.reserve(kRowsLikely);
  table.ends.reserve(kRowsLikely / 4);
  const auto text = asset("paths/guarded.txt");
  PAWL_CHECK(text.has_value(), "data/paths/guarded.txt is embedded");
  for (std::string_view line : split_lines(*text)) {
    if (trim(line).empty() || line.starts_with('#')) continue;
    GuardedRow row;
    row.pattern = take_cell(line);
    row.by_person = take_cell(line) == "person";
    row.kind = take_cell(line);
    row.use = take_cell(line);
    row.source = take_cell(line);
    PAWL_CHECK(line.empty(), line);
    table.rows.push_back(row);
  }
  for (std::size_t i = 0; i < table.rows.size(); ++i) place(table, i);
  return table;
}

const GuardedTable& table() {
  static const GuardedTable kTable = read_table();
  return kTable;
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

std::span<const GuardedRow> guarded_rows() { return table().rows; }

const GuardedRow* guarded_as(const RepoPath& path) { return guarded_by_text(path.folded()); }

bool holds_guarded(std::string_view name) { return table().holders.contains(name); }

const GuardedRow* guarded_by_text(const std::string& folded) {
  const GuardedTable& all = table();
  const auto components = split(folded, '/');
  const std::string_view name = components.back();
  std::size_t best = all.rows.size();
  const auto offer = [&](std::size_t index) {
    const GuardedRow& row = all.rows[index];
    if (index < best && !(row.pattern.ends_with("/**") && is_prose_in(row, name))) best = index;
  };
  if (const auto found = all.names.find(name); found != all.names.end()) offer(found->second);
  for (const std::string_view component : components) {
    const auto found = all.components.find(component);
    if (found != all.components.end()) offer(found->second);
  }
  for (const std::size_t index : all.stars) {
    if (index < best && fits_star(all.rows[index].pattern, name)) offer(index);
  }
  if (const auto found = all.ends.find(name); found != all.ends.end()) {
    for (const std::size_t index : found->second) {
      if (index < best && pattern_covers(all.rows[index].pattern, folded)) offer(index);
    }
  }
  for (const std::size_t index : all.others) {
    if (index < best && pattern_covers(all.rows[index].pattern, folded)) offer(index);
  }
  return best < all.rows.size() ? &all.rows[best] : nullptr;
}

}  // namespace pawl::guards
