// The tests that fail, as they are written: only they say what the code has to do.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "planner/rules/failing_tests.hpp"
#include "repo/views/view.hpp"

namespace pawl::planner {

inline constexpr std::size_t kTestSourcesMax = 4;
inline constexpr int kTestSourceLinesMax = 60;

struct TestSource {
  std::string test;  // id
  std::string path;
  int first = 0;  // line of its file, from 1
  std::string text;
  // What it asserts where it fails, blanks folded, and on which line; empty and 0 when neither the
  // runner's output nor the test shows which assertion that is.
  std::string assertion;
  int line = 0;
};

// Of each failing test its definition, found by its name, or what stands around the line that its
// output names. Tests nobody can find are left out, and so are those behind the first few.
std::vector<TestSource> test_sources(std::span<const TestFailure> failures,
                                     const repo::RepoView& view);

}  // namespace pawl::planner
