// What a file can see of its own repository.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "index/index.hpp"

namespace pawl::index {

// The files its imports lead to: modules, where the names they pass on come from, and in Go and
// Java the files of its own package.
std::set<std::string> reached_from(const Graph& graph, std::string_view path);

}  // namespace pawl::index
