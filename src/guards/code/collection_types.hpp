// Which collection or text of the standard library a variable is, where its declaration says so.
// Java and Rust alone: their generic types are wrappers as well, which only a list can tell apart.
#pragma once

#include <string_view>

#include "index/index.hpp"

namespace pawl::guards {

// `List`, `HashMap`, `StringBuilder`, `Vec`, `String`; empty when the function does not say it,
// says it twice, or takes the name apart. `function` is the text of the function that uses the
// variable. The answer points into it.
std::string_view collection_type(index::Family family, std::string_view function,
                                 std::string_view variable);

}  // namespace pawl::guards
