// What a text of C or C++ declares, by its words alone: macros keep a parser from seeing all of it.
#pragma once

#include <string_view>

namespace pawl::guards {

// Whether the text may declare or define the name for others: as a macro, a type, a value of an
// enum, a variable or a function outside of all bodies, or through a macro that is given it.
bool may_declare(std::string_view text, std::string_view name);

// The line stands below a condition of the preprocessor that is no include guard.
bool is_conditional_line(std::string_view text, int line);

}  // namespace pawl::guards
