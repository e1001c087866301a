// From JSON to a compiled schema.
#pragma once

#include "base/result.hpp"
#include "base/schema_library.hpp"
#include "base/schema_node.hpp"

namespace pawl::schema {

// The result points into the library's documents.
Result<Compiled> compile(Library& library, bool lenient);

}  // namespace pawl::schema
