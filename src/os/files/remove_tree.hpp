// Removing a folder with all it holds.
#pragma once

#include <memory>
#include <string>

#include "base/result.hpp"
#include "os/cancel.hpp"
#include "os/files/files.hpp"

namespace pawl::os {

// Follows no symlink, opens folders that deny access to their owner, and copes with any depth and
// with any number of names, also while somebody adds to the folder. A file or symlink is removed as
// such; absent is fine. Once a stop is requested it goes on for half a second and then leaves the
// rest: Errc::cancelled.
Status remove_tree(const std::string& path, const Cancel* cancel = nullptr);
// The same for a name in an opened folder. `shown` names it in messages.
Status remove_tree_at(int parent, const std::string& name, const std::string& shown,
                      const Cancel* cancel = nullptr);

// The real files, whose remove_tree ends so. A person who stops the program does not wait for the
// removal of what a target has left: the next run removes it.
std::unique_ptr<Files> real_files(const Cancel& cancel);

}  // namespace pawl::os
