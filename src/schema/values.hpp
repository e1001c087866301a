// Questions that schemas ask of single values.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/json.hpp"
#include "schema/node.hpp"

namespace pawl::schema {

Types type_of(const Json& value);
// How many code points a text has.
std::size_t point_count(std::string_view text);
// With a tolerance for what floating point cannot represent: 0.0075 is a multiple of 0.0001.
bool is_multiple(double value, double of);
// No two items are equal. Nothing is known of more than 2,000 that are not all strings.
std::optional<bool> all_differ(const Json::Array& items);

}  // namespace pawl::schema
