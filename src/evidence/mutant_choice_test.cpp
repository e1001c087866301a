#include "evidence/mutant_choice.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "base/text/text.hpp"

namespace pawl::evidence::mutant_choice_test {
namespace {

using Files = std::map<std::string, std::string>;

struct Wanted {
  std::string file;
  std::vector<guards::AddedTest> tests = {};
  bool whole = false;
};

// `box.py:2 a+b` of each place code is made wrong at, once, in order: the tests that use it.
std::string spelled(const Files& files, const Wanted& wanted) {
  const auto view = repo::memory_view(files);
  const auto index = index::memory_index({files.begin(), files.end()});
  const guards::AddedTestFile file{
      .path = wanted.file, .tests = wanted.tests, .whole = wanted.whole};
  std::vector<std::string> places;
  for (const MutantCandidate& one : mutant_candidates(file, *view, index->head())) {
    std::string place =
        one.path + ":" + std::to_string(one.mutant.line) + " " + join(one.used_by, "+");
    if (std::find(places.begin(), places.end(), place) == places.end()) {
      places.push_back(std::move(place));
    }
  }
  return join(places, ", ");
}

const Files kPython = {
    {"box/__init__.py", "from .lid import turn\n"},
    {"box/lid.py",
     "def turn(n):\n    return half(n)\n\n\ndef half(n):\n    return n\n\n\ndef unused(n):\n"
     "    return n\n"},
    {"box/key.py",
     "class Key:\n    def __init__(self, teeth):\n        self.teeth = teeth\n\n"
     "    def fits(self, lock):\n        return lock.teeth\n\n    def rusts(self):\n"
     "        return self.teeth\n"},
    {"other/lid.py", "def turn(n):\n    return 2\n"},
};

}  // namespace

TEST_CASE("mutants are made of what each test uses, through re-exports, and of what that calls") {
  Files files = kPython;
  files["tests/test_box.py"] =
      "from box import turn\nfrom box.key import Key\n\n\ndef test_turn():\n"
      "    assert turn(1) == 1\n\n\ndef test_key():\n    assert Key(3).fits(3)\n";
  CHECK(spelled(files, {.file = "tests/test_box.py",
                        .tests = {{"test_turn", 5, 8, {"a"}}, {"test_key", 9, 10, {"b"}}}}) ==
        "box/lid.py:2 test_turn, box/key.py:3 test_key, box/key.py:6 test_key, "
        "box/lid.py:6 test_turn");
}

TEST_CASE("what a helper of the test file uses counts for the tests that call it") {
  Files files = kPython;
  files["tests/test_box.py"] =
      "from box import turn\n\n\ndef turned(n):\n    return turn(n)\n\n\ndef test_turn():\n"
      "    assert turned(1) == 1\n\n\ndef test_other():\n    assert 1\n";
  CHECK(spelled(files, {.file = "tests/test_box.py",
                        .tests = {{"test_turn", 8, 11, {"a"}}, {"test_other", 12, 13, {"b"}}}}) ==
        "box/lid.py:2 test_turn, box/lid.py:6 test_turn");
}

TEST_CASE("a test of a copy is tried on the code it was copied from") {
  Files files = {{"src/box.js", "exports.lock = function lock(n) { return n; };\n"}};
  files["test/box.test.js"] =
      "const test = require('node:test');\nfunction lock(n) { return n; }\n"
      "test('locks', () => { if (lock(1) !== 1) throw new Error(); });\n";
  CHECK(spelled(files, {.file = "test/box.test.js", .tests = {{"locks", 3, 3, {"locks"}}}}) ==
        "src/box.js:1 locks");
}

TEST_CASE("the code behind a header is found by name, and a file may count as one test") {
  CHECK(
      spelled({{"src/box.h", "int opened(int n);\n"},
               {"src/box.c", "#include \"box.h\"\nint opened(int n) { return n; }\n"},
               {"tests/box_test.c", "#include \"box.h\"\nint main(void) { return opened(0); }\n"}},
              {.file = "tests/box_test.c", .whole = true}) == "src/box.c:2 tests/box_test.c");
}

TEST_CASE("a test that uses nothing of the repository has nothing to be tried on") {
  Files files = kPython;
  files["tests/test_sum.py"] = "def test_sum():\n    assert 1 + 1 == 2\n";
  CHECK(
      spelled(files, {.file = "tests/test_sum.py", .tests = {{"test_sum", 1, 2, {"a"}}}}).empty());
  CHECK(spelled(files, {.file = "tests/absent.py"}).empty());
}

TEST_CASE("the first mutants are of different definitions and kinds") {
  const Files files = {
      {"box.py",
       "def a(n):\n    if n > 1 and n < 9:\n        return n + 1\n    return 0\n\n\n"
       "def b(n):\n    return n > 3\n"},
      {"test_box.py", "from box import a, b\n\n\ndef test_both():\n    assert a(1) == b(1)\n"}};
  const auto view = repo::memory_view(files);
  const auto index = index::memory_index({files.begin(), files.end()});
  const guards::AddedTestFile file{.path = "test_box.py", .tests = {{"test_both", 4, 5, {"x"}}}};
  std::vector<std::string> first;
  for (const MutantCandidate& one : mutant_candidates(file, *view, index->head())) {
    if (first.size() == 5) break;
    first.push_back(std::to_string(one.mutant.line) + " " + one.mutant.text);
  }
  CHECK(join(first, ", ") == "3 None, 8 None, 2 >=, 8 >=, 2 not (n > 1 and n < 9)");
}

}  // namespace pawl::evidence::mutant_choice_test
