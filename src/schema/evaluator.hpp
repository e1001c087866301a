// Runs a compiled schema over a value.
#pragma once

#include <vector>

#include "schema/json_schema.hpp"
#include "schema/node.hpp"

namespace pawl::schema {

// Everything that is wrong, in the order in which it is found, at most 2,000.
std::vector<SchemaViolation> evaluate(const Compiled& schema, const Json& value);

}  // namespace pawl::schema
