// The page of a guard, docs/guards/<id>.md, embedded: its rules stand in a table there, once.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "guards/guard.hpp"

namespace pawl::guards {

std::optional<std::string_view> page_of(const Guard& guard);

struct RuleRow {
  std::string rule;  // `syntax/parse-error`
  RuleKind kind = RuleKind::defect;
  std::string summary;  // what it refuses
};
// The rows `| rule | kind | what it refuses |` of the page, in its order.
std::vector<RuleRow> rules_of(const Guard& guard);

}  // namespace pawl::guards
