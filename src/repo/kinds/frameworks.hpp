// Frameworks and package managers, recognised by what manifests declare and by lock files.
#pragma once

#include "repo/facts/facts.hpp"

namespace pawl::repo {

// Frameworks by facts.dependencies. Tests, examples and benchmarks prove none for the project, and
// its documents prove only what documents are made with.
void find_frameworks(Facts& facts);
void find_package_managers(const RepoView& view, Facts& facts);

}  // namespace pawl::repo
