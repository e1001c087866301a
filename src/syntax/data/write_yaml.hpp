// JSON values written as YAML that people read and change.
#pragma once

#include <string>

#include "base/json.hpp"

namespace pawl::syntax {

// Block style, two blanks a level, with a final newline: texts of many lines as literal blocks,
// words plain, whatever could be taken for something else in double quotes. What parse_yaml() reads
// from it is the value again, for values whose strings are UTF-8 and whose numbers are finite.
std::string write_yaml(const Json& value);

}  // namespace pawl::syntax
