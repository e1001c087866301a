// What the language has and our grammar does not.
#pragma once

#include <string_view>

#include "syntax/language.hpp"

namespace pawl::syntax {

// Whether the line holds something the grammar is known not to read, so that a fault it reports
// there says nothing about the file.
bool beyond_grammar(Language language, std::string_view line);

}  // namespace pawl::syntax
