#include "guards/page.hpp"

#include "base/assets.hpp"
#include "base/text/text.hpp"

namespace pawl::guards {

std::optional<std::string_view> page_of(const Guard& guard) {
  return asset("docs/guards/" + std::string(guard.id) + ".md");
}

std::vector<RuleRow> rules_of(const Guard& guard) {
  std::vector<RuleRow> rows;
  const std::string begin = "| `" + std::string(guard.id) + "/";
  for (const std::string_view line : split_lines(page_of(guard).value_or(""))) {
    if (!line.starts_with(begin)) continue;
    const auto cells = split(line, '|');
    if (cells.size() < 4) continue;
    std::string_view rule = trim(cells[1]);
    rule.remove_prefix(1);
    rule.remove_suffix(1);
    rows.push_back({.rule = std::string(rule),
                    .kind = trim(cells[2]) == "scope" ? RuleKind::scope : RuleKind::defect,
                    .summary = std::string(trim(cells[3]))});
  }
  return rows;
}

}  // namespace pawl::guards
