// Whether the repository in a folder is still the one that it was.
#pragma once

#include <string>

namespace pawl::git {

// Tells the repository in a folder from every other that is, or was, there, and from itself with
// another configuration, other alternates or other packs: what a git reads once, when it starts, or
// keeps open, so that it would find what a `git gc` has removed. Empty where the folder itself does
// not say, as below the root of a work tree.
std::string identity_of(const std::string& folder);

}  // namespace pawl::git
