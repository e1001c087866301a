// What a run has solved: the tests a change mended, and the definitions that may therefore not
// change any more. The journal is the truth of it.
#pragma once

#include <string>
#include <vector>

#include "git/objects/object_reader.hpp"
#include "guards/evidence.hpp"
#include "guards/guard.hpp"
#include "run/run_state.hpp"

namespace pawl::stages {

// Tests that failed on the base and pass on the head. A test that is gone was not mended: where the
// number of passing tests does not bear it out, nothing was.
std::vector<std::string> mended_tests(const guards::Evidence* evidence);

// Definitions that a file has after the change, and had not or had otherwise before it.
std::vector<std::string> changed_definitions(const git::FileChange& file);

// The definitions that commits with mended tests changed.
Result<std::vector<guards::LockedSymbol>> locked_symbols(git::ObjectReader& objects,
                                                         const run::RunState& state);

}  // namespace pawl::stages
