// Which code is made wrong to try new tests, and how.
#pragma once

#include <string>
#include <vector>

#include "guards/tests/added_tests.hpp"
#include "index/index.hpp"
#include "repo/views/view.hpp"
#include "syntax/mutants/mutants.hpp"

namespace pawl::evidence {

struct MutantCandidate {
  std::string path;
  syntax::Language language = syntax::Language::python;
  syntax::Mutant mutant;
  std::vector<std::string> used_by;  // names of the tests that use the definition it is in
};

// Of the definitions that the new tests of a file use, by its imports and calls, else by their
// names; then of what these use in their own files. In the order to try them: spread over the
// definitions, and over kinds of mutants in each. The same every time. `head` is the tree with the
// tests in it, `graph` its index.
std::vector<MutantCandidate> mutant_candidates(const guards::AddedTestFile& file,
                                               const repo::RepoView& head,
                                               const index::Graph& graph);

}  // namespace pawl::evidence
