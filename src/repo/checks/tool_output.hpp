// What build tools and test runners print, read into data. Pure functions of their text; paths
// stay as the tool wrote them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "repo/checks/checks.hpp"

namespace pawl::repo {

// What a run may name before it is no report any more: code of the target prints it, and what is
// compared with another run is compared name by name.
inline constexpr std::size_t kFailingMax = 2'000;
inline constexpr std::size_t kTestsMax = 300'000;
inline constexpr std::size_t kDiagnosticsMax = 1'000;

struct TestReport {
  // In the order of the tool, each id once; at most kFailingMax of them and one more.
  std::vector<FailingTest> failing;
  std::map<std::string, std::size_t, std::less<>> places;  // of those in `failing`, by id
  std::vector<Diagnostic> diagnostics;
  std::vector<TestName> passing;  // those the tool names
  std::vector<TestName> skipped;
  std::optional<int> passed;
  // Nothing was tested: no tests, or none collected.
  bool empty() const { return failing.empty() && passed.value_or(0) == 0; }
};

// `path:line[:column]: [error: ]message` as gcc, clang, go and many others write it. Warnings and
// notes are left out.
std::vector<Diagnostic> parse_colon_errors(std::string_view text, std::string_view tool);
// CMake's own `CMake Error at path:line (command):` blocks; the command is the code.
std::vector<Diagnostic> parse_cmake_errors(std::string_view text);
// cargo --message-format=json.
std::vector<Diagnostic> parse_cargo_messages(std::string_view text);
// rustc's own rendering: `error[E0425]: …` and the ` --> path:line:column` below it.
std::vector<Diagnostic> parse_rustc_errors(std::string_view text);
// tsc --pretty false.
std::vector<Diagnostic> parse_tsc_errors(std::string_view text);

// go test -json, of any age; other lines are passed over.
TestReport parse_go_test(std::string_view text);
// cargo test without --quiet, standard output and error in one stream.
TestReport parse_cargo_test(std::string_view text);
// JUnit XML as pytest, CTest, PHPUnit, bats and helm-unittest write it.
TestReport parse_junit(std::string_view text);
// That of Surefire and Gradle, the reports of all test classes below one element. The file of a
// test is the path that its class has below a folder of sources, without ending.
TestReport parse_jvm_reports(std::string_view text);
// rspec --format json.
TestReport parse_rspec(std::string_view text);
// minitest, with -v for the names of those that pass.
TestReport parse_minitest(std::string_view text);
// Automake's test driver.
TestReport parse_automake(std::string_view text);
// python -m unittest -v.
TestReport parse_unittest(std::string_view text);
// Whatever `npm test` prints: TAP, node:test's spec reporter, mocha, jest, vitest, AVA.
TestReport parse_node_tests(std::string_view text);
TestReport parse_tap(std::string_view text);
TestReport parse_ava(std::string_view text);

// The test of that id among the failing ones, added when it is new; nothing for a test without a
// name, and for one too many.
FailingTest* add_once(TestReport& report, FailingTest test);
// Whether a test of the group `id` fails.
bool fails_below(const TestReport& report, const std::string& id);

// Test names without what changes from run to run: durations in brackets at the end, addresses,
// thread and process ids, temporary paths. Long ones are bounded.
std::string stable_name(std::string_view text);
// A name over 1,024 bytes as its beginning and a hash of the whole.
std::string bounded_name(std::string name);
// Adds to a list unless it is in it already, or the list has one more than kDiagnosticsMax.
void add_once(std::vector<Diagnostic>& list, Diagnostic one);
// The colour codes of terminals taken out.
std::string without_colours(std::string_view text);

// Why a text says that the place of the check is at fault and not the code: no network, no such
// package here, a tool too old. Nothing when it does not say so.
std::optional<std::string> trouble_of_the_place(std::string_view text);

}  // namespace pawl::repo
