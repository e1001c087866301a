#include "guards/order_json.hpp"

#include <doctest/doctest.h>

namespace pawl::guards::order_json_test {

RepoPath path(const char* text) { return RepoPath::parse(text).value(); }

TEST_CASE("an order and a policy come back as they were") {
  Order order;
  order.hints = {path("a.py"), path("b.py")};
  order.named = {path("a.py")};
  order.targets = {"A.run"};
  order.sanctioned_deletions = {path("b.py")};
  order.locked = {{path("c.py"), "C.go", "T001-S01"}};
  order.to_mend = {"test_a"};
  order.reproduction = {
      .files = {{path("t.py"), "text"}}, .ids = {"test_t"}, .stack = "Python", .folder = "sub"};
  order.layout = true;
  order.compile_fix = true;
  const Json json = to_json(order);
  const auto back = order_from_json(json);
  REQUIRE(back);
  CHECK(to_json(*back).dump() == json.dump());
  CHECK(back->reproduction.files[0].text == "");
  CHECK(to_json(Order{}).dump() == "{}");
  CHECK_FALSE(order_from_json(*Json::parse(R"({"hints":["../x"]})")).ok());

  Policy policy;
  policy.enable = {"dead-code"};
  policy.skip = {"build"};
  policy.require = {"syntax"};
  policy.sanctions = {{.rule = "removed", .path = "docs/**", .why = "the plan"}};
  const auto same = policy_from_json(to_json(policy));
  REQUIRE(same);
  CHECK(to_json(*same).dump() == to_json(policy).dump());
  CHECK(to_json(Policy{}).dump() == "{}");
  CHECK_FALSE(policy_from_json(*Json::parse(R"({"skip":["nobody"]})")).ok());
}

}  // namespace pawl::guards::order_json_test
