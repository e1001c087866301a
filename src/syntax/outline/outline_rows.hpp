// The rows behind outline_tables.hpp: node kinds and fields of each grammar, by name. For the files
// of this module only.
#pragma once

#include <span>
#include <string_view>

#include "syntax/outline/outline_tables.hpp"

namespace pawl::syntax {

struct ActRow {
  std::string_view type;
  Act act;
};
struct FieldRow {
  std::string_view type;
  std::string_view field;  // empty: any child
  Mode mode;
};

struct OutlineRows {
  std::span<const ActRow> acts;
  std::span<const FieldRow> fields;
};

OutlineRows outline_rows_of(Language language);

}  // namespace pawl::syntax
