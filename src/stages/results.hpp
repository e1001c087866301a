// What builds and tests reported of the trees of a run.
#pragma once

#include <string>

#include "evidence/paired_checks.hpp"
#include "stages/stage.hpp"

namespace pawl::stages {

// The tree of HEAD.
Result<std::string> head_tree(const Checkout& checkout);
// Results of this run, by tree.
evidence::CheckCache check_cache(const Scope& scope);
// What builds and tests reported of a commit, with the flaky tests known by now; nothing ran where
// nobody measured it.
Result<repo::CheckResults> results_at(const Scope& scope, const Checkout& checkout,
                                      const std::string& commit);
// The memory of flaky tests of the run's repository.
std::string flaky_file(const Scope& scope, const Checkout& checkout);

}  // namespace pawl::stages
