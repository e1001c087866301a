// Changing one value of a TOML text and nothing else.
#pragma once

#include <string>
#include <string_view>

namespace pawl::config {

// The text with `table.name = literal`: the value of an existing line is replaced, a missing line
// is added to its table, a missing table at the end. `key` is `table.name`. Works line by line and
// knows nothing of inline tables and texts of many lines: parse the result before using it.
std::string with_value(std::string_view text, std::string_view key, std::string_view literal);

}  // namespace pawl::config
