// The sentences in which violations are reported.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "schema/node.hpp"

namespace pawl::schema {

// `3`, `0.5`
std::string number_text(double value);
// `"abc"`, `3`, `an object`.
std::string shown(const Json& value);
// `must be a string or an object, is 3`
std::string wrong_type(Types wanted, const Json& value);
// `must be one of "a", "b", is "c"`, with the nearest when one is near.
std::string not_among(const std::vector<const Json*>& wanted, const Json& value);
// `unknown key 'x'`, with the nearest of the known ones when one is near.
std::string unknown_key(std::string_view key, const Objects& objects);

}  // namespace pawl::schema
