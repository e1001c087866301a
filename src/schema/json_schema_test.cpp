#include "schema/json_schema.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>

namespace pawl::schema::json_schema_test {
namespace {

std::vector<Violation> violations(std::string_view schema, std::string_view value) {
  const auto compiled = JsonSchema::compile(*Json::parse(schema));
  REQUIRE(compiled);
  const auto found = compiled->violations(*Json::parse(value));
  REQUIRE(found);
  return *found;
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
        R"({"pattern": "("})", R"({"$ref": "#"})", R"({"allOf": [{"$ref": "#"}]})",
        R"({"$ref": "#/definitions/a",
            "definitions": {"a": {"$ref": "#/definitions/b"}, "b": {"$ref": "#/definitions/a"}}})"}) {
    CAPTURE(schema);
    const auto compiled = JsonSchema::compile(*Json::parse(schema));
    REQUIRE(!compiled);
    CHECK(compiled.error().code == Errc::invalid);
    CHECK(compiled.error().message.starts_with("broken JSON Schema: "));
  }
}

TEST_CASE("of a lenient schema, what is broken judges nothing") {
  const Options lenient{.lenient = true};
  for (const std::string_view schema :
       {R"({"pattern": "("})", R"({"$ref": "http://elsewhere.invalid/schema"})",
        R"({"type": "nope"})", R"({"required": "a"})", R"({"multipleOf": 0})",
        R"({"patternProperties": {"(": {}}, "additionalProperties": false})"}) {
    CAPTURE(schema);
    const auto compiled = JsonSchema::compile(*Json::parse(schema), lenient);
    REQUIRE(compiled);
    CHECK(compiled->violations(*Json::parse(R"({"b": 1})"))->empty());
    CHECK(compiled->violations(*Json::parse(R"("text")"))->empty());
  }
}

struct Wording {
  std::string_view schema;
  std::string_view value;
  std::string_view where;
  std::string_view message;
  std::string_view pointer;
};

TEST_CASE("a violation says what is wrong, where, and what was meant") {
  constexpr std::string_view kForms = R"({"properties": {"bin": {"anyOf": [
      {"type": "string"},
      {"type": "object", "additionalProperties": {"type": "string"}}]}}})";
  constexpr std::string_view kSteps = R"({"items": {"oneOf": [
      {"type": "object", "required": ["run"], "properties": {"run": {"type": "string"}}},
      {"type": "object", "required": ["uses"], "properties": {"uses": {"type": "string"}}}]}})";
  const auto cases = std::to_array<Wording>({
      {R"({"properties": {"a": {"type": "string"}}})", R"({"a": 1})", "a", "must be a string, is 1",
       "/a"},
      {R"({"items": {"type": ["boolean", "null"]}})", R"([{}])", "[0]",
       "must be true or false or null, is an object", "/0"},
      {R"({"enum": ["always", "never"]})", R"("alwas")", "<root>",
       R"(must be one of "always", "never", is "alwas"; did you mean 'always'?)", ""},
      {R"({"const": 2})", "3", "<root>", "must be 2, is 3", ""},
      {R"({"properties": {"semi": true}, "additionalProperties": false})", R"({"semii": 1})",
       "<root>", "unknown key 'semii'; did you mean 'semi'?", "/semii"},
      {R"({"minimum": 1})", "0", "<root>", "must be at least 1, is 0", ""},
      {R"({"minItems": 1})", "[]", "<root>", "must have at least 1 item, has 0", ""},
      {R"({"pattern": "^a"})", R"("b")", "<root>", R"(must match "^a", is "b")", ""},
      {R"({"not": {"required": ["a", "b"]}})", R"({"a": 1, "b": 2})", "<root>",
       "must not have 'a' and 'b' together", ""},
      {R"({"propertyNames": {"maxLength": 1}})", R"({"ab": 1})", "<root>",
       "the key 'ab' must have at most 1 character, has 2", "/ab"},
      {kForms, R"({"bin": 1})", "bin", "must be a string or an object, is 1", "/bin"},
      {kForms, R"({"bin": {"a/b": 1}})", "bin.a/b", "must be a string, is 1", "/bin/a~1b"},
      {kSteps, R"([{"run": 1}])", "[0].run", "must be a string, is 1", "/0/run"},
      {R"({"anyOf": [{"enum": ["a"]}, {"const": "b"}, {"type": "null"}]})", R"("c")", "<root>",
       R"(must be one of "a", "b", is "c")", ""},
      {R"({"anyOf": [{"enum": ["ES6"]}, {"pattern": "^[Ee][Ss]6$"}]})", R"("ES7")", "<root>",
       R"(must be "ES6", is "ES7"; did you mean 'ES6'?)", ""},
  });
  for (const Wording& each : cases) {
    CAPTURE(each.schema);
    const auto found = violations(each.schema, each.value);
    REQUIRE(!found.empty());
    CHECK(found.front().where == each.where);
    CHECK(found.front().message == each.message);
    CHECK(found.front().pointer == each.pointer);
  }
}

