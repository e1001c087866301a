// The lines that a patch shows.
#pragma once

#include <cstdint>
#include <set>
#include <string_view>

namespace pawl::forge {

// The numbers of the head's lines that the hunks of one file's unified diff show, changed or not,
// from 1. A patch cut off gives those it has.
std::set<std::int64_t> lines_of_patch(std::string_view patch);

}  // namespace pawl::forge
