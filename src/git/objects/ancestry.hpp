// Whether a commit is among the ancestors of another, for histories that are short.
#pragma once

#include <optional>
#include <string>

#include "git/objects/object_reader.hpp"

namespace pawl::git {

// Breadth first, from `from` to its parents; both are full ids of commits, and a commit counts as
// its own ancestor. Nothing where neither `wanted` nor the end of the history is among the first 32
// commits, or one cannot be read: git is to be asked then. Of a shallow history the answer is not
// git's.
std::optional<bool> leads_to(ObjectReader& objects, const std::string& from,
                             const std::string& wanted);

}  // namespace pawl::git
