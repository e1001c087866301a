// Functions that a language, or where it runs, brings along.
#pragma once

#include <string>
#include <string_view>

#include "index/tree.hpp"

namespace pawl::guards {

// A call of that name means something also where the code does not define it.
bool is_builtin_name(index::Family family, std::string_view name);

// What code may name without importing it: Python's builtins, the globals and types of scripts,
// java.lang; false for the other families.
bool is_given_name(index::Family family, const std::string& name);
// A builtin, with Python's exceptions and all globals of scripts.
bool is_brought_name(index::Family family, const std::string& name);
// Python brings some seventy of them along, and a name with two underscores is the language's own.
bool is_exception_name(std::string_view name);
// Of one language or another: no variable is called so.
bool is_reserved_word(std::string_view name);

}  // namespace pawl::guards
