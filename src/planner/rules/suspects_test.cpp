#include "planner/rules/suspects.hpp"

#include <doctest/doctest.h>

#include <map>

#include "base/text/text.hpp"

namespace pawl::planner::suspects_test {
namespace {

using FileMap = std::map<std::string, std::string>;

std::string suspected(const FileMap& files, std::vector<TestFailure> failures) {
  const auto view = repo::memory_view(files);
  const auto index = index::memory_index({files.begin(), files.end()});
  std::vector<std::string> paths;
  for (const Suspect& suspect : suspects_of(failures, *view, &index->head())) {
    paths.push_back(suspect.path);
  }
  return join(paths, " ");
}

std::string found(const FileMap& files, const TestFailure& failure) {
  return join(files_of(failure, *repo::memory_view(files)), " ");
}

}  // namespace

TEST_CASE("Python: a test's imports, also relative and of names a package hands on") {
  const FileMap files{
      {"src/pad/__init__.py", "from .left import left\nfrom .right import right\n"},
      {"src/pad/left.py", "def left(s, n):\n    return s\n"},
      {"src/pad/right.py", "def right(s, n):\n    return s\n"},
      {"src/pad/words.py", "def words(s):\n    return s.split()\n"},
      {"pyproject.toml", "[project]\nname = \"pad\"\n"},
      {"tests/helpers.py", "def check(x):\n    assert x\n"},
      {"tests/test_pad.py",
       "from pad import left, right\nfrom tests.helpers import check\n\n\n"
       "def test_left():\n    check(left('a', 2) == ' a')\n\n\n"
       "def test_right():\n    check(right('a', 2) == 'a ')\n"},
  };
  CHECK(suspected(files, {{"tests/test_pad.py::test_right", "tests/test_pad.py", "assert", ""}})
            .starts_with("src/pad/right.py"));
  CHECK(suspected(files, {{"tests/test_pad.py::test_left", "tests/test_pad.py", "assert", ""}})
            .starts_with("src/pad/left.py"));
}

TEST_CASE("JavaScript: the file a require leads to, without its ending") {
  const FileMap files{
      {"lib/box.js", "exports.open = () => 7;\n"},
      {"lib/lid.js", "exports.shut = () => 0;\n"},
      {"package.json", "{}"},
      {"test/box.test.js",
       "const test = require('node:test');\nconst box = require('../lib/box');\n"
       "test('opens', () => { if (box.open() !== 1) throw new Error(); });\n"},
  };
  CHECK(suspected(files, {{"opens", "test/box.test.js", "Error", ""}}) == "lib/box.js");
}

TEST_CASE(
    "JavaScript: a name that a test uses and has in its title, though no file defines it plainly") {
  const FileMap files{
      {"lib/application.js",
       "exports.use = function use() {};\nexports.send = function send() {};\n"},
      {"lib/request.js", "defineGetter(req, 'subdomains', function () { return []; });\n"},
      {"lib/response.js", "// Says nothing of it.\nexports.end = () => 0;\n"},
      {"package.json", "{}"},
      {"test/req.subdomains.js",
       "const app = require('../lib/application');\ndescribe('req', () => {\n"
       "  describe('.subdomains', () => {\n    it('should return an array', () => {\n"
       "      app.use((req) => app.send(req.subdomains));\n    });\n  });\n});\n"},
  };
  CHECK(suspected(files, {{"req > .subdomains > should return an array", "test/req.subdomains.js",
                           "Error", ""}}) == "lib/request.js lib/application.js");
}

TEST_CASE("Go: the file of the package that defines what the test calls") {
  const FileMap files{
      {"go.mod", "module example.com/box\n\ngo 1.20\n"},
      {"box/open.go", "package box\n\nfunc Open() int { return 7 }\n"},
      {"box/shut.go", "package box\n\nfunc Shut() int { return 0 }\n"},
      {"box/box_test.go",
       "package box\n\nimport \"testing\"\n\nfunc TestOpen(t *testing.T) {\n\tif Open() != 1 "
       "{\n\t\tt.Fatal(\"no\")\n\t}\n}\n"},
  };
  CHECK(suspected(files,
                  {{"example.com/box/box.TestOpen", "box/box_test.go", "box_test.go:7: no", ""}})
            .starts_with("box/open.go"));
}

TEST_CASE("Rust: the file whose own tests fail, and what an integration test uses") {
  const FileMap files{
      {"Cargo.toml", "[package]\nname = \"boxes\"\nversion = \"0.1.0\"\n"},
      {"src/lib.rs", "pub mod lid;\npub mod open;\n"},
      {"src/lid.rs",
       "pub fn shut() -> u8 {\n    7\n}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n    "
       "#[test]\n    fn shuts() {\n        assert_eq!(shut(), 0);\n    }\n}\n"},
      {"src/open.rs", "pub fn open() -> u8 {\n    7\n}\n"},
      {"tests/opens.rs",
       "use boxes::open::open;\n\n#[test]\nfn opens() {\n    assert_eq!(open(), 1);\n}\n"},
  };
  CHECK(suspected(files, {{"lid::tests::shuts", "src/lid.rs", "src/lid.rs:10:9 left: 7", ""}}) ==
        "src/lid.rs");
  CHECK(suspected(files, {{"opens", "tests/opens.rs", "tests/opens.rs:5:5", ""}})
            .starts_with("src/open.rs"));
}

TEST_CASE("C: where the functions are defined that the failing program calls") {
  const FileMap files{
      {"CMakeLists.txt", "add_test(NAME box COMMAND box_test)\n"},
      {"src/box.c", "#include \"box.h\"\nint box_open(void) { return 7; }\n"},
      {"src/box.h", "int box_open(void);\n"},
      {"src/main.c", "#include \"box.h\"\nint main(void) { return box_open(); }\n"},
      {"tests/box_test.c",
       "#include <assert.h>\n#include \"../src/box.h\"\n\nint main(void) {\n  assert(box_open() "
       "== 1);\n}\n"},
  };
  CHECK(suspected(files, {{"box", "",
                           "box_test: /tmp/copy/tests/box_test.c:5: main: Assertion `box_open() "
                           "== 1' failed.",
                           ""}})
            .starts_with("src/box.c"));
}

TEST_CASE("Java: by the class of the test") {
  const FileMap files{
      {"pom.xml", "<project/>"},
      {"src/main/java/a/Box.java",
       "package a;\n\npublic class Box {\n  int open() { return 7; }\n}\n"},
      {"src/main/java/a/Lid.java",
       "package a;\n\npublic class Lid {\n  int shut() { return 0; }\n}\n"},
      {"src/test/java/a/BoxTest.java",
       "package a;\n\nclass BoxTest {\n  @Test\n  void opens() { assertEquals(1, new "
       "Box().open()); "
       "}\n}\n"},
  };
  CHECK(suspected(files, {{"BoxTest.opens", "", "5 expected: <1> but was: <7>", ""}})
            .starts_with("src/main/java/a/Box.java"));
}

TEST_CASE("Ruby: what is required, and its classes") {
  const FileMap files{
      {"Gemfile", ""},
      {"lib/box.rb", "class Box\n  def open\n    7\n  end\nend\n"},
      {"lib/lid.rb", "class Lid\n  def shut\n    0\n  end\nend\n"},
      {"test/test_box.rb",
       "require 'minitest/autorun'\nrequire_relative '../lib/box'\n\nclass TestBox < "
       "Minitest::Test\n  def test_open\n    assert_equal 1, Box.new.open\n  end\nend\n"},
  };
  CHECK(suspected(files, {{"TestBox#test_open", "test/test_box.rb", "", ""}}) == "lib/box.rb");
}

TEST_CASE("what imports of a test import comes after all that the test points at") {
  FileMap files{
      {"index.js", "const { Command } = require('./lib/command');\nexports.Command = Command;\n"},
      {"lib/command.js",
       "const { Argument } = require('./argument');\n"
       "const { suggestSimilar } = require('./suggestSimilar');\n"
       "class Command { parse(x) { return suggestSimilar(new Argument(x)); } }\n"
       "exports.Command = Command;\n"},
      {"lib/argument.js", "class Argument {}\nexports.Argument = Argument;\n"},
      {"lib/suggestSimilar.js",
       "const { distance } = require('./distance');\n"
       "exports.suggestSimilar = (x) => distance(x);\n"},
      {"lib/distance.js", "exports.distance = () => 7;\n"},
      {"lib/other.js", "exports.other = () => 7;\n"},
      {"package.json", "{}"},
      {"tests/unknown.test.js",
       "const { Command } = require('../');\n"
       "test('suggests what is near', () => expect(new Command().parse('a')).toBe('b'));\n"},
  };
  const TestFailure failure{"tests/unknown.test.js > suggests what is near",
                            "tests/unknown.test.js", "expect(received).toBe(expected)", ""};
  const std::string plain = suspected(files, {failure});
  CHECK(plain.starts_with("lib/command.js "));
  CHECK(contains(plain, "lib/suggestSimilar.js"));
  CHECK_FALSE(contains(plain, "lib/distance.js"));
  CHECK_FALSE(contains(plain, "lib/other.js"));
  // What the test is about comes first among them.
  files["tests/suggest.test.js"] = files["tests/unknown.test.js"];
  const TestFailure named{"suggest near", "tests/suggest.test.js", "no", ""};
  CHECK(suspected(files, {named}).starts_with("lib/command.js lib/suggestSimilar.js"));
  // Who saw where it broke need not guess.
  CHECK(suspected(files, {{failure.id, failure.file, "at f (lib/command.js:3:9)", ""}}) ==
        "lib/command.js");
}

TEST_CASE("what a helper of tests imports is a step behind the test") {
  const FileMap files{
      {"src/render.js", "export const render = (x) => x;\n"},
      {"src/config.js", "export const config = () => 7;\n"},
      {"package.json", "{}"},
      {"src/__node_tests__/view.js", "test('hides', () => {});\n"},
      {"src/__tests__/helpers/all.js",
       "import { render } from '../../render';\nexport const shown = (x) => render(x);\n"},
      {"src/__tests__/view.js",
       "import { shown } from './helpers/all';\nimport { config } from '../config';\n"
       "test('shows', () => expect(shown(config())).toBe(1));\n"},
  };
  CHECK(suspected(files, {{"shows", "src/__tests__/view.js", "no", ""}}) ==
        "src/config.js src/render.js");
}

TEST_CASE("a place in the output says more than what the test uses") {
  const FileMap files{
      {"a.py", "from b import deep\n\n\ndef top():\n    return deep()\n"},
      {"b.py", "def deep():\n    raise ValueError\n"},
      {"test_a.py", "from a import top\n\n\ndef test_top():\n    top()\n"},
  };
  CHECK(suspected(files, {{"test_a.py::test_top", "test_a.py",
                           "test_a.py:5: in test_top\na.py:5: in top\nb.py:2: ValueError", ""}}) ==
        "a.py b.py");
  CHECK(suspected(files, {{"test_a.py::test_top", "test_a.py", "b.py:2: ValueError", ""}})
            .starts_with("b.py"));
}

TEST_CASE("files of a failure: shortened, absolute, by id, by name") {
  const FileMap files{
      {"a/test_x.py", "def test_one():\n    pass\n"},
      {"b/test_x.py", "def test_two():\n    pass\n"},
      {"b/c.py", ""},
      {"spec/box_spec.rb", "it 'opens wide' do\nend\n"},
  };
  CHECK(found(files, {"test_two", "test_x.py", "", "b"}) == "b/test_x.py");
  CHECK(found(files, {"x", "/tmp/copy-1/b/test_x.py", "", ""}) == "b/test_x.py");
  CHECK(found(files, {"x", "", "File \"/tmp/copy/a/test_x.py\", line 2, in f", ""}) ==
        "a/test_x.py");
  CHECK(found(files, {"a.test_x.Case.test_one", "", "", ""}) == "a/test_x.py");
  CHECK(found(files, {"opens wide", "", "", ""}) == "spec/box_spec.rb");
  // Two files could be meant.
  CHECK(found(files, {"zzz", "test_x.py", "", ""}).empty());
}

TEST_CASE("without a hint there is no suspect") {
  CHECK(
      suspected({{"a.py", "def f():\n    pass\n"}}, {{"some test", "", "it failed", ""}}).empty());
  CHECK(suspected({{"a.py", ""}}, {}).empty());
}

}  // namespace pawl::planner::suspects_test
