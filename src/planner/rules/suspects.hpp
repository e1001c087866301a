// From failing tests to the source files that probably hold the fault.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "index/index.hpp"
#include "planner/rules/failing_tests.hpp"

namespace pawl::planner {

inline constexpr std::size_t kSuspectsMax = 4;

struct Suspect {
  std::string path;
  std::vector<std::string> tests;  // ids of the failing tests that point at it
  bool operator==(const Suspect&) const = default;
};

// At most kSuspectsMax, the likeliest first: files a failure names, files that define what the
// test uses, files it imports, files named like it. Each test has one voice, shared among the files
// it points at. Places that are left go to what tests reach by their imports and by those of what
// they import, unless output names a file. Tests, fixtures and generated files are never suspects.
// Without a graph only names count.
std::vector<Suspect> suspects_of(std::span<const TestFailure> failures, const repo::RepoView& view,
                                 const index::Graph* graph);

}  // namespace pawl::planner