TEST_CASE("references to other documents ask for them") {
  const Options options{.uri = "config/package.json",
                        .document = [](const std::string& uri) -> std::optional<Json> {
                          if (uri != "config/lint.json") return std::nullopt;
                          return *Json::parse(R"({"definitions": {"level": {"enum": [0, 1]}}})");
                        }};
  const Json schema = *Json::parse(R"({"$ref": "lint.json#/definitions/level"})");
  const auto compiled = JsonSchema::compile(schema, options);
  REQUIRE(compiled);
  CHECK(compiled->violations(1)->empty());
  CHECK(!compiled->violations(2)->empty());
}

void check_unjudged(const Result<std::vector<Violation>>& got) {
  REQUIRE(!got);
  CHECK(got.error().code == Errc::timeout);
  CHECK(got.error().message.find("could not be judged") != std::string::npos);
}

// `depth` times a choice between twice the same; a value that fits none is looked at 2^depth times.
std::string doubling_schema(int depth) {
  std::string schema = R"({"$defs": {"d0": {"type": "string"})";
  for (int i = 1; i < depth; ++i) {
    const std::string name = "\"#/$defs/d" + std::to_string(i - 1) + "\"";
    schema += ", \"d" + std::to_string(i) + "\": {\"anyOf\": [{\"$ref\": " + name +
              "}, {\"$ref\": " + name + "}]}";
  }
  return schema + R"(}, "$ref": "#/$defs/d)" + std::to_string(depth - 1) +
         R"(", "$schema": "2020-12"})";
}

TEST_CASE("a schema that multiplies its work is given up, not waited for, and nothing fits it") {
  const auto endless = JsonSchema::compile(*Json::parse(doubling_schema(40)));
  REQUIRE(endless);
  check_unjudged(endless->violations(1));
  CHECK(endless->violations("text")->empty());
  // Enough steps to know that it does not fit, too few to say why.
  const auto long_winded = JsonSchema::compile(*Json::parse(doubling_schema(17)));
  REQUIRE(long_winded);
  CHECK(!long_winded->violations(1)->empty());
}

TEST_CASE("what a pattern cannot decide is not judged, whatever stands around it") {
  const Json value = std::string(40, 'a') + "b";
  for (const std::string_view schema :
       {R"({"pattern": "^(a+)+$"})", R"({"not": {"pattern": "^(a+)+$"}})",
        R"({"anyOf": [{"pattern": "^(a+)+$"}, {"type": "null"}]})",
        R"({"if": {"pattern": "^(a+)+$"}, "else": false})",
        R"({"allOf": [{"pattern": "^(a+)+$"}, {"type": "null"}]})"}) {
    CAPTURE(schema);
    const auto compiled = JsonSchema::compile(*Json::parse(schema));
    REQUIRE(compiled);
    check_unjudged(compiled->violations(value));
    CHECK(compiled->violations("null"));
  }
  const auto names = JsonSchema::compile(
      *Json::parse(R"({"patternProperties": {"^(a+)+$": false}, "additionalProperties": true})"));
  REQUIRE(names);
  Json object = Json::object();
  object.set(value.text(), 1);
  check_unjudged(names->violations(object));
}

TEST_CASE("many texts share one limit") {
  const auto schema =
      JsonSchema::compile(*Json::parse(R"({"items": {"pattern": "^(a|b|ab)*c$"}})"));
  REQUIRE(schema);
  Json few = Json::array();
  Json many = Json::array();
  for (int i = 0; i < 20'000; ++i) (i < 10 ? few : many).push(std::string(300, 'b') + "c");
  CHECK(schema->violations(few)->empty());
  check_unjudged(schema->violations(many));
}

TEST_CASE("more items than can be compared are not judged") {
  const auto schema = JsonSchema::compile(*Json::parse(R"({"uniqueItems": true})"));
  REQUIRE(schema);
  Json items = Json::array();
  for (int i = 0; i < 2'001; ++i) items.push(i);
  check_unjudged(schema->violations(items));
}

TEST_CASE("formats are not asserted") {
  CHECK(violations(R"({"format": "email"})", R"("no mail")").empty());
}

}  // namespace
}  // namespace pawl::schema::json_schema_test
