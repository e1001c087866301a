// What keeps git from listing all that is in a tree.
#pragma once

#include "base/result.hpp"
#include "os/files/root.hpp"

namespace pawl::git {

// Opens up folders that are closed to their owner, of which git would say nothing, and removes each
// `.gitignore` and `.gitattributes` that is a pipe or a socket: git would wait for its writer, and
// it holds nothing. Of a folder that code of a target has changed, once nothing of that code runs
// any more.
Status make_listable(const os::Root& root);

}  // namespace pawl::git
