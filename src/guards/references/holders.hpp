// Files of a tree that may name what a change takes away, because their text holds one of its
// names. Most trees have many and most texts hold none, so they are read many at a time.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "repo/views/view.hpp"

namespace pawl::guards {

// Gives each of the files whose text holds one of the words, in their order.
void each_holder(const repo::RepoView& tree, const std::vector<const repo::Entry*>& files,
                 const std::set<std::string>& words,
                 const std::function<void(const RepoPath& path, const std::string& text)>& take);

}  // namespace pawl::guards
