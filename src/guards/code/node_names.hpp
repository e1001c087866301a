// Names of modules as Node and npm see them.
#pragma once

#include <string>
#include <string_view>

namespace pawl::guards {

// `@s/x/y` → `@s/x`, `x/y` → `x`
std::string package_of(std::string_view specifier);
bool is_package_name(std::string_view name);
// Part of Node itself: `fs`, `fs/promises`, `node:sqlite`.
bool is_node_builtin(std::string_view specifier);
// Does an import of it lead to a package of the registry? Not for relative and absolute files,
// Node's own modules, aliases (`@/x`, `~/x`, `#x`), virtual modules and URLs.
bool is_outside(std::string_view specifier);

}  // namespace pawl::guards
