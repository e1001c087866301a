#include "syntax/data/write_yaml.hpp"

#include <doctest/doctest.h>

#include "syntax/data/data.hpp"

namespace pawl::syntax::write_yaml_test {
namespace {

Json read_back(const Json& value) {
  const std::string text = write_yaml(value);
  CAPTURE(text);
  const auto documents = parse_yaml(text);
  REQUIRE_MESSAGE(documents.ok(), text);
  REQUIRE(documents->size() == 1);
  return documents->front();
}

}  // namespace

TEST_CASE("what is written reads as it was") {
  const char* values[] = {
      R"({"a": 1, "b": [1, 2.5, -3, 1e300], "c": null, "d": true, "e": {}, "f": []})",
      R"({"tasks": [{"id": "T001", "subtasks": [{"title": "x", "files": ["a b", "c.md"]}, {"t": []}]}]})",
      R"([[1, [2, []]], {"a": [{"b": [{"c": "d"}]}]}, [], {}, "x"])",
      R"({"deep": {"deeper": {"deepest": [{"one": 1, "two": {"three": [3]}}]}}})",
      R"([{"a": "first\nsecond\n\n  third", "b": 1}, {"a": "one\ntwo\n"}, {"a": "\n leading"}])",
      R"(["true", "No", "on", "null", "~", "1", "0x1F", "1e3", ".5", "-", "- a", "a: b", "a #b", "#a"])",
      R"(["", " ", "a ", " a", "'", "\"", "\\", "*x", "&x", "!x", "%x", "@x", "`x", "|", ">", "?", "? a"])",
      R"(["[", "]", "{", "}", ",", "a, b", "---", "...", "=", "<<", "2026-11-22", "12:30:45", "a\tb"])",
      R"(["\u0000\u0001\u001f", "\u007f\u0085", "\u2028x\u2029", "\ufeffx", "grün", "日本", "😀", "a\r\nb"])",
      R"(["x\ny ", "x\n y", "x\n\ty", "x\n", "x\n\n", "\nx", "- a\n- b", "a: b\nc: d", "# a\n# b"])",
      R"({"true": 1, "1": 2, "a b": 3, "": 4, "a: b": 5, "- x": 6, "y": 7})",
      R"("text")",
      R"("two\nlines")",
      R"(5)",
      R"(null)",
      R"([])",
      R"({})",
  };
  for (const char* text : values) {
    CAPTURE(text);
    const auto value = Json::parse(text);
    REQUIRE(value.ok());
    CHECK(read_back(*value) == *value);
  }
}

TEST_CASE("words stand plain, what could be something else is quoted") {
  const auto value = Json::parse(
      R"({"title": "Mend the box", "file": "src/box.js", "on": "yes", "text": "a\nb\n", "list": ["x", {"a": 1, "b": 2}]})");
  REQUIRE(value.ok());
  CHECK(write_yaml(*value) ==
        "title: Mend the box\n"
        "file: src/box.js\n"
        "\"on\": \"yes\"\n"
        "text: |\n"
        "  a\n"
        "  b\n"
        "list:\n"
        "  - x\n"
        "  - a: 1\n"
        "    b: 2\n");
}

}  // namespace pawl::syntax::write_yaml_test
