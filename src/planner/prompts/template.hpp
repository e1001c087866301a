// Templates of data/prompts: `{{name}}` is replaced. An unknown or unused name is a broken
// assumption of ours, caught by the tests of every prompt.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pawl::planner {

std::string render(std::string_view asset_path,
                   const std::vector<std::pair<std::string, std::string>>& values);

// Repository text as data: fenced with a line that does not occur in the text itself.
std::string framed(std::string_view label, std::string_view text);

}  // namespace pawl::planner
