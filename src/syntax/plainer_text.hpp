// What a language allows and its grammar does not, written so that the grammar takes it. For the
// files of this module only.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "syntax/language.hpp"

namespace pawl::syntax {

// As long as the text, byte for byte in the same place; nothing when there is nothing to change.
// Rust's `unsafe extern` and `safe fn`, Bash's `${a[@]:$i:$n}`, TypeScript's `import("a").B<C>` and
// `f<typeof import("a")>()`, attributes of JSX that are called `class` or `for`, remarks between a
// decorator of Python and its function, what C leaves out by `#if 0`, and declarations among the
// arguments of its macros.
std::optional<std::string> plainer_text(Language language, std::string_view text);

}  // namespace pawl::syntax
