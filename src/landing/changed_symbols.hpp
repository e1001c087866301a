// Which definitions of a file a change touches. Pure.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "git/change.hpp"

namespace pawl::landing {

// By qualified name: those whose own text (what stands in definitions inside of them left out)
// differs between before and after, or is on one side only. `(top)` where something changed outside
// of all of them; empty of a file without definitions, or in no language Pawl knows.
std::set<std::string> changed_symbols(const git::FileChange& file);

}  // namespace pawl::landing
