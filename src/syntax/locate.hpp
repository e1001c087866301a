// Where in a configuration file something stands.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace pawl::syntax {

enum class DataFormat : std::uint8_t { json, yaml, toml };  // json: with comments, too

// The line, from 1, of the key or list item that the names and indices (`jobs`, `test`, `steps`,
// `0`) lead to, or of the last one on the way that is there; 0 when not even the first is. Of a
// YAML file the first document. The text is one that parses.
int line_of(DataFormat format, std::string_view text, std::span<const std::string> path);

}  // namespace pawl::syntax
