#include "base/result.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>

namespace pawl::result_test {
namespace {

Result<int> positive(int value) {
  if (value <= 0) return fail(Errc::invalid, "not positive: " + std::to_string(value));
  return value;
}

Status check_positive(int value) {
  TRY(positive(value));
  return Done{};
}

Result<int> sum(int a, int b) {
  TRY_ASSIGN(const int left, positive(a).during("reading the left side"));
  int right = 0;
  TRY_ASSIGN(right, positive(b).during("reading the right side"));
  return left + right;
}

Result<std::unique_ptr<int>> boxed(int value) {
  TRY_ASSIGN(int number, positive(value));
  return std::make_unique<int>(number);
}

Result<int> unboxed(int value) {
  TRY_ASSIGN(const std::unique_ptr<int> box, boxed(value));
  return *box;
}

TEST_CASE("TRY goes on after a success and returns a failure") {
  CHECK(check_positive(1).ok());
  REQUIRE(!check_positive(0));
  CHECK(check_positive(0).error().message == "not positive: 0");
}

TEST_CASE("TRY_ASSIGN declares and assigns") {
  CHECK(sum(1, 2).value() == 3);
  CHECK(sum(1, 0).error().trail == std::vector<std::string>{"reading the right side"});
}

TEST_CASE("TRY_ASSIGN moves what cannot be copied") {
  CHECK(*unboxed(4) == 4);
  CHECK(!unboxed(-4));
}

TEST_CASE("an error prints its trail from the outside in") {
  const auto result = sum(-1, 2).during("adding up").during("run 42");
  REQUIRE(!result);
  CHECK(result.error().to_line() == "run 42 › adding up › reading the left side: not positive: -1");
  CHECK(fail(Errc::io, "disk full").to_line() == "disk full");
}

TEST_CASE("a success passes during() unchanged, and value_or() needs no error") {
  CHECK(*positive(1).during("anything") == 1);
  CHECK(positive(0).value_or(7) == 7);
  CHECK(positive(3).value_or(7) == 3);
}

TEST_CASE("every code has a name") {
  for (const Errc code : {Errc::invalid, Errc::not_found, Errc::conflict, Errc::denied,
                          Errc::timeout, Errc::cancelled, Errc::io, Errc::upstream}) {
    CHECK(to_string(code) != "unknown");
  }
}

}  // namespace
}  // namespace pawl::result_test
