#include "pipeline/definition.hpp"

#include <doctest/doctest.h>

#include "base/assets.hpp"
#include "base/text.hpp"

namespace pawl::pipeline {

const std::vector<std::string> kTypes{"preflight", "analyze", "plan", "work", "open-pr"};

TEST_CASE("the improve pipeline reads") {
  const auto definition = parse(asset("pipelines/improve.yaml").value(), kTypes);
  REQUIRE(definition.ok());
  CHECK(definition->name == "improve");
  REQUIRE(definition->stages.size() == 5);
  CHECK(definition->stages[0].type == "preflight");
  CHECK(definition->stages[4].name == "open-pr");
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
      {"not YAML", "name: [x\n", "YAML"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const auto definition = parse(row.yaml, kTypes);
    REQUIRE_FALSE(definition.ok());
    CAPTURE(definition.error().message);
    CHECK(contains(definition.error().to_line(), row.says));
  }
}

}  // namespace pawl::pipeline
