#include "pipeline/dry_walk.hpp"

#include <doctest/doctest.h>

#include <array>

#include "base/text/text.hpp"

namespace pawl::pipeline::dry_walk_test {
namespace {

constexpr std::array kKinds = {
    StageKind{"work", R"({"type":"object","additionalProperties":false})"}};

std::string walked(const std::string& stages, const std::map<std::string, Outcome>& outcomes) {
  const auto definition = parse("name: x\nstages:\n" + stages, kKinds);
  REQUIRE(definition.ok());
  const auto walk = dry_walk(*definition, outcomes);
  REQUIRE(walk.ok());
  std::vector<std::string> paths;
  for (const DryStep& step : walk->steps) paths.push_back((step.beside ? "|" : "") + step.path);
  return join(paths, " ") + " = " + std::string(to_string(walk->end.kind));
}

constexpr const char* kStages =
    "  - {type: work, name: a}\n"
    "  - name: g\n    parallel:\n      - {type: work, name: b}\n"
    "      - {name: c, sequence: [{type: work, name: d}, {type: work, name: e}]}\n"
    "  - name: l\n    until: f\n    loop: [{type: work, name: f}, {type: work, name: h}]\n";

}  // namespace

TEST_CASE("a dry walk comes to what a run would come to") {
  CHECK(walked(kStages, {}) == "a g-fanout |g/b |g/c/d |g/c/e g-fanin l@1/f = done");
  CHECK(walked(kStages, {{"g/c/d", Outcome::bail("other", 1, "no")}}) ==
        "a g-fanout |g/b |g/c/d g-fanin = bail");
  CHECK(walked(kStages, {{"l@1/f", Outcome::bail("other", 1, "no")}}) ==
        "a g-fanout |g/b |g/c/d |g/c/e g-fanin l@1/f l@1/h l@2/f = done");
  CHECK(walked(kStages, {{"a", Outcome::wait("for a person")}}) == "a = wait");
}

TEST_CASE("an outcome of a stage that is not there names the nearest") {
  const auto definition = parse(std::string("name: x\nstages:\n") + kStages, kKinds);
  REQUIRE(definition.ok());
  const auto walk = dry_walk(*definition, {{"g/c/dd", Outcome{}}});
  REQUIRE_FALSE(walk.ok());
  CHECK(walk.error().code == Errc::not_found);
  CHECK(contains(walk.error().message, "did you mean \"g/c/d\"?"));
}

}  // namespace pawl::pipeline::dry_walk_test
