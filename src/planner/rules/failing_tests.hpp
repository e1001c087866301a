// Tests that fail on the base, and the files they are in.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "repo/checks/checks.hpp"
#include "repo/views/view.hpp"

namespace pawl::planner {

struct TestFailure {
  std::string id;       // as the runner names it, stable between runs
  std::string file;     // where it is, as the runner reports; may be empty, or shortened
  std::string message;  // what it printed
  std::string folder;   // of the manifest it was run for, "" for the root
  bool operator==(const TestFailure&) const = default;
};

// Of all stacks whose tests ran and failed. Tests that fail now and then, or for want of something
// this place does not have, are not among them.
std::vector<TestFailure> failures_of(const repo::CheckResults& checks);

// Places in the text of a failure that are files of the repository, each once, in order: what a
// stack trace, a compiler or an assertion names.
std::vector<std::string> files_named(const TestFailure& failure, const repo::RepoView& view);

// Files of the repository the failing test may be in, the likeliest first: the one the runner
// names, test files its output names, the class or module of its id, files that hold its name.
std::vector<std::string> files_of(const TestFailure& failure, const repo::RepoView& view);

// By the naming conventions of its language.
bool is_test_file(const std::string& path);
// Code of the repository's own that is no test, fixture or helper of tests.
bool is_product_file(const std::string& path);
// What a test is named after: `box` of test_box.py, box_test.go, box.test.js, BoxTest.java.
std::string subject_of(std::string_view path);

}  // namespace pawl::planner
