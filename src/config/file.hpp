// config.toml as a list of dotted keys.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/json.hpp"
#include "base/result.hpp"

namespace pawl::config {

inline constexpr std::size_t kConfigBytesMax = std::size_t{1} << 20U;

using FileValues = std::map<std::string, Json, std::less<>>;

// `[model] spec = "x"` becomes `model.spec` → "x". The error names the file and the place.
Result<FileValues> parse_file(const std::string& path, std::string_view text);

// A scalar as the text a setting is read from; nothing for a list or a table.
std::optional<std::string> scalar_text(const Json& value);

}  // namespace pawl::config
