// A test that json_schema.cpp makes before it hands a schema to valijson.
#pragma once

#include "base/json.hpp"

namespace pawl {

// Does some part of the schema apply itself to the same value again (`{"$ref": "#"}`)?
bool has_circle(const Json& schema);

}  // namespace pawl
