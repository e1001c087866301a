// A test that a commit added, and what it was found to notice.
#pragma once

#include <string>
#include <vector>

#include "base/json.hpp"

namespace pawl::run {

// A test that a commit added, and how many wrong versions of the code it was tried on.
struct ProvenTest {
  std::string test;  // its name; empty for a file that counts as one
  std::string file;
  int noticed = 0;
  int tried = 0;
  std::string told;  // `killed 7 of 9 mutants in src/box.py`
  bool operator==(const ProvenTest&) const = default;
};
Json to_json(const std::vector<ProvenTest>& tests);
// Missing fields keep their defaults.
std::vector<ProvenTest> proven_tests(const Json& list);

}  // namespace pawl::run
