// What became of tests between two states of a repository, test by test.
#pragma once

#include <compare>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "repo/checks/checks.hpp"

namespace pawl::proof {

struct TestIdentity {
  std::string stack;
  std::string folder;
  std::string test;
  auto operator<=>(const TestIdentity&) const = default;
};

// Sorted. A test that could not be judged on one of the sides is in none of them.
struct TestChanges {
  std::vector<TestIdentity> fixed;   // failed before, pass now
  std::vector<TestIdentity> broken;  // fail now, and did not before
  std::vector<TestIdentity> fresh;   // were not there before
  std::vector<TestIdentity> gone;    // are not there any more
  bool all_named = true;             // every run named each of its tests
};
TestChanges test_changes(const repo::CheckResults& before, const repo::CheckResults& after);
Json to_json(const TestChanges& changes);

}  // namespace pawl::proof
