// What a YAML scalar means. For the files of this module only.
#pragma once

#include <string>
#include <string_view>

#include "base/json.hpp"

namespace pawl::syntax {

// By the core schema of YAML 1.2. The tag is `?` for a plain scalar, `!` for a quoted one, or the
// one that the file gives; a scalar with a tag of its own is text.
Json yaml_scalar(std::string_view tag, const std::string& value);

}  // namespace pawl::syntax
