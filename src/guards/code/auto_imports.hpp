// Tools that bring names into modules of scripts which import nothing: Nuxt, Nitro, WXT, and what
// is called auto-import.
#pragma once

#include <string_view>

#include "index/tree.hpp"

namespace pawl::guards {

// Whether such a tool is set up in the file's folder or in one around it.
bool has_auto_imports(const index::Tree& tree, std::string_view path);

}  // namespace pawl::guards
