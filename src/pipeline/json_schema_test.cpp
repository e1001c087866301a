#include "pipeline/json_schema.hpp"

#include <doctest/doctest.h>

#include <array>

#include "schema/json_schema.hpp"
#include "syntax/data/data.hpp"

namespace pawl::pipeline::json_schema_test {
namespace {

constexpr std::array kKinds = {
    StageKind{.type = "verify",
              .options = R"({"type":"object","additionalProperties":false,
                             "properties":{"cmds":{"type":"array","items":{"type":"string"}}}})",
              .summary = "commands"},
    StageKind{.type = "plan", .options = R"({"type":"object","additionalProperties":false})"}};

bool fits(const std::string& yaml) {
  const auto schema = schema::JsonSchema::compile(pipeline_schema(kKinds));
  REQUIRE_MESSAGE(schema.ok(), (schema ? "" : schema.error().to_line()));
  const auto documents = syntax::parse_yaml(yaml);
  REQUIRE(documents.ok());
  const auto violations = schema->violations(documents->front());
  REQUIRE(violations.ok());
  return violations->empty();
}

}  // namespace

TEST_CASE("the schema takes what the reader takes") {
  const char* good[] = {
      "stages: [{type: plan}]\n",
      "$schema: x.json\nname: a\nsummary: b\ndefault_client: claude:opus\none_at_a_time: true\n"
      "prompt_dir: p\nprompts: "
      "{a: "
      "b, c: [d, {text: e}]}\ninputs: {a: string, b: {type: filepath, optional: true}, c: "
      "}\nstages: "
      "[{type: verify, name: v, client: codex:x, prompt: [a], in: {A: a}, out: {o: o.md}, options: "
      "{cmds: [make]}, max_attempts: 2}]\n",
      "stages: [{name: g, parallel: [{include: gh}, {name: s, sequence: [{type: plan}]}], "
      "max_concurrent: 2, cancel_on_bail: true, bail_policy: all, merge: union}]\n",
      "stages: [{name: l, loop: [{type: plan}], until: plan, max_iterations: 2}, {name: m, type: "
      "loop, "
      "body: [{type: plan}], max-iterations: 2}]\n",
  };
  for (const char* yaml : good) {
    CAPTURE(yaml);
    CHECK(fits(yaml));
    if (std::string_view(yaml).find("include") == std::string_view::npos &&
        std::string_view(yaml).find("prompts") == std::string_view::npos) {
      CHECK(parse("name: x\n" + std::string(yaml), kKinds).ok());
    }
  }
}

TEST_CASE("the schema refuses what the reader refuses") {
  const char* bad[] = {
      "name: x\n",
      "stage: []\nstages: [{type: plan}]\n",
      "stages: []\n",
      "stages: [{type: plane}]\n",
      "stages: [{type: plan, optoins: {}}]\n",
      "stages: [{type: plan, options: {a: 1}}]\n",
      "stages: [{type: verify, options: {cmds: make}}]\n",
      "stages: [{type: plan, client: claude}]\n",
      "stages: [{type: plan, max_attempts: 0}]\n",
      "stages: [{type: plan, name: a/b}]\n",
      "stages: [{name: g, parallel: []}]\n",
      "stages: [{name: g, parallel: [{type: plan}], bail_policy: some}]\n",
      "stages: [{name: l, loop: [{type: plan}]}]\n",
      "inputs: {a: {type: number}}\nstages: [{type: plan}]\n",
  };
  for (const char* yaml : bad) {
    CAPTURE(yaml);
    CHECK_FALSE(fits(yaml));
    CHECK_FALSE(parse("name: x\n" + std::string(yaml), kKinds).ok());
  }
}

}  // namespace pawl::pipeline::json_schema_test
