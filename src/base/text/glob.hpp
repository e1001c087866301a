// Path patterns as .gitignore and CI systems use them.
#pragma once

#include <string_view>

namespace pawl {

// Does a path match the whole pattern? `*` and `?` stay within a component, `**` crosses them
// (`a/**/b` also matches `a/b`), `[a-z]` and `[!a-z]` are classes, `{a,b}` alternatives, `\` takes
// the next character as it is. A pattern without a slash is matched against the last component.
bool glob_match(std::string_view pattern, std::string_view path);

}  // namespace pawl
