// Rust: methods that a type of the repository certainly does not have.
#pragma once

#include <string_view>

#include "index/index.hpp"

namespace pawl::guards {

// Asked of a name that nothing in the repository defines, called on `self` in the function `around`
// of the file `path`. Whoever may give the type methods is in sight: impls, derives and traits of
// this repository, and traits of the standard library whose methods are known. In doubt the answer
// is no.
bool rust_type_lacks(const index::Graph& head, std::string_view path,
                     const syntax::Definition& around, std::string_view name);

// What traits of the standard library let be asked of any object that has them: `to_string`.
bool is_of_standard_trait(std::string_view method);

}  // namespace pawl::guards
