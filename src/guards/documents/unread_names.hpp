// What documents tell their readers to set, to pass or to call, and nothing of the repository
// reads, takes or has.
#pragma once

#include <vector>

#include "guards/guard.hpp"

namespace pawl::guards {

// Of the documents that the change leaves behind; `files` are of the change.
std::vector<Finding> unread_names(const git::Change& change, const repo::RepoView& head,
                                  const std::vector<const git::FileChange*>& files);

}  // namespace pawl::guards
