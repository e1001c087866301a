// Which configuration files have a schema, and the schemas.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/text/repo_path.hpp"
#include "schema/json_schema.hpp"
#include "syntax/locate.hpp"

namespace pawl::guards {

struct ConfigSchema {
  std::string_view file;  // below data/schemas/config: `package.json`
  std::string_view tool;  // who reads such files: `npm`
  // The tool refuses every key it does not know. Of other files, only keys that look like a slip
  // of a known one are faults.
  bool closed = false;
  syntax::DataFormat format = syntax::DataFormat::json;
  // Of an open file, the object in which the tool refuses every key it does not know.
  std::string_view closed_below = {};
};

// By path; nothing for files without a schema, for those of others (vendored) and for fixtures.
// The text tells templates apart, and what a bare `.prettierrc` is written in.
std::optional<ConfigSchema> schema_of(const RepoPath& path, std::string_view text);

// Compiles one of the schemas that Pawl carries.
Result<schema::JsonSchema> bundled_schema(std::string_view file);

}  // namespace pawl::guards
