// The full schemas of configuration files that the public keeps, for those who asked for them with
// `pawl schemas update`. They stand in for the small ones that Pawl carries.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "schema/json_schema.hpp"

namespace pawl::guards {

struct PublicSchema {
  std::string_view file;  // what it stands in for, below data/schemas/config
  std::string_view tool;  // who reads such files
  std::string_view url;   // where it is published
};
std::span<const PublicSchema> public_schemas();
// Nothing when there is none of that name, with or without its `.json`.
const PublicSchema* find_public_schema(std::string_view name);

// The text of a schema that was fetched; nothing when it was not.
using FetchedSchema = std::function<std::optional<std::string>(std::string_view file)>;

// Lenient: what Pawl cannot read of such a schema judges nothing. References to other public
// schemas lead to those that were fetched. Errc::invalid when the text is no schema.
Result<schema::JsonSchema> compile_public_schema(const PublicSchema& schema, std::string_view text,
                                                 const FetchedSchema& fetched);

}  // namespace pawl::guards
