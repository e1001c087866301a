// What the text around definitions says of them, beyond their syntax.
#pragma once

#include <string_view>
#include <vector>

#include "syntax/outline/definitions.hpp"

namespace pawl::analyzers {

// Marks as documented what any comment explains: one above it, with at most one blank line and
// attributes between them, one on its line, or that of another definition of the same name. Marks
// as not public what implements something that is documented elsewhere: methods of Rust's trait
// implementations, `@Override`, Ruby's `:nodoc:`.
void complete_definitions(syntax::Language language, std::string_view text,
                          std::vector<syntax::Definition>& definitions);

}  // namespace pawl::analyzers
