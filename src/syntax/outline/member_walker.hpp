// Reads members from a syntax tree. For the files of this module only; callers use members.hpp.
#pragma once

#include <vector>

#include "syntax/node.hpp"
#include "syntax/outline/members.hpp"

namespace pawl::syntax {

std::vector<Member> members_in(const Source& source, TSNode root);

}  // namespace pawl::syntax
