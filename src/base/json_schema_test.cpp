#include "base/json_schema.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>

namespace pawl {
namespace {

std::vector<SchemaViolation> violations(std::string_view schema, std::string_view value) {
  const auto compiled = JsonSchema::compile(*Json::parse(schema));
  REQUIRE(compiled);
  return compiled->violations(*Json::parse(value));
}

struct Case {
  std::string_view schema;
  std::string_view good;
  std::string_view bad;
};

TEST_CASE("values are told apart by the words of draft 7") {
  const auto cases = std::to_array<Case>({
      {R"({"type": "string"})", R"("a")", "1"},
      {R"({"type": "integer"})", "1", "1.5"},
      {R"({"type": "integer"})", "1.0", R"("1")"},
      {R"({"type": ["string", "null"]})", "null", "true"},
      {R"({"enum": ["a", 1]})", "1", R"("b")"},
      {R"({"const": {"a": 1}})", R"({"a": 1})", R"({"a": 2})"},
      {R"({"minLength": 2, "maxLength": 3})", R"("ab")", R"("a")"},
      {R"({"pattern": "^T[0-9]{3}$"})", R"("T001")", R"("T1")"},
      {R"({"minimum": 1, "exclusiveMaximum": 3})", "2.5", "3"},
      {R"({"multipleOf": 5})", "10", "11"},
      {R"({"required": ["a"]})", R"({"a": null})", "{}"},
      {R"({"properties": {"a": true}, "additionalProperties": false})", R"({"a": 1})",
       R"({"b": 1})"},
      {R"({"propertyNames": {"maxLength": 1}})", R"({"a": 1})", R"({"ab": 1})"},
      {R"({"dependencies": {"a": ["b"]}})", R"({"a": 1, "b": 2})", R"({"a": 1})"},
      {R"({"items": {"type": "integer"}, "minItems": 1})", "[1]", R"(["a"])"},
      {R"({"items": [{"type": "integer"}], "additionalItems": false})", "[1]", "[1, 2]"},
      {R"({"uniqueItems": true})", "[1, 2]", "[1, 1]"},
      {R"({"contains": {"const": 1}})", "[0, 1]", "[0]"},
      {R"({"anyOf": [{"type": "null"}, {"type": "integer"}]})", "1", R"("a")"},
      {R"({"oneOf": [{"minimum": 5}, {"maximum": 3}]})", "6", "4"},
      {R"({"not": {"type": "null"}})", "1", "null"},
      {R"({"if": {"const": 1}, "then": false, "else": true})", "2", "1"},
      {R"({"$ref": "#/definitions/a", "definitions": {"a": {"type": "integer"}}})", "1", "null"},
      {R"({"properties": {"a": {"$ref": "#"}}, "type": "object"})", R"({"a": {"a": {}}})",
       R"({"a": {"a": 1}})"},
  });
  for (const Case& each : cases) {
    CAPTURE(each.schema);
    CHECK(violations(each.schema, each.good).empty());
    CHECK(!violations(each.schema, each.bad).empty());
  }
}

TEST_CASE("violations name their place, outermost first, and only where the fault is") {
  const auto found = violations(R"({
    "type": "object", "required": ["version"],
    "properties": {"tasks": {"type": "array", "items": {
      "type": "object", "required": ["id"], "additionalProperties": false,
      "properties": {"id": {"type": "string", "pattern": "^T[0-9]+$"}}}}}})",
                                R"({"tasks": [{"id": 1}, {"id": "q"}, {"id": "T1", "x": 2}]})");
  REQUIRE(found.size() == 4);
  CHECK(found[0].where == "<root>");
  CHECK(found[0].message.find("version") != std::string::npos);
  CHECK(found[1].where == "tasks[2]");
  CHECK(found[1].message.find("'x'") != std::string::npos);
  CHECK(found[2].where == "tasks[0].id");
  CHECK(found[3].where == "tasks[1].id");
}

TEST_CASE("at most fifty violations are told") {
  std::string items = "[0";
  for (int i = 0; i < 200; ++i) items += ", 0";
  CHECK(violations(R"({"items": {"type": "string"}})", items + "]").size() == 50);
}

TEST_CASE("a broken schema is an error, never an abort") {
  for (const std::string_view schema :
       {"[]", "1", R"({"type": "nope"})", R"({"type": 3})", R"({"required": "a"})",
        R"({"$ref": "http://elsewhere.invalid/schema"})", R"({"$ref": "#/definitions/none"})",
        R"({"$ref": "#"})", R"({"allOf": [{"$ref": "#"}]})",
        R"({"$ref": "#/definitions/a",
            "definitions": {"a": {"$ref": "#/definitions/b"}, "b": {"$ref": "#/definitions/a"}}})"}) {
    CAPTURE(schema);
    const auto compiled = JsonSchema::compile(*Json::parse(schema));
    REQUIRE(!compiled);
    CHECK(compiled.error().code == Errc::invalid);
    CHECK(compiled.error().message.starts_with("broken JSON Schema: "));
  }
}

TEST_CASE("a pattern that cannot run is a violation") {
  const auto found = violations(R"({"pattern": "("})", R"("a")");
  REQUIRE(found.size() == 1);
  CHECK(found[0].message.starts_with("the schema cannot be applied: "));
}

TEST_CASE("formats are not asserted") {
  CHECK(violations(R"({"format": "email"})", R"("no mail")").empty());
}

}  // namespace
}  // namespace pawl
