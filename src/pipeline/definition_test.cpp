#include "pipeline/definition.hpp"

#include <doctest/doctest.h>

#include <array>

#include "base/text/text.hpp"

namespace pawl::pipeline::definition_test {

constexpr std::string_view kNoOptions = R"({"type":"object","additionalProperties":false})";
constexpr std::string_view kDepth =
    R"({"type":"object","properties":{"depth":{"type":"integer"}},"additionalProperties":false})";
constexpr std::array kKinds = {StageKind{"preflight", kNoOptions, Rerun::each_process},
                               StageKind{"analyze", kDepth}, StageKind{"plan", kNoOptions},
                               StageKind{"work", kNoOptions}, StageKind{"open-pr", kNoOptions}};

TEST_CASE("stages in their order are a pipeline") {
  const auto definition = parse(
      "name: short\nstages:\n  - {type: preflight}\n  - {type: analyze}\n  - {type: open-pr}\n",
      kKinds);
  REQUIRE(definition.ok());
  CHECK(definition->name == "short");
  CHECK(stage_paths(*definition) == std::vector<std::string>{"preflight", "analyze", "open-pr"});
  CHECK(definition->root.children[0].rerun == Rerun::each_process);
}

TEST_CASE("loops, sequences and parallel nodes lie within each other") {
  const auto definition = parse(R"(
name: deep
stages:
  - name: reviews
    max_concurrent: 2
    cancel_on_bail: true
    bail_policy: all
    parallel:
      - type: plan
      - name: deep
        sequence: [{type: analyze, options: {depth: 2}}]
  - name: repair
    until: plan
    max_iterations: 2
    loop: [{type: work}, {type: plan, max_attempts: 5}]
)",
                                kKinds);
  REQUIRE_MESSAGE(definition.ok(), (definition ? "" : definition.error().to_line()));
  CHECK(stage_paths(*definition) == std::vector<std::string>{"reviews/plan", "reviews/deep/analyze",
                                                             "repair@1/work", "repair@1/plan",
                                                             "repair@2/work", "repair@2/plan"});
  const Node& reviews = definition->root.children[0];
  CHECK(reviews.concurrent_max == 2);
  CHECK(reviews.cancel_on_bail);
  CHECK(reviews.bail_policy == BailPolicy::all);
  CHECK(reviews.children[1].children[0].options["depth"].int_or(0) == 2);
  CHECK(definition->root.children[1].children[1].attempts_max == 5);
}

TEST_CASE("a broken pipeline says what is wrong") {
  struct Row {
    const char* name;
    const char* yaml;
    const char* says;
  };
  const Row rows[] = {
      {"no mapping", "- a\n", "one YAML mapping"},
      {"no name", "stages: [{type: plan}]\n", "no name"},
      {"no stages", "name: x\n", "no stages"},
      {"unknown key", "name: x\nstage: []\n", "did you mean \"stages\"?"},
      {"unknown type", "name: x\nstages: [{type: plane}]\n", "did you mean \"plan\"?"},
      {"no type", "name: x\nstages: [{name: a}]\n", "names no type"},
      {"twice", "name: x\nstages: [{type: plan}, {type: plan}]\n", "two stages"},
      {"options", "name: x\nstages: [{type: plan, options: 3}]\n", "options"},
      {"options", "name: x\nstages: [{type: plan, options: {depth: 3}}]\n", "no options"},
      {"options", "name: x\nstages: [{type: analyze, options: {dept: 3}}]\n",
       "did you mean \"depth\"?"},
      {"options", "name: x\nstages: [{type: analyze, options: {depth: no}}]\n", "depth"},
      {"a name", "name: x\nstages: [{type: plan, name: a/b}]\n", "needs a name"},
      {"a name", "name: x\nstages: [{sequence: [{type: plan}]}]\n", "needs a name"},
      {"attempts", "name: x\nstages: [{type: plan, max_attempts: 0}]\n", "from 1 to 50"},
      {"until", "name: x\nstages: [{name: l, loop: [{type: plan}], until: plam}]\n",
       "did you mean \"plan\"?"},
      {"policy", "name: x\nstages: [{name: p, parallel: [{type: plan}], bail_policy: some}]\n",
       "any or all"},
      {"key", "name: x\nstages: [{name: p, parallel: [{type: plan}], until: plan}]\n",
       "unknown key \"until\""},
      {"empty", "name: x\nstages: [{name: p, parallel: []}]\n", "empty"},
      {"twice", "name: x\nstages: [{name: p, sequence: [{type: plan}, {type: plan}]}]\n",
       "two stages"},
      {"rounds",
       "name: x\nstages: [{name: a, until: b, max_iterations: 20, loop: [{name: b, until: plan, "
       "max_iterations: 20, loop: [{type: plan}]}]}]\n",
       "rounds together"},
      {"not YAML", "name: [x\n", "YAML"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const auto definition = parse(row.yaml, kKinds);
    REQUIRE_FALSE(definition.ok());
    CAPTURE(definition.error().message);
    CHECK(contains(definition.error().to_line(), row.says));
  }
}

TEST_CASE("a stage reads only what stages before it have left") {
  constexpr std::string_view kNone = R"({"type":"object","additionalProperties":false})";
  const StageKind kinds[] = {
      {.type = "plan", .options = kNone, .writes = "plan.json notes.json"},
      {.type = "work", .options = kNone, .reads = "plan.json"},
      {.type = "review", .options = kNone, .reads = "plan.json", .writes = "review.json"},
      {.type = "address", .options = kNone, .reads = "review.json"},
  };
  struct Row {
    const char* name;
    const char* stages;
    const char* says;  // empty: it is read
  };
  const Row rows[] = {
      {"in order", "[{type: plan}, {type: work}]", ""},
      {"nobody", "[{type: work}]",
       "the stage \"work\" (work) reads plan.json, which no stage before it writes; put one of "
       "type "
       "plan before it"},
      {"later", "[{type: work}, {type: plan}]", "reads plan.json"},
      {"beside", "[{name: p, parallel: [{type: plan}, {type: work}]}]", "reads plan.json"},
      {"after a parallel node",
       "[{type: plan}, {name: p, parallel: [{type: review}, {type: work}]}, {type: address}]", ""},
      {"within a loop",
       "[{type: plan}, {name: l, until: work, loop: [{type: review}, {type: address}, {type: "
       "work}]}]",
       ""},
      {"the wrong way in a loop",
       "[{type: plan}, {name: l, until: work, loop: [{type: address}, {type: review}, {type: "
       "work}]}]",
       "\"address\" (address) reads review.json"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const auto definition = parse("name: x\nstages: " + std::string(row.stages) + "\n", kinds);
    CHECK(definition.ok() == (row.says[0] == '\0'));
    if (!definition.ok()) CHECK(contains(definition.error().to_line(), row.says));
  }
}

}  // namespace pawl::pipeline::definition_test
