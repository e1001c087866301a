// Where a test stands and what its run said, as guards show it.
#pragma once

#include <string>
#include <string_view>

#include "guards/guard.hpp"
#include "repo/checks/checks.hpp"

namespace pawl::guards {

inline constexpr std::size_t kTestMessageBytesMax = 1200;

// The part of an id that is the test's own name: `test_a[1]` of `t/test_x.py::TestA::test_a[1]`.
std::string_view own_name(std::string_view id);
// The id without the parameters at its end: `…::test_a` of `…::test_a[1]`.
std::string_view stem_of(std::string_view id);
// The file of a test, or what its id begins with: tests of one group have it in common.
std::string group_of(const repo::TestName& test);
// The line a test begins at, as far as its bare name tells; 0 when it does not.
int line_of_test(const Context& context, const std::string& file, std::string_view id);

// The end of what a run said.
std::string last_lines(std::string_view output);
// Each line on one of its own, indented, printable.
std::string indented(std::string_view text);

}  // namespace pawl::guards
