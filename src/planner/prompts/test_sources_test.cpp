#include "planner/prompts/test_sources.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"

namespace pawl::planner::test_sources_test {
namespace {

std::vector<TestSource> sources_of(TestFailure failure, std::map<std::string, std::string> files) {
  const auto view = repo::memory_view(std::move(files));
  return test_sources({&failure, 1}, *view);
}

}  // namespace

TEST_CASE("a failing test is shown as it is written, with the assertion that fails") {
  struct Row {
    const char* name;
    TestFailure failure;
    const char* path;
    const char* text;
    int first;
    const char* shown;
    int line;
    const char* assertion;
  };
  const Row rows[] = {
      {"pytest",
       {"tests/test_box.py::test_opens", "tests/test_box.py",
        "E  assert 7 == 1\ntests/test_box.py:6: AssertionError\n", ""},
       "tests/test_box.py",
       "from box import open_box\n\n\ndef test_opens():\n    box = open_box()\n    assert box == "
       "1\n"
       "\n\ndef test_shuts():\n    assert not box\n",
       4,
       "def test_opens():\n    box = open_box()\n    assert box == 1\n",
       6,
       "assert box == 1"},
      {"unittest, by its class, without a line",
       {"tests.test_box.BoxTest.test_opens", "", "AssertionError: 7 != 1", ""},
       "tests/test_box.py",
       "import unittest\n\nclass BoxTest(unittest.TestCase):\n    def test_opens(self):\n"
       "        self.assertEqual(open_box(), 1)\n",
       4,
       "    def test_opens(self):\n        self.assertEqual(open_box(), 1)\n",
       5,
       "self.assertEqual(open_box(), 1)"},
      {"node:test",
       {"box > opens", "test/box.test.js", "7 !== 1\n    at test/box.test.js:5:10", ""},
       "test/box.test.js",
       "const test = require('node:test');\nconst assert = require('assert');\n\n"
       "test('opens', () => {\n  assert.equal(open(), 1);\n});\n\ntest('shuts', () => {});\n",
       4,
       "test('opens', () => {\n  assert.equal(open(), 1);\n});\n",
       5,
       "assert.equal(open(), 1)"},
      {"Go, a subtest",
       {"TestOpen/wide", "box_test.go", "box_test.go:7: Open() = 7", ""},
       "box_test.go",
       "package box\n\nimport \"testing\"\n\nfunc TestOpen(t *testing.T) {\n\tif Open() != 1 {\n"
       "\t\tt.Fatalf(\"Open() = %d\", Open())\n\t}\n}\n",
       5,
       "func TestOpen(t *testing.T) {\n\tif Open() != 1 {\n\t\tt.Fatalf(\"Open() = %d\", Open())\n"
       "\t}\n}\n",
       7,
       nullptr},
      {"nothing but a line",
       {"opens", "tests/box_test.c", "tests/box_test.c:3: Assertion failed", ""},
       "tests/box_test.c",
       "#include <assert.h>\nint main(void) {\n  assert(box_open() == 1);\n}\n",
       1,
       "#include <assert.h>\nint main(void) {\n  assert(box_open() == 1);\n}\n",
       3,
       nullptr},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const auto sources = sources_of(row.failure, {{row.path, row.text}});
    REQUIRE(sources.size() == 1);
    CHECK(sources[0].path == row.path);
    CHECK(sources[0].first == row.first);
    CHECK(sources[0].text == row.shown);
    CHECK(sources[0].line == row.line);
    if (row.assertion != nullptr) CHECK(sources[0].assertion == row.assertion);
  }
}

TEST_CASE("of a long test the part that fails is shown; what nobody finds is left out") {
  std::string text = "def test_long():\n";
  for (int i = 2; i < 200; ++i) text += "    step(" + std::to_string(i) + ")\n";
  const auto sources = sources_of({"test_long", "tests/test_a.py", "tests/test_a.py:150: E", ""},
                                  {{"tests/test_a.py", text}});
  REQUIRE(sources.size() == 1);
  CHECK(line_count(sources[0].text) <= kTestSourceLinesMax);
  CHECK(contains(sources[0].text, "step(150)"));
  CHECK(sources_of({"other", "tests/test_b.py", "E", ""}, {{"tests/test_a.py", text}}).empty());
  CHECK(sources_of({"gone", "tests/test_a.py", "E", ""}, {{"tests/test_a.py", text}}).empty());
}

}  // namespace pawl::planner::test_sources_test
