// TOML 1.0 read by toml++. For the files of this module only; callers use check.hpp and data.hpp.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "base/json.hpp"
#include "syntax/check.hpp"

namespace pawl::syntax {

std::variant<Json, Diagnostic> read_toml(std::string_view text);

// See line_of() in locate.hpp.
int line_in_toml(std::string_view text, std::span<const std::string> path);

}  // namespace pawl::syntax
