#include "guards/tests/reproduction.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "guards/evidence.hpp"
#include "guards/guards.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards::reproduction_test {
namespace {

using repo::CheckOutcome;
using repo::CheckRun;

constexpr std::string_view kTest = "tests/test_box.py";
constexpr std::string_view kText = "def test_opens():\n    assert open_box() == 1\n";

CheckRun run_of(std::string stack, CheckOutcome outcome) {
  CheckRun run;
  run.stack = std::move(stack);
  run.command = "the tests";
  run.outcome = outcome;
  run.every_id = true;
  run.passing = {{"t::test_shuts", {}}};
  return run;
}

// The rule that refuses a test which fails in this way; empty when it is taken.
std::string rule_for(const std::string& stack, const std::string& message,
                     const std::string& output = {}) {
  const git::Change change{.files = {{.path = RepoPath::parse(kTest).value(),
                                      .action = git::Action::create,
                                      .before = {},
                                      .after = std::string(kText)}}};
  const auto view = repo::memory_view(
      {{"src/box.py", "x\n"}, {"box.go", "x\n"}, {std::string(kTest), std::string(kText)}});
  CheckRun head = run_of(stack, CheckOutcome::failed);
  head.failing = {{.id = "t::test_opens", .file = {}, .message = message}};
  head.output = output;
  Evidence evidence;
  evidence.tests.emplace().push_back({run_of(stack, CheckOutcome::passed), head});
  Context context;
  context.base = view.get();
  context.head = view.get();
  context.evidence = &evidence;
  context.reproduces = true;
  const Verdict verdict = tests_unbroken(change, context);
  return verdict.findings.empty() ? std::string() : verdict.findings.front().rule;
}

}  // namespace

TEST_CASE("a test fails for what the code does, by the words of any framework") {
  struct Row {
    const char* stack;
    const char* message;
  };
  const Row rows[] = {
      {"Python", "assert 7 == 1\n +  where 7 = open_box()"},
      {"Python", "AssertionError: 7 != 1"},
      {"Python", "Failed: DID NOT RAISE <class 'ValueError'>"},
      {"Python", "AssertionError: ValueError not raised"},
      {"npm", "Expected values to be strictly equal:\n\n7 !== 1"},
      {"npm", "7 == 1"},
      {"npm", "Missing expected exception."},
      {"npm", "expect(received).toBe(expected) // Object.is equality"},
      {"npm", "expected 7 to equal 1"},
      {"Go", "box_test.go:8: Open() = 7"},
      {"Rust", "assertion `left == right` failed\n  left: 7\n right: 1"},
      {"Maven", "expected: <1> but was: <7>"},
      {"Ruby", "Expected: 1\n  Actual: 7"},
      {"Ruby", "expected: 1\n     got: 7"},
      {"PHP", "Failed asserting that 7 is identical to 1."},
  };
  for (const Row& row : rows) {
    CAPTURE(row.message);
    CHECK(rule_for(row.stack, row.message).empty());
  }
}

TEST_CASE("a test that does not get to the code fails by itself") {
  for (const char* message :
       {"NameError: name 'unheard_of' is not defined", "ImportError: cannot import name 'x'",
        "ModuleNotFoundError: No module named 'box2'", "SyntaxError: invalid syntax",
        "failed on setup with \"fixture 'box' not found\"", "unheardOf is not defined",
        "openBox is not a function", "Cannot find module '../lib/unheard'",
        "TypeError: open_box() takes 0 positional arguments but 1 was given",
        "NameError: name 'assert_box' is not defined", "panic: runtime error", ""}) {
    CAPTURE(message);
    CHECK(rule_for(std::string_view(message).starts_with("panic") ? "Go" : "Python", message) ==
          "tests/fails-by-itself");
  }
}

TEST_CASE("an error out of the repository's own code counts, and of nobody else's") {
  const std::string error = "ZeroDivisionError: integer division or modulo by zero";
  CHECK(rule_for("Python", error, "src/box.py:2: ZeroDivisionError").empty());
  CHECK(rule_for("Python", error, "  File \"/tmp/copy/src/box.py\", line 2, in open_box").empty());
  CHECK(
      rule_for("Python", "NameError: name 'x' is not defined", "src/box.py:2: NameError").empty());
  CHECK(rule_for("Go", "panic: runtime error", "\t/tmp/copy/box.go:5 +0x1d").empty());
  for (const char* output :
       {"tests/test_box.py:2: ZeroDivisionError", "box.py says 2", "src/box.py is there",
        "/usr/lib/python3/src/box.py:3: in x", "other/place.py:9: in y"}) {
    CAPTURE(output);
    CHECK(rule_for("Python", error, output) == "tests/fails-by-itself");
  }
}

TEST_CASE("a test passes when its runner says so, or names those that fail and not it") {
  Evidence evidence;
  Reproduction shown{.files = {}, .ids = {"a"}, .stack = "npm", .folder = "web"};
  CHECK(why_not_passing(nullptr, shown) == "no tests were run");
  CHECK(why_not_passing(&evidence, shown) == "no tests were run");
  CheckRun head = run_of("npm", CheckOutcome::passed);
  head.folder = "web";
  const auto why = [&] {
    evidence.tests = std::vector<PairedRun>{{std::nullopt, head}};
    return why_not_passing(&evidence, shown);
  };
  CHECK(why() == "`a` was not run");
  head.every_id = false;
  CHECK(why().empty());
  shown.folder = "api";
  CHECK(why() == "`a` was not run");
  head.skipped = {{"a", {}}};
  CHECK(why() == "`a` does not pass");
  head.skipped.clear();
  head.passing = {{"a", {}}};
  CHECK(why().empty());
  shown.ids.push_back("b");
  CHECK(why() == "`b` was not run");
}

}  // namespace pawl::guards::reproduction_test
