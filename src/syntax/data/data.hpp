// Configuration formats read into JSON values.
#pragma once

#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "base/result.hpp"

namespace pawl::syntax {

Result<Json> parse_jsonc(std::string_view text);
// TOML 1.0, with the inline tables of 1.1; dates and times become strings.
Result<Json> parse_toml(std::string_view text);
// Every document. YAML 1.2 core scalars: only true/false are booleans, so `on:` stays a key.
// Aliases are expanded, at most 10,000 nodes in all (more is Errc::invalid).
Result<std::vector<Json>> parse_yaml(std::string_view text);
// {section: {key: value}}; keys before a section under "".
Result<Json> parse_ini(std::string_view text);

}  // namespace pawl::syntax
