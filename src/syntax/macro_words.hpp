// C and C++ for a grammar that has not seen the macros.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pawl::syntax {

// The text without macros that stand where no name can: `FOO_API void f();`, `class EXPORT A {`,
// `int x GUARDED_BY(m);`, `FOO_BEGIN_NAMESPACE`. With them go a few forms that the grammars take
// for faults, such as `const A& a = {}` among parameters. Byte for byte as long; nullopt when
// nothing was found.
std::optional<std::string> without_macro_words(std::string_view text);

}  // namespace pawl::syntax
