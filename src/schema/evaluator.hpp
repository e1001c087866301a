// Runs a compiled schema over a value.
#pragma once

#include <vector>

#include "base/result.hpp"
#include "schema/json_schema.hpp"
#include "schema/node.hpp"

namespace pawl::schema {

// Everything that is wrong, outermost first, at most 2,000; nothing for a value that fits.
// Errc::timeout when the limits were reached before it was known whether it fits: then nothing is
// known of it.
Result<std::vector<Violation>> evaluate(const Compiled& schema, const Json& value);

}  // namespace pawl::schema
