// Steps whose failure was heard, and that are written so now that nobody hears it.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "syntax/language.hpp"

namespace pawl::guards {

// The step of `line` (trimmed), when one of the lines it takes the place of had it with its
// failure: `f() || true` for `f`, `let _ = f();` for `f()?;`, `_ = err` for `if err != nil`.
std::optional<std::string_view> silenced_step(syntax::Language language,
                                              std::span<const std::string_view> was,
                                              std::string_view line);

}  // namespace pawl::guards
