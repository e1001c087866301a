// What the kernel notes of every file and folder of a tree, in one digest: names, kinds, modes,
// owners, sizes, inodes, and when each was written and changed. Nothing is read for it. Nobody but
// root of the machine sets when a file was changed last: where the digest is the same, the tree is.
#pragma once

#include <string>

#include "base/result.hpp"
#include "os/cancel.hpp"

namespace pawl::os {

Result<std::string> tree_facts(const std::string& folder, const Cancel* cancel = nullptr);

}  // namespace pawl::os
