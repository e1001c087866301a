// Removing a folder with all it holds.
#pragma once

#include <string>

#include "base/result.hpp"

namespace pawl::os {

// Follows no symlink, opens folders that deny access to their owner, and copes with any depth.
// A file or symlink is removed as such; absent is fine.
Status remove_tree(const std::string& path);

}  // namespace pawl::os
