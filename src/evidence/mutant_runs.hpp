// New tests tried on wrong versions of the code they use, in the sandbox, on scratch copies.
#pragma once

#include <vector>

#include "evidence/paired_checks.hpp"
#include "guards/tests/added_tests.hpp"
#include "index/index.hpp"
#include "os/clock.hpp"

namespace pawl::evidence {

struct MutantSetup {
  const repo::RepoView& base;
  const git::Change& change;  // that adds the tests
  const index::Graph& graph;  // of the head
  const PairSetup& pair;      // `export_to` fills a folder with the base
  os::Clock& clock;
  std::size_t mutants_max = 12;  // to try first; as many again for tests that noticed none
  Seconds time_max{600};         // of all of them
};

// One trial a file that adds tests. A file whose tests do not pass when they are run again, or
// cannot be run, has its reason instead.
std::vector<guards::MutantTrial> try_mutants(const guards::AddedTests& added,
                                             const MutantSetup& setup);

}  // namespace pawl::evidence
