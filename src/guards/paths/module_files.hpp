// Files as Node's modules name them.
#pragma once

#include <string>

#include "repo/views/view.hpp"

namespace pawl::guards {

// With its ending, without it, or as a folder; `x.js` may be written in TypeScript.
bool has_module(const repo::RepoView& tree, const std::string& path);

}  // namespace pawl::guards
