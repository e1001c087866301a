// The words of a piece of code that stand for something: no comments, no strings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "syntax/language.hpp"

namespace pawl::guards {

// The names, in order of their place. Of strings only what they put in (`f"{name}"`, `"$name"`);
// keys (`name: value`) are none. Names of numbers and keywords are told by the caller.
std::vector<std::string_view> code_words(syntax::Language language, std::string_view code);

}  // namespace pawl::guards
