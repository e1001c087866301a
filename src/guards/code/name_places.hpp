// Where a name is written, in one text and in the others of a tree.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "repo/views/view.hpp"

namespace pawl::guards {

// Where the text has the name as a whole word.
std::vector<std::size_t> places_of(std::string_view text, std::string_view name);

// Another file of the tree has the name, where `counts` says so; true, too, when the tree
// cannot be looked through.
bool is_said_elsewhere(const repo::RepoView* tree, std::string_view path, const std::string& name,
                       const std::function<bool(std::string_view text, std::size_t at)>& counts);

}  // namespace pawl::guards
