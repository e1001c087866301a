// What drafts 2019-09 and 2020-12 added, and where the drafts differ.
#include <doctest/doctest.h>

#include <array>
#include <string>

#include "schema/json_schema.hpp"

namespace pawl::schema::drafts_test {
namespace {

struct Case {
  std::string_view schema;
  std::string_view good;  // several values, one a line
  std::string_view bad;
};

// Runs every line of `values`.
void check_values(const JsonSchema& schema, std::string_view values, bool valid) {
  while (!values.empty()) {
    const auto end = std::min(values.find('\n'), values.size());
    const std::string_view line = values.substr(0, end);
    CAPTURE(line);
    CHECK(schema.violations(*Json::parse(line))->empty() == valid);
    values.remove_prefix(std::min(end + 1, values.size()));
  }
}

template <std::size_t N>
void run(const std::array<Case, N>& cases, std::string_view draft) {
  for (const Case& each : cases) {
    CAPTURE(each.schema);
    Json schema = *Json::parse(each.schema);
    schema.set("$schema", draft);
    const auto compiled = JsonSchema::compile(schema);
    CAPTURE(compiled ? std::string() : compiled.error().message);
    REQUIRE(compiled);
    check_values(*compiled, each.good, true);
    check_values(*compiled, each.bad, false);
  }
}

TEST_CASE("words of 2020-12") {
  run(std::to_array<Case>({
          {R"({"prefixItems": [{"type": "integer"}], "items": {"type": "string"}})",
           "[]\n[1]\n[1, \"a\"]", "[\"a\"]\n[1, 2]"},
          {R"({"prefixItems": [true], "items": false})", "[1]", "[1, 2]"},
          {R"({"contains": {"type": "integer"}, "minContains": 2, "maxContains": 3})",
           "[1, 2]\n[1, \"a\", 2, 3]", "[1]\n[1, 2, 3, 4]\n[]"},
          {R"({"contains": {"type": "integer"}, "minContains": 0})", "[]\n[\"a\"]", ""},
          {R"({"minContains": 2})", "[]", ""},
          {R"({"dependentRequired": {"a": ["b"]}})", "{}\n{\"a\": 1, \"b\": 2}", "{\"a\": 1}"},
          {R"({"dependentSchemas": {"a": {"required": ["b"]}}})", "{\"b\": 1}", "{\"a\": 1}"},
          {R"({"$ref": "#/$defs/a", "maxLength": 1, "$defs": {"a": {"type": "string"}}})", "\"a\"",
           "1\n\"ab\""},
          {R"({"$ref": "#name", "$defs": {"a": {"$anchor": "name", "type": "string"}}})", "\"a\"",
           "1"},
          {R"({"$id": "http://a.invalid/root.json", "$ref": "other.json",
               "$defs": {"a": {"$id": "other.json", "$ref": "#/$defs/b",
                               "$defs": {"b": {"type": "string"}}}}})",
           "\"a\"", "1"},
      }),
      "https://json-schema.org/draft/2020-12/schema");
}

TEST_CASE("unevaluated members are those no fitting part looked at") {
  run(std::to_array<Case>({
          {R"({"properties": {"a": true}, "unevaluatedProperties": false})", "{\"a\": 1}",
           "{\"b\": 1}"},
          {R"({"unevaluatedProperties": {"type": "string"}})", "{\"a\": \"b\"}", "{\"a\": 1}"},
          {R"({"allOf": [{"properties": {"a": true}}], "unevaluatedProperties": false})",
           "{\"a\": 1}", "{\"b\": 1}"},
          {R"({"anyOf": [{"properties": {"a": {"const": 1}}, "required": ["a"]},
                         {"properties": {"b": {"const": 2}}, "required": ["b"]}],
               "unevaluatedProperties": false})",
           "{\"a\": 1}\n{\"a\": 1, \"b\": 2}", "{\"a\": 1, \"b\": 3}"},
          {R"({"oneOf": [{"required": ["a"], "properties": {"a": true}},
                         {"required": ["b"], "properties": {"b": true}}],
               "unevaluatedProperties": false})",
           "{\"a\": 1}", "{\"a\": 1, \"c\": 1}"},
          {R"({"if": {"required": ["a"], "properties": {"a": true}},
               "then": {"properties": {"b": true}}, "else": {"properties": {"c": true}},
               "unevaluatedProperties": false})",
           "{\"a\": 1, \"b\": 1}\n{\"c\": 1}", "{\"a\": 1, \"c\": 1}\n{\"b\": 1}"},
          {R"({"not": {"not": {"properties": {"a": true}, "required": ["a"]}},
               "unevaluatedProperties": false})",
           "", "{\"a\": 1}"},
          {R"({"allOf": [{"properties": {"a": true}}, {"unevaluatedProperties": false}]})", "{}",
           "{\"a\": 1}"},
          {R"({"$ref": "#/$defs/a", "unevaluatedProperties": false,
               "$defs": {"a": {"properties": {"a": true}}}})",
           "{\"a\": 1}", "{\"b\": 1}"},
          {R"({"allOf": [{"unevaluatedProperties": true}], "unevaluatedProperties": false})",
           "{\"a\": 1}", ""},
          {R"({"properties": {"a": {"unevaluatedProperties": false}}})", "{\"a\": {}}",
           "{\"a\": {\"b\": 1}}"},
          {R"({"dependentSchemas": {"a": {"properties": {"b": true}}}, "properties": {"a": true},
               "unevaluatedProperties": false})",
           "{\"a\": 1, \"b\": 1}", "{\"b\": 1}"},
          {R"({"prefixItems": [true], "unevaluatedItems": false})", "[1]", "[1, 2]"},
          {R"({"items": true, "unevaluatedItems": false})", "[1, 2]", ""},
          {R"({"contains": {"type": "string"}, "unevaluatedItems": {"type": "integer"}})",
           "[\"a\", 1]", "[\"a\", null]"},
          {R"({"allOf": [{"prefixItems": [true, true]}], "unevaluatedItems": false})", "[1, 2]",
           "[1, 2, 3]"},
          {R"({"anyOf": [{"prefixItems": [{"const": 1}, true]}, {"prefixItems": [true]}],
               "unevaluatedItems": false})",
           "[1, 2]\n[3]", "[3, 4]"},
      }),
      "https://json-schema.org/draft/2020-12/schema");
}

