// What a function may give back instead of a value. For the files of this module only.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/node.hpp"

namespace pawl::syntax {

// The types of what a function gives back, as written; one empty text where the language does not
// say, none when it gives nothing back or nobody can tell.
std::vector<std::string> result_types(const Source& source, TSNode function);

// Another expression of that type; nothing when there is none that is sure to compile, or the value
// is the emptiest already.
std::optional<std::string> other_value(const Source& source, TSNode value, std::string_view type);

}  // namespace pawl::syntax
