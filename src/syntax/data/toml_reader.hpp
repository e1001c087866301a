// TOML 1.0, with the inline tables of 1.1, read by toml++. For the files of this module only; callers use check.hpp and data.hpp.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/json.hpp"
#include "syntax/check.hpp"

namespace pawl::syntax {

std::variant<Json, Diagnostic> read_toml(std::string_view text);

// See line_of() in locate.hpp.
int line_in_toml(std::string_view text, std::span<const std::string> path);

// Every key and list item, down to that many levels; nothing of a text that does not parse.
struct TomlPlace {
  std::vector<std::string> path;
  int line = 0;
};
std::vector<TomlPlace> places_in_toml(std::string_view text, std::size_t levels_max);

}  // namespace pawl::syntax