// A tree that a schema around it makes strict.
constexpr std::string_view kStrictTree = R"({
  "$id": "http://a.invalid/strict", "$dynamicAnchor": "node", "$ref": "tree",
  "unevaluatedProperties": false,
  "$defs": {"tree": {"$id": "tree", "$dynamicAnchor": "node", "type": "object",
    "properties": {"data": true, "children": {"type": "array", "items": {"$dynamicRef": "#node"}}}}}
})";

TEST_CASE("dynamic references lead to the outermost anchor of their name") {
  run(std::to_array<Case>({
          {kStrictTree, R"({"children": [{"data": 1}]})", R"({"children": [{"daat": 1}]})"},
          {R"({"$id": "http://a.invalid/r", "$ref": "list",
               "$defs": {"own": {"$dynamicAnchor": "items", "type": "string"},
                         "list": {"$id": "list", "type": "array",
                                  "items": {"$dynamicRef": "#items"},
                                  "$defs": {"any": {"$dynamicAnchor": "items"}}}}})",
           R"(["a"])", R"(["a", 1])"},
          {R"({"$id": "http://a.invalid/r", "$ref": "list",
               "$defs": {"own": {"$anchor": "items", "type": "string"},
                         "list": {"$id": "list", "type": "array",
                                  "items": {"$dynamicRef": "#items"},
                                  "$defs": {"any": {"$dynamicAnchor": "items"}}}}})",
           R"(["a", 1])", R"("a")"},
          {R"({"$defs": {"a": {"$anchor": "items", "type": "string"}},
               "items": {"$dynamicRef": "#items"}})",
           R"(["a"])", "[1]"},
      }),
      "https://json-schema.org/draft/2020-12/schema");
}

TEST_CASE("words of 2019-09") {
  run(std::to_array<Case>({
          {R"({"items": [{"type": "integer"}], "additionalItems": {"type": "string"}})",
           "[1, \"a\"]", "[1, 2]"},
          {R"({"items": [true], "unevaluatedItems": false})", "[1]", "[1, 2]"},
          {R"({"contains": {"type": "string"}, "unevaluatedItems": false})", "", "[\"a\"]"},
          {R"({"$id": "http://a.invalid/strict", "$recursiveAnchor": true, "$ref": "tree",
               "unevaluatedProperties": false,
               "$defs": {"tree": {"$id": "tree", "$recursiveAnchor": true, "type": "object",
                 "properties": {"data": true, "child": {"$recursiveRef": "#"}}}}})",
           R"({"child": {"data": 1}})", R"({"child": {"daat": 1}})"},
          {R"({"$id": "http://a.invalid/strict", "$ref": "tree", "required": ["child"],
               "$defs": {"tree": {"$id": "tree", "$recursiveAnchor": true, "type": "object",
                 "properties": {"data": true, "child": {"$recursiveRef": "#"}}}}})",
           R"({"child": {"data": 1}})", R"({"child": 1})"},
      }),
      "https://json-schema.org/draft/2019-09/schema");
}

TEST_CASE("draft 7 does not know the words of its successors") {
  run(std::to_array<Case>({
          {R"({"dependentRequired": {"a": ["b"]}})", R"({"a": 1})", ""},
          {R"({"dependentSchemas": {"a": false}})", R"({"a": 1})", ""},
          {R"({"unevaluatedProperties": false})", R"({"a": 1})", ""},
          {R"({"contains": {"const": 1}, "minContains": 2})", "[1]", "[2]"},
      }),
      "http://json-schema.org/draft-07/schema#");
}

TEST_CASE("draft 4 sharpens limits with booleans and names schemas with id") {
  run(std::to_array<Case>({
          {R"({"minimum": 1, "exclusiveMinimum": true})", "2", "1"},
          {R"({"maximum": 1, "exclusiveMaximum": false})", "1", "2"},
          {R"({"id": "http://a.invalid/x", "properties": {"a": {"$ref": "y#/definitions/b"}},
               "definitions": {"y": {"id": "y", "definitions": {"b": {"type": "string"}}}}})",
           R"({"a": "b"})", R"({"a": 1})"},
          {R"({"$ref": "#/definitions/a", "type": "string", "definitions": {"a": {}}})", "1", ""},
      }),
      "http://json-schema.org/draft-04/schema#");
}

}  // namespace
}  // namespace pawl::schema::drafts_test
