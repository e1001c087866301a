// Classes of which it can be said what members they have.
#pragma once

#include <string_view>

#include "guards/code/code_change.hpp"

namespace pawl::guards {

// The class and all it is built on stand in this repository, get no members at run time, and
// mention the name nowhere but where it is called on the object itself.
bool lacks(const index::Graph& graph, const CodeFile& code, std::string_view owner,
           std::string_view name);

}  // namespace pawl::guards
