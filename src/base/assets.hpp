// The files of `data/` and `docs/cli/`, embedded at build time.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace pawl {

// `pipelines/improve.yaml` → its text; nothing when there is no such file.
std::optional<std::string_view> asset(std::string_view path);
// All embedded paths that start with the prefix, sorted.
std::vector<std::string_view> assets_below(std::string_view prefix);

}  // namespace pawl
