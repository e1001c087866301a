#include "syntax/data/key_lines.hpp"

#include <doctest/doctest.h>

namespace pawl::syntax::key_lines_test {
namespace {

TEST_CASE("lines of JSON keys, by the whole way to them") {
  const KeyLines lines(DataFormat::json,
                       "\xEF\xBB\xBF{\n  \"author\": {\"name\": \"Jane\"},\n"
                       "  \"name\": \"x\\\"}\", // odd\n"
                       "  \"list\": [\n    1,\n    {\"a\\/b\":\n 2}, []\n  ],\n"
                       "  \"empty\": {}, \"none\": [],\n"
                       "  \"name\": \"y\"\n}\n");
  CHECK(lines.line({"author"}) == 2);
  CHECK(lines.line({"author", "name"}) == 2);
  CHECK(lines.line({"name"}) == 10);
  CHECK(lines.line({"list", "1"}) == 6);
  CHECK(lines.line({"list", "1", "a/b"}) == 6);
  CHECK(lines.line({"list", "2"}) == 7);
  CHECK(lines.line({"none"}) == 9);
  CHECK(lines.line({"absent"}) == 0);
  CHECK(lines.line({"list", "7"}) == 0);
  CHECK(lines.line({}) == 0);
}

TEST_CASE("lines of TOML keys") {
  const KeyLines lines(DataFormat::toml,
                       "[project]\nname = 'x' # y\ndependencies = [\n  'a',\n  'b',\n]\n\n"
                       "[dependencies.serde]\nversion = '1'\n\n[[bin]]\nname = 'p'\n[[bin]]\n"
                       "name = 'q'\n");
  CHECK(lines.line({"project"}) == 1);
  CHECK(lines.line({"project", "name"}) == 2);
  CHECK(lines.line({"project", "dependencies", "1"}) == 5);
  CHECK(lines.line({"dependencies", "serde"}) == 8);
  CHECK(lines.line({"dependencies", "serde", "version"}) == 9);
  CHECK(lines.line({"bin", "1", "name"}) == 14);
}

TEST_CASE("what does not parse has no lines, and never breaks") {
  CHECK(KeyLines(DataFormat::toml, "a = [\n").line({"a"}) == 0);
  CHECK(KeyLines(DataFormat::yaml, "a: 1\n").line({"a"}) == 0);
  CHECK(KeyLines().line({"a"}) == 0);
  const std::string whole = "{\"a\": [{\"b\": \"c\\\\\"}, 1], \"d\": {\"e\": null}}";
  for (std::size_t cut = 0; cut <= whole.size(); ++cut) {
    CHECK(KeyLines(DataFormat::json, whole.substr(0, cut)).line({"x"}) == 0);
    CHECK(KeyLines(DataFormat::json, whole.substr(cut)).line({"x"}) == 0);
  }
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "[";
  CHECK(KeyLines(DataFormat::json, deep).line({"0"}) == 1);
}

}  // namespace
}  // namespace pawl::syntax::key_lines_test
