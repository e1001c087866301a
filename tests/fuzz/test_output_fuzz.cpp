// What a test runner of a target printed; the first byte says which one is meant. No more is named
// than the limits allow, and each id once.
#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "base/check.hpp"
#include "repo/checks/tool_output.hpp"

namespace {

using namespace pawl::repo;  // NOLINT: the parsers

constexpr std::array kParsers = {parse_go_test,  parse_cargo_test, parse_junit,
                                 parse_unittest, parse_node_tests, parse_tap};

void check_report(const TestReport& report) {
  PAWL_CHECK(report.failing.size() <= kFailingMax + 1, "more failing tests than the limit");
  PAWL_CHECK(report.passing.size() <= kTestsMax + 1, "more tests than the limit");
  PAWL_CHECK(report.diagnostics.size() <= kDiagnosticsMax + 1, "more diagnostics than the limit");
  std::set<std::string_view> ids;
  for (const auto& test : report.failing) {
    PAWL_CHECK(ids.insert(test.id).second, "a failing test stands twice");
    PAWL_CHECK(!test.id.empty(), "a failing test without an id");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  check_report(kParsers.at(data[0] % kParsers.size())(text));
  for (const auto& one : parse_colon_errors(text, "cc")) {
    PAWL_CHECK(one.line >= 0, "a line below zero");
  }
  parse_cmake_errors(text);
  parse_cargo_messages(text);
  parse_rustc_errors(text);
  parse_tsc_errors(text);
  trouble_of_the_place(without_colours(text));
  return 0;
}
