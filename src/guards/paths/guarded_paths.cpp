#include "guards/paths/guarded_paths.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/assets.hpp"
#include "base/check.hpp"
#include "base/text/glob.hpp"
#include "base/text/text.hpp"

namespace pawl::guards {
namespace {

// The rows, and by the shape of their patterns where to look first: trees have many paths.
struct GuardedTable {
  std::vector<GuardedRow> rows;
  std::unordered_map<std::string_view, std::size_t> names;       // `claude.md`
  std::unordered_map<std::string_view, std::size_t> components;  // `**/.claude/**`
  std::vector<std::size_t> stars;                                // `*.pem`, one star in a name
  std::unordered_map<std::string_view, std::vector<std::size_t>> ends;  // others, by last component
  std::vector<std::size_t> others;
};

bool is_literal(std::string_view text) {
  return text.find_first_of("*?[{/\\") == std::string::npos;
}

void place(GuardedTable& table, std::size_t index) {
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

GuardedTable read_table() {
  GuardedTable table;
  const auto text = asset("paths/guarded.txt");
  PAWL_CHECK(text.has_value(), "data/paths/guarded.txt is embedded");
  for (const std::string_view line : split_lines(*text)) {
    if (trim(line).empty() || line.starts_with('#')) continue;
    const auto cells = split(line, '|');
    PAWL_CHECK(cells.size() == 5, line);
    table.rows.push_back({.pattern = trim(cells[0]),
                          .by_person = trim(cells[1]) == "person",
                          .kind = trim(cells[2]),
                          .use = trim(cells[3]),
                          .source = trim(cells[4])});
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

const GuardedRow* guarded_as(const RepoPath& path) {
  const GuardedTable& all = table();
  const std::string folded = path.folded();
  const auto components = split(folded, '/');
  const std::string_view name = components.back();
  std::size_t best = all.rows.size();
  const auto offer = [&](std::size_t index) { best = std::min(best, index); };
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
