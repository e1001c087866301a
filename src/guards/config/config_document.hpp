// Configuration files as values, whatever they are written in, and the lines their keys stand on.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/json.hpp"

namespace pawl::guards {

enum class ConfigForm : std::uint8_t { toml, ini, yaml, json };

// The first document of the text; nothing when it does not parse, which is another guard's matter.
std::optional<Json> read_config(ConfigForm form, std::string_view text);

// The line of a key, by the names on the way to it (`tool`, `ruff`, `line-length`); indices of
// lists are left out. As near as a scan of the text comes: 0 when it finds none of them.
int line_of_key(ConfigForm form, std::string_view text, std::span<const std::string> path);

}  // namespace pawl::guards
