#include "stages/working/failure_modes.hpp"

#include <doctest/doctest.h>

#include <set>

#include "guards/guard.hpp"

namespace pawl::stages::failure_modes_test {

TEST_CASE("each guard's refusals have a mode of their own, and only one") {
  for (const guards::Guard& guard : guards::all()) {
    CAPTURE(guard.id);
    const std::vector<std::string> modes =
        failure_modes_of(std::vector{std::string(guard.id) + "/rule"});
    CHECK(modes.size() == 1);
    CHECK(modes.front() != kUnknownFailure);
  }
  std::set<std::string_view> names;
  for (const std::string_view mode : failure_modes()) CHECK(names.insert(mode).second);
  for (const guards::Guard& guard : guards::all()) CHECK(names.contains(guard.failure_mode));
}

TEST_CASE("several rules give each mode once, in the order of the table") {
  using Names = std::vector<std::string>;
  struct Row {
    Names rules;
    Names modes;
  };
  const Row rows[] = {
      {{}, {"unknown"}},
      {{"no-guard/rule"}, {"unknown"}},
      {{"edit/no-effect"}, {"patcher_reject"}},
      {{"write-gate/outside-hints", "tests/regression", "tests/disappeared"},
       {"test_regression", "denylist"}},
      {{"secrets/token", "no-guard/rule"}, {"secret"}},
  };
  for (const Row& row : rows) CHECK(failure_modes_of(row.rules) == row.modes);
}

}  // namespace pawl::stages::failure_modes_test
