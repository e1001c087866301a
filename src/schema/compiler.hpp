// From JSON to a compiled schema.
#pragma once

#include "base/result.hpp"
#include "schema/library.hpp"
#include "schema/node.hpp"

namespace pawl::schema {

// The result points into the library's documents.
Result<Compiled> compile(Library& library, bool lenient);

}  // namespace pawl::schema
