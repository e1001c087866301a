// The tests a change adds: what its files say, held against what the project's own runner did.
#pragma once

#include <string>
#include <vector>

#include "git/change.hpp"
#include "guards/evidence.hpp"

namespace pawl::guards {

struct AddedTest {
  std::string name;  // as its file spells it, else as the runner does
  int line = 0;      // its lines in the file; 0 when nobody can say
  int last_line = 0;
  std::vector<std::string> ids;  // of the runner: several when it has parameters or parts
};

// One changed file of tests.
struct AddedTestFile {
  std::string path;
  std::string stack;               // whose runner runs it, and where
  std::string folder;              // likewise
  std::string trouble;             // why nobody can say what it does; the rest is empty then
  std::vector<AddedTest> tests;    // run, pass, and were not there before
  std::vector<AddedTest> not_run;  // the file has them, the runner does not know them or skips them
  std::vector<AddedTest> hollow;   // of either: they assert nothing
  // The runner does not name what is in the file: it counts as one test, which notices something
  // when the run fails that does not fail without the change. Of several such files, the first.
  bool whole = false;

  bool adds() const { return whole || !tests.empty() || !not_run.empty(); }
};

struct AddedTests {
  std::vector<AddedTestFile> files;
  bool fails = false;  // on the code as it is: there is nothing further to find out
};

// `evidence` has the results of the tests.
AddedTests added_tests(const git::Change& change, const Evidence& evidence);

}  // namespace pawl::guards
