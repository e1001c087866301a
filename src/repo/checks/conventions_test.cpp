// Suites that no settings file speaks of, run by what is written in them or what their makefile and
// CI say. What this machine does not have is passed over.
#include <doctest/doctest.h>

#include <algorithm>

#include "base/text/text.hpp"
#include "repo/checks/own_command.hpp"
#include "repo/checks/test_checks.hpp"
#include "repo/checks/tool_output.hpp"
#include "tests/pass_over.hpp"

namespace pawl::repo::conventions_test {
namespace {

using test_checks::Files;
using test_checks::has_tool;
using Ids = std::vector<std::string>;

CheckRun tests_of(const Files& files, const test_checks::Setting& setting = {},
                  std::string_view stack = {}) {
  auto results = test_checks::check(files, setting);
  for (CheckRun& run : results.tests) {
    if (stack.empty() || run.stack == stack) return std::move(run);
  }
  return {.reason = "no such stack"};
}

Ids failing(const CheckRun& run) {
  Ids out;
  for (const FailingTest& test : run.failing) out.push_back(test.id);
  return out;
}

Ids passing(const CheckRun& run) {
  Ids out;
  for (const TestName& test : run.passing) out.push_back(test.id);
  std::sort(out.begin(), out.end());
  return out;
}

bool has_pytest() {
  return tests_of({{"tests/test_a.py", "def test_a():\n    pass\n"}}).outcome ==
         CheckOutcome::passed;
}

const Files kPlainPython = {
    {"box.py", "def add(a, b):\n    return a - b\n"},
    {"tests/test_box.py",
     "import box\n\ndef test_add():\n    assert box.add(1, 2) == 3\n\ndef test_zero():\n"
     "    assert box.add(0, 0) == 0\n"}};

TEST_CASE("plain functions of tests are pytest's, though no file says so") {
  const CheckRun run = tests_of(kPlainPython);
  CHECK(run.command == "pytest");
  CHECK_FALSE(contains(run.reason, "no file says how"));
  PASS_OVER_UNLESS(has_pytest());
  CHECK(run.outcome == CheckOutcome::failed);
  CHECK(failing(run) == Ids{"tests/test_box.py::test_add"});
  CHECK(passing(run) == Ids{"tests/test_box.py::test_zero"});
}

TEST_CASE("a makefile's target or CI that names pytest has it run") {
  PASS_OVER_UNLESS(has_pytest());
  const std::string text =
      "import unittest\nclass T(unittest.TestCase):\n  def test_a(self):\n    pass\n";
  CHECK(tests_of({{"tests/test_a.py", text}}).command == "python -m unittest");
  CHECK(tests_of({{"tests/test_a.py", text},
                  {".github/workflows/ci.yml",
                   "jobs:\n  t:\n    steps:\n      - run: python -m pytest\n"}})
            .command == "pytest");
  CHECK(tests_of({{"tests/test_a.py", text},
                  {".github/workflows/ci.yml", "jobs:\n  # no pytest here\n  t: {}\n"}})
            .command == "python -m unittest");
  PASS_OVER_UNLESS(has_tool("make"));
  CHECK(tests_of({{"tests/test_a.py", text},
                  {"Makefile", "PY = python3\nTOOL = pytest\ntest:\n\t$(PY) -m $(TOOL)\n"}})
            .command == "pytest");
}

TEST_CASE("the makefile's own way to test goes before the convention") {
  PASS_OVER_UNLESS(has_tool("make") && has_tool("python3"));
  const std::string suite =
      "import sys\nsys.path.insert(0, '.')\nimport box\nprint('1..2')\n"
      "print('ok 1 - zero' if box.add(0, 0) == 0 else 'not ok 1 - zero')\n"
      "print('ok 2 - add' if box.add(1, 2) == 3 else 'not ok 2 - add')\n"
      "sys.exit(box.add(1, 2) != 3)\n";
  const Files files = {{"box.py", "def add(a, b):\n    return a - b\n"},
                       {"suite.py", suite},
                       {"Makefile", "test:\n\tpython3 suite.py\n"}};
  const CheckRun run = tests_of(files);
  CHECK(run.command == "make test");
  CHECK(run.outcome == CheckOutcome::failed);
  CHECK(failing(run) == Ids{"add"});
  CHECK(passing(run) == Ids{"zero"});
  Files missing = files;
  missing["Makefile"] = "test:\n\tsurely-not-a-program\n";
  const CheckRun unknown = tests_of(missing);
  CHECK(unknown.outcome == CheckOutcome::unknown);
  CHECK(contains(unknown.reason, "surely-not-a-program"));
}

TEST_CASE("a makefile is how tests of other languages are run") {
  PASS_OVER_UNLESS(has_tool("make"));
  const Files files = {{"box.lua", "return { open = function() return 1 end }\n"},
                       {"test.sh", "echo 1..1\necho ok 1 - opens\n"},
                       {"Makefile", "test:\n\tsh test.sh\n"}};
  const CheckRun run = tests_of(files, {}, "Makefile");
  CHECK(run.command == "make test");
  CHECK(run.outcome == CheckOutcome::passed);
  CHECK(passing(run) == Ids{"opens"});
  Files failing_one = files;
  failing_one["test.sh"] = "echo 1..1\necho not ok 1 - opens\nexit 1\n";
  CHECK(failing(tests_of(failing_one, {}, "Makefile")) == Ids{"opens"});
  // What fails without a name may be a linter.
  failing_one["test.sh"] = "exit 3\n";
  CHECK(tests_of(failing_one, {}, "Makefile").outcome == CheckOutcome::unknown);
}

TEST_CASE("a makefile's target that is a folder already runs nothing, and passes nothing") {
  PASS_OVER_UNLESS(has_tool("make"));
  Files files = {{"box.lua", "return { open = function() return 1 end }\n"},
                 {"test/run.sh", "echo 1..1\necho not ok 1 - opens\nexit 1\n"}};
  const auto tests_with = [&](const char* makefile) {
    files["Makefile"] = makefile;
    return tests_of(files, {}, "Makefile");
  };
  const CheckRun nothing = tests_with("test:\n\tsh test/run.sh\n");
  CHECK(nothing.outcome == CheckOutcome::unknown);
  CHECK(nothing.no_tests);
  CHECK(contains(nothing.reason, "none that runs anything"));
  CHECK(failing(tests_with(".PHONY: test\ntest:\n\tsh test/run.sh\n")) == Ids{"opens"});
  CHECK(failing(tests_with("test: unit\nunit:\n\tsh test/run.sh\n")) == Ids{"opens"});
  const CheckRun other = tests_with("test:\n\ttrue\ncheck:\n\tsh test/run.sh\n");
  CHECK(other.command == "make check");
  CHECK(failing(other) == Ids{"opens"});
}

TEST_CASE("a makefile whose target runs something else is tried both ways") {
  PASS_OVER_UNLESS(has_tool("make") && has_tool("python3"));
  const std::string test = "import unittest\nclass T(unittest.TestCase):\n";
  Files files = {{"tests/__init__.py", ""},
                 {"tests/test_a.py", test + "  def test_a(self):\n    pass\n"},
                 {"tests/test_b.py", test + "  def test_b(self):\n    pass\n"},
                 {"Makefile", "test:\n\tpython3 -m unittest\n"}};
  const CheckRun base = tests_of(files);
  CHECK(base.own_commands == "python3 -m unittest\n");
  CHECK_FALSE(base.own_counts);
  const auto counts_with = [&](const char* makefile) {
    files["Makefile"] = makefile;
    test_checks::Setting setting;
    setting.own_before = {{"Python", "", base.own_commands}};
    return tests_of(files, setting).own_counts;
  };
  CHECK_FALSE(counts_with("test:\n\t@python3 -m unittest\n"));
  CHECK(counts_with("test:\n\tpython3 -m unittest -v\n") == OwnCounts{2, 2});
  CHECK(counts_with("test:\n\tpython3 -m unittest tests.test_a\n") == OwnCounts{1, 2});
  CHECK(counts_with("test:\n\tpython3 -m unittest -k nothing\n") == OwnCounts{0, 2});
  CHECK(counts_with("all:\n\ttrue\n") == OwnCounts{0, 2});
}

TEST_CASE("a runner that only lists tests runs none") {
  for (const char* text : {"--color\n--dry-run\n", "mocha --dry-run spec", "  \"dry-run\": true,",
                           "dry-run: true", "  config.dry_run = true"}) {
    CAPTURE(text);
    CHECK(lists_tests_only(text));
  }
  for (const char* text :
       {"--color\n", "# --dry-run", "// dryRun: true", "dry-run: false", "mocha spec"}) {
    CAPTURE(text);
    CHECK_FALSE(lists_tests_only(text));
  }
  PASS_OVER_UNLESS(has_tool("rspec"));
  const CheckRun run = tests_of({{"lib/box.rb", "def add(a, b)\n  a - b\nend\n"},
                                 {".rspec", "--dry-run\n"},
                                 {"spec/box_spec.rb", "describe 'add' do\n  it('adds') {}\nend\n"}},
                                {}, "Ruby");
  CHECK(run.no_tests);
  CHECK(contains(run.reason, "without running any"));
}

TEST_CASE("RSpec") {
  const Files files = {{"lib/box.rb", "def add(a, b)\n  a - b\nend\n"},
                       {"spec/box_spec.rb",
                        "require './lib/box'\ndescribe 'add' do\n"
                        "  it('adds') { expect(add(1, 2)).to eq 3 }\n"
                        "  it('takes nothing') { expect(add(0, 0)).to eq 0 }\n"
                        "  xit('waits') {}\nend\n"}};
  const CheckRun none = tests_of(files, {.tools = "/nonexistent"}, "Ruby");
  CHECK(none.outcome == CheckOutcome::unknown);
  CHECK(none.reason == "rspec is not installed (install the package ruby-rspec)");
  PASS_OVER_UNLESS(has_tool("rspec"));
  const CheckRun run = tests_of(files, {}, "Ruby");
  CAPTURE(run.reason);
  CHECK(run.outcome == CheckOutcome::failed);
  CHECK(failing(run) == Ids{"spec/box_spec.rb: add adds"});
  CHECK(run.failing[0].file == "spec/box_spec.rb");
  CHECK(passing(run) == Ids{"spec/box_spec.rb: add takes nothing"});
  CHECK(run.skipped.size() == 1);
  Files unloadable = files;
  unloadable["spec/other_spec.rb"] = "require 'surely_not_a_gem'\n";
  CHECK(tests_of(unloadable, {}, "Ruby").reason ==
        "the package surely_not_a_gem is not installed here");
  unloadable["spec/other_spec.rb"] = "nonsense(\n";
  CHECK(tests_of(unloadable, {}, "Ruby").outcome == CheckOutcome::failed);
}

const Files kMinitest = {
    {"lib/box.rb", "def add(a, b)\n  a - b\nend\n"},
    {"test/box_test.rb",
     "require 'minitest/autorun'\nrequire_relative '../lib/box'\n"
     "class BoxTest < Minitest::Test\n  def test_add; assert_equal 3, add(1, 2); end\n"
     "  def test_zero; assert_equal 0, add(0, 0); end\n"
     "  def test_error; raise 'no'; end\n  def test_later; skip 'x'; end\nend\n"}};

TEST_CASE("what tests of minitest print stands between their name and their end") {
  const TestReport report = parse_minitest(
      "BoxTest#test_c = BoxTest#test_z = 0.00 s = .\n0.00 s = .\n"
      "BoxTest#test_b = all is well\n0.00 s = .\nBoxTest#test_e = x\n0.12 s = S\n"
      "BoxTest#test_a = no newline0.00 s = .\nBox::LidTest#test_0001_is a lid = 0.00 s = .\n"
      "BoxTest#test_f = bad\n0.00 s = F\n");
  Ids passing_ids;
  for (const TestName& test : report.passing) passing_ids.push_back(test.id);
  CHECK(passing_ids == Ids{"BoxTest#test_c", "BoxTest#test_b", "BoxTest#test_a",
                           "Box::LidTest#test_0001_is a lid"});
  CHECK(report.passed == 4);
  REQUIRE(report.skipped.size() == 1);
  CHECK(report.skipped[0].id == "BoxTest#test_e");
}

TEST_CASE("minitest without a Rakefile, and Rake's test task") {
  PASS_OVER_UNLESS(has_tool("ruby") && has_tool("rake"));
  Files with_rake = kMinitest;
  with_rake["Rakefile"] =
      "require 'rake/testtask'\nRake::TestTask.new(:test) { |t| t.pattern = 'test/*_test.rb' }\n";
  const CheckRun plain = tests_of(kMinitest, {}, "Ruby");
  const CheckRun rake = tests_of(with_rake, {}, "Ruby");
  if (contains(plain.reason, "minitest is not installed")) return;
  CHECK(plain.command == "ruby -Ilib -Itest");
  CHECK(rake.command == "rake test");
  for (const CheckRun& run : {plain, rake}) {
    CAPTURE(run.command);
    CAPTURE(run.reason);
    CHECK(run.outcome == CheckOutcome::failed);
    Ids failed = failing(run);
    std::sort(failed.begin(), failed.end());
    CHECK(failed == Ids{"BoxTest#test_add", "BoxTest#test_error"});
    CHECK(run.failing[0].file == "test/box_test.rb");
    CHECK(passing(run) == Ids{"BoxTest#test_zero"});
    CHECK(run.skipped.size() == 1);
  }
}

TEST_CASE("bats") {
  const Files files = {{"box.sh", "add() { echo $(($1 - $2)); }\n"},
                       {"test/box.bats",
                        "source box.sh\n@test \"adds\" {\n  [ \"$(add 1 2)\" = 3 ]\n}\n"
                        "@test \"takes nothing\" {\n  [ \"$(add 0 0)\" = 0 ]\n}\n"}};
  CHECK(tests_of(files, {.tools = "/nonexistent"}, "bats").reason ==
        "bats is not installed (install the package bats)");
  PASS_OVER_UNLESS(has_tool("bats"));
  const CheckRun run = tests_of(files, {}, "bats");
  CAPTURE(run.reason);
  CAPTURE(run.output);
  CHECK(run.outcome == CheckOutcome::failed);
  CHECK(failing(run) == Ids{"box.bats::adds"});
  CHECK(run.failing[0].file == "test/box.bats");
  CHECK(passing(run) == Ids{"box.bats::takes nothing"});
  Files helper = files;
  helper["test/box.bats"] = "load lib/bats-support/load\n@test \"a\" { true; }\n";
  const CheckRun unknown = tests_of(helper, {}, "bats");
  CAPTURE(unknown.output);
  CHECK(unknown.outcome == CheckOutcome::unknown);
  CHECK(contains(unknown.reason, "a library its tests load is not here"));
}

TEST_CASE("Automake's checks, with the configure script made first") {
  PASS_OVER_UNLESS(has_tool("autoreconf") && has_tool("automake") && has_tool("cc"));
  const CheckRun run =
      tests_of({{"configure.ac",
                 "AC_INIT([x],[1.0])\nAM_INIT_AUTOMAKE([foreign])\nAC_PROG_CC\n"
                 "AC_CONFIG_FILES([Makefile])\nAC_OUTPUT\n"},
                {"Makefile.am", "check_PROGRAMS = t_good t_bad\nTESTS = $(check_PROGRAMS)\n"},
                {"t_good.c", "int main(void) { return 0; }\n"},
                {"t_bad.c", "int main(void) { return 1; }\n"}},
               {}, "Make");
  CAPTURE(run.reason);
  CHECK(run.command == "make check");
  CHECK(run.outcome == CheckOutcome::failed);
  CHECK(failing(run) == Ids{"t_bad"});
  CHECK(passing(run) == Ids{"t_good"});
}

TEST_CASE("PHPUnit") {
  const Files files = {
      {"phpunit.xml",
       "<phpunit><testsuites><testsuite name=\"a\"><directory>tests</directory>"
       "</testsuite></testsuites></phpunit>\n"},
      {"tests/BoxTest.php",
       "<?php\nuse PHPUnit\\Framework\\TestCase;\nfinal class BoxTest extends TestCase {\n"
       "  public function testGood(): void { $this->assertTrue(true); }\n"
       "  public function testBad(): void { $this->assertSame(3, 4); }\n}\n"}};
  Files composer = files;
  composer["composer.json"] = R"({"autoload": {"psr-4": {"A\\": "src/"}}})";
  CHECK(tests_of(composer, {}, "PHP").reason ==
        "its dependencies are not installed here (vendor/autoload.php)");
  PASS_OVER_UNLESS(has_tool("phpunit"));
  const CheckRun run = tests_of(files, {}, "PHP");
  CAPTURE(run.reason);
  CHECK(run.outcome == CheckOutcome::failed);
  CHECK(failing(run) == Ids{"tests/BoxTest.php::testBad"});
  CHECK(run.failing[0].file == "tests/BoxTest.php");
  CHECK(passing(run) == Ids{"tests/BoxTest.php::testGood"});
}

TEST_CASE("a chart with tests asks for helm") {
  const Files files = {{"charts/box/Chart.yaml", "name: box\n"},
                       {"charts/box/tests/box_test.yaml", "suite: box\n"}};
  const CheckRun run = tests_of(files, {.tools = "/nonexistent"}, "Helm");
  CHECK(run.folder == "charts/box");
  CHECK(run.outcome == CheckOutcome::unknown);
  CHECK(run.reason == "helm is not installed (install the program helm, from helm.sh)");
}

TEST_CASE("what the readers make of the words of other tools") {
  CHECK(parse_minitest("FAIL: test_a (x.A)\nPASS: b\n").empty());
  CHECK(parse_rspec("no JSON").empty());
  const TestReport automake = parse_automake("PASS: a\nXFAIL: b\nSKIP: c\nXPASS: d\nERROR: e\n");
  CHECK(automake.passed == 2);
  CHECK(automake.failing.size() == 2);
  CHECK(automake.skipped.size() == 1);
}

}  // namespace
}  // namespace pawl::repo::conventions_test
