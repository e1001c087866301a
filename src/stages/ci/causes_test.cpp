#include "stages/ci/causes.hpp"

#include <doctest/doctest.h>

namespace pawl::stages::causes_test {

TEST_CASE("why a check is red") {
  using forge::Conclusion;
  constexpr std::string_view kNetwork = "fatal: unable to access: Could not resolve host: x";
  constexpr std::string_view kTest = "FAILED tests/test_box.py::test_lid";
  struct Row {
    const char* name;
    CiFacts facts;
    CiCause want;
    bool person;
  };
  const Row rows[] = {
      {"a file of ours", {.log = kTest, .names_the_change = true}, CiCause::ours, false},
      {"nothing of ours", {.log = kTest}, CiCause::flaky, false},
      {"nothing of ours, twice", {.log = kTest, .ran_again = true}, CiCause::ours, false},
      {"known to be flaky", {.log = kTest, .known_flaky = true}, CiCause::flaky, false},
      {"no log", {}, CiCause::flaky, false},
      {"red before",
       {.log = kTest, .red_on_base = true, .names_the_change = true},
       CiCause::preexisting,
       true},
      {"the network", {.log = kNetwork}, CiCause::infrastructure, false},
      {"the network, twice", {.log = kNetwork, .ran_again = true}, CiCause::infrastructure, true},
      {"words of a network in a log about our file",
       {.log = kNetwork, .names_the_change = true},
       CiCause::ours,
       false},
      {"cancelled", {.conclusion = Conclusion::cancelled}, CiCause::infrastructure, false},
      {"timed out twice",
       {.conclusion = Conclusion::timed_out, .ran_again = true},
       CiCause::infrastructure,
       true},
      {"could not start",
       {.conclusion = Conclusion::startup_failure, .ran_again = true},
       CiCause::infrastructure,
       true},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const CiReason reason = cause_of(row.facts);
    CHECK(to_string(reason.cause) == to_string(row.want));
    CHECK_FALSE(reason.why.empty());
    CHECK(left_to_a_person(reason, row.facts.ran_again) == row.person);
  }
}

}  // namespace pawl::stages::causes_test
