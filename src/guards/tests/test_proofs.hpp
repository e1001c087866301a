// What mutants say about the tests a change adds.
#pragma once

#include <string>
#include <vector>

#include "guards/evidence.hpp"
#include "guards/tests/added_tests.hpp"

namespace pawl::guards {

// Of one new test, or of a file that counts as one.
struct TestProof {
  std::string test;  // its name; empty for a file that counts as one
  std::string file;
  int line = 0;
  int noticed = 0;
  int tried = 0;                   // those that had a say and use what the test uses
  std::vector<std::string> paths;  // of the code that was made wrong
  std::vector<TriedMutant> survivors;
  bool used = false;    // there was something of the test's to be made wrong
  std::string trouble;  // of its file's trial

  // `killed 7 of 9 mutants in src/box.py`
  std::string summary() const;
};

// What all new tests of each file noticed together, without names.
std::vector<TestProof> file_proofs_of(const AddedTests& added,
                                      const std::vector<MutantTrial>& trials);

// Of each new test by itself.
std::vector<TestProof> proofs_of(const AddedTests& added, const std::vector<MutantTrial>& trials);

}  // namespace pawl::guards
