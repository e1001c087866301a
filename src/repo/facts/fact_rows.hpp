// Facts as rows of a table.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "repo/facts/facts.hpp"

namespace pawl::repo {

struct FactRow {
  std::string_view fact;  // `licence declared`
  std::string value;
  std::string place;  // `path:line`, or `path` when the whole file says so
};

std::vector<FactRow> rows_of(const Facts& facts);

}  // namespace pawl::repo
