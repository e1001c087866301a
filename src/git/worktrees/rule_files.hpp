// The files of a tree that git reads as rules when it only lists what is there.
#pragma once

#include "base/result.hpp"
#include "os/files/root.hpp"

namespace pawl::git {

// Removes each `.gitignore` and `.gitattributes` that is a pipe or a socket: git would wait for its
// writer, and it holds nothing. Of a folder that code of a target has changed, once nothing of that
// code runs any more.
Status remove_piped_rules(const os::Root& root);

}  // namespace pawl::git
