// What an endpoint's list of models reports.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "base/result.hpp"
#include "llm/chat.hpp"

namespace pawl::llm {

// The health of `model` by the answer of GET /models. not_found when the list is empty or lacks
// it, with the nearest names; a note when the answer is no list. `where` names the endpoint.
Result<ModelHealth> health_from_list(const Json& list, std::string_view model,
                                     std::string_view where);

// The same name by any of its spellings: case does not count, nor does a folder in front
// (`org/name`), nor the tag `:latest`.
bool same_model(std::string_view a, std::string_view b);

// At most three of `models` that share words with `name`, the nearest first.
std::vector<std::string> near_models(std::string_view name, const std::vector<std::string>& models);

}  // namespace pawl::llm
