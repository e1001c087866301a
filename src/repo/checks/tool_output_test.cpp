// The readers of tool output, on what the real tools printed (tests/golden/checks).
#include "repo/checks/tool_output.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "base/text/text.hpp"
#include "repo/manifests/manifests.hpp"
#include "repo/xml.hpp"

namespace pawl::repo::tool_output_test {
namespace {

std::string golden(const std::string& name) {
  std::ifstream file(std::string(PAWL_SOURCE_DIR) + "/tests/golden/checks/" + name);
  REQUIRE_MESSAGE(file.good(), name);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::string> ids(const TestReport& report) {
  std::vector<std::string> out;
  for (const FailingTest& test : report.failing) out.push_back(test.id);
  return out;
}

using Ids = std::vector<std::string>;

std::vector<std::string> names(const std::vector<TestName>& tests) {
  std::vector<std::string> out;
  for (const TestName& test : tests) out.push_back(test.id);
  return out;
}

TEST_CASE("go build") {
  const auto found = parse_colon_errors(golden("go-build.txt"), "go build");
  REQUIRE(found.size() == 2);
  CHECK(found[0] == Diagnostic{.path = "broken/b.go",
                               .line = 4,
                               .column = 6,
                               .code = "",
                               .message = "unused declared but not used",
                               .tool = "go build"});
  CHECK(found[1].message == "undefined: undefinedThing");
}

TEST_CASE("go test reports leaves, files and panics") {
  const auto report = parse_go_test(golden("go-test.json"));
  CHECK(ids(report) ==
        Ids{"example.com/box.TestAdd/small_numbers", "example.com/box/inner.TestPanic"});
  CHECK(report.failing[0].file == "box_test.go");
  CHECK(report.failing[0].message == "box_test.go:8: Add(1, 2) = -1");
  CHECK(report.failing[1].message.starts_with("panic: assignment to entry in nil map"));
  CHECK(report.passed == 1);
  const auto unbuildable = parse_go_test(golden("go-test-unbuildable.json"));
  CHECK(ids(unbuildable) == Ids{"example.com/box/broken [does not build]"});
}

TEST_CASE("cargo check") {
  const auto found = parse_cargo_messages(golden("cargo-check.json"));
  REQUIRE(found.size() == 2);
  CHECK(found[0] == Diagnostic{.path = "src/lib.rs",
                               .line = 1,
                               .column = 38,
                               .code = "E0425",
                               .message = "cannot find value `y` in this scope (not found in this "
                                          "scope)",
                               .tool = "cargo check"});
  CHECK(found[1].code == "E0308");
}

TEST_CASE("cargo test names each failing test once, without threads, times and lines") {
  const auto report = parse_cargo_test(golden("cargo-test.txt"));
  CHECK(ids(report) == Ids{"crate_box::tests::must_panic", "crate_box::tests::adds",
                           "integration::outside", "doc crate_box::src/lib.rs -"});
  CHECK(report.passed == 1);
  CHECK(report.failing[0].message == "note: test did not panic as expected at src/lib.rs:18:8");
  CHECK(report.failing[1].file == "src/lib.rs");
  CHECK(report.failing[1].message == "assertion `left == right` failed\nleft: -1\nright: 3");
  CHECK(report.failing[2].file == "tests/integration.rs");
  CHECK(report.failing[2].message == "boom");
  CHECK(report.failing[3].file == "src/lib.rs");
  const auto unbuildable = golden("cargo-test-unbuildable.txt");
  CHECK(parse_cargo_test(unbuildable).failing.empty());
  const auto found = parse_rustc_errors(unbuildable);
  REQUIRE(found.size() == 2);
  CHECK(found[1] == Diagnostic{.path = "src/lib.rs",
                               .line = 1,
                               .column = 35,
                               .code = "E0308",
                               .message = "mismatched types",
                               .tool = "rustc"});
}

TEST_CASE("tsc") {
  const auto found = parse_tsc_errors(golden("tsc.txt"));
  REQUIRE(found.size() == 3);
  CHECK(found[0] == Diagnostic{.path = "a.ts",
                               .line = 1,
                               .column = 5,
                               .code = "TS2322",
                               .message = "Type 'string' is not assignable to type 'number'.",
                               .tool = "tsc"});
  const auto without_place = parse_tsc_errors("error TS2688: Cannot find type definition file\n");
  REQUIRE(without_place.size() == 1);
  CHECK(without_place[0].code == "TS2688");
  CHECK(without_place[0].path.empty());
}

TEST_CASE("gcc") {
  const auto found = parse_colon_errors(golden("gcc.txt"), "cc");
  REQUIRE(found.size() == 2);
  CHECK(found[0].message == "‘z’ undeclared (first use in this function)");
  CHECK(found[1].line == 2);
  CHECK(found[1].message == "nope.h: No such file or directory");
}

TEST_CASE("lines that look like errors and are none") {
  for (const char* line :
       {"make: *** [Makefile:3: a.o] Error 1", "12:30: meeting", "http://example.org:80: no",
        "note: see a.c:1: here", "a.c:1:2: warning: unused", "a.c:1:2: note: here",
        "ratio 3:4: fine", "a.c:x: y", ":1: x", "a.c:1:"}) {
    CAPTURE(line);
    CHECK(parse_colon_errors(line, "cc").empty());
  }
}

TEST_CASE("cmake") {
  const auto missing = parse_cmake_errors(golden("cmake-missing.txt"));
  REQUIRE(missing.size() == 1);
  CHECK(missing[0].path == "CMakeLists.txt");
  CHECK(missing[0].code == "find_package");
  CHECK(missing[0].message.starts_with("By not providing \"FindNope.cmake\""));
  const auto syntax = parse_cmake_errors(golden("cmake-syntax.txt"));
  REQUIRE(syntax.size() == 1);
  CHECK(syntax[0].line == 1);
  CHECK(syntax[0].message.starts_with("Parse error."));
}

TEST_CASE("pytest") {
  const auto report = parse_junit(golden("pytest.xml"));
  CHECK(ids(report) == Ids{"u_test.py::A::test_a", "u_test.py::A::test_sub",
                           "t/test_a.py::test_bad", "t/test_a.py::test_param[a b]",
                           "t/test_a.py::TestK::test_m"});
  CHECK(report.passed == 3);
  CHECK(report.failing[2].file == "t/test_a.py");
  CHECK(report.failing[2].message == "assert 1 == 2");
  const auto missing = parse_junit(golden("pytest-missing.xml"));
  REQUIRE(missing.failing.size() == 1);
  CHECK(missing.failing[0].message.find("No module named 'not_there_module'") != std::string::npos);
}

TEST_CASE("the file of a test comes from mocha's stack and from behind jest's project") {
  const auto mocha = parse_node_tests(
      "  box\n    1) opens\n    2) shuts\n\n  0 passing (7ms)\n  2 failing\n\n"
      "  1) box\n       opens:\n     TypeError: no lid\n      at open (lib/box.js:3:5)\n"
      "      at Context.<anonymous> (test/box.js:8:3)\n"
      "      at run (node_modules/mocha/lib/test.js:1:1)\n\n"
      "  2) box\n       shuts:\n     Error: no\n      at lib/lid.js:1:1\n\n"
      "  3) box\n       fits:\n     Error: no\n      at file://test/fits.mjs:1:1\n");
  REQUIRE(mocha.failing.size() == 3);
  CHECK(mocha.failing[0].file == "test/box.js");
  CHECK(mocha.failing[0].message ==
        "TypeError: no lid\nat open (lib/box.js:3:5)\nat Context.<anonymous> (test/box.js:8:3)");
  CHECK(mocha.failing[1].file == "");
  CHECK(mocha.failing[2].file == "test/fits.mjs");
  const auto jest = parse_node_tests(
      "FAIL dom src/__tests__/box.js (5.2 s)\n  \u25cf box \u203a opens\n\n    no\n\n"
      "      at open (src/box.js:3:5)\n      at run (node_modules/jest/run.js:1:1)\n\n"
      "  \u25cf box \u203a shuts\n\n    no\n\nTest Suites: 1 failed\n");
  REQUIRE(jest.failing.size() == 2);
  CHECK(jest.failing[0].id == "src/__tests__/box.js > box > opens");
  CHECK(jest.failing[0].message == "no\nat open (src/box.js:3:5)");
  CHECK(jest.failing[1].message == "no");
  CHECK(jest.failing[0].file == "src/__tests__/box.js");
}

TEST_CASE("AVA") {
  const auto report = parse_node_tests(
      "\n  \u2714 box \u203a opens (101ms)\n  \u2718 [fail]: box \u203a fits\n"
      "  - [skip] box \u203a rusts\n"
      "  \u2718 [fail]: box \u203a shuts Error thrown in test\n  \u2500\n\n  box \u203a fits\n\n"
      "  test/box.js:7\n\n   6: test('fits', t => {\n   7:   t.is(1, 2);\n\n"
      "  Difference (- actual, + expected):\n\n  - 1\n  + 2\n\n"
      "  \u203a fits (file://lib/box.js:2:3)\n  \u203a file://test/box.js:7:4\n\n\n\n"
      "  box \u203a shuts\n\n  test/box.js:9\n\n   9:   shut();\n\n  Error {\n"
      "    message: 'no lid',\n  }\n\n  \u2500\n\n  2 tests failed\n");
  CHECK(ids(report) == Ids{"box > fits", "box > shuts"});
  CHECK(report.failing[0].file == "test/box.js");
  CHECK(report.failing[0].message ==
        "Difference (- actual, + expected):\n- 1\n+ 2\n\u203a fits (file://lib/box.js:2:3)\n"
        "\u203a file://test/box.js:7:4");
  CHECK(contains(report.failing[1].message, "message: 'no lid',"));
  REQUIRE(report.passing.size() == 1);
  CHECK(report.passing[0].id == "box > opens");
  REQUIRE(report.skipped.size() == 1);
  CHECK(report.skipped[0].id == "box > rusts");
  const auto good =
      parse_node_tests("  \u2714 opens\n  \u2714 shuts\n  \u2500\n\n  2 tests passed\n");
  CHECK(good.passed == 2);
  CHECK(good.passing.size() == 2);
  for (const char* odd : {" [fail]: ", "  \u2718 [fail]: a", "x\n\n  a\n\n  b:1\n [fail]: a\n"}) {
    CHECK(parse_node_tests(odd).failing.size() <= 1);
  }
}

TEST_CASE("Surefire and Gradle") {
  const auto report = parse_jvm_reports(golden("surefire.xml"));
  CHECK(ids(report) ==
        Ids{"com.acme.BoxTest.opens", "com.acme.BoxTest.{int}[2]", "com.acme.HingeTest"});
  CHECK(report.passed == 3);
  CHECK(report.failing[0].file == "com/acme/BoxTest");
  CHECK(report.failing[0].message ==
        "org.opentest4j.AssertionFailedError: expected: <1> but was: <7>\n"
        "at com.acme.Box.check(Box.java:12)\nat com.acme.BoxTest.opens(BoxTest.java:20)");
  CHECK(report.failing[2].message == "no oil");
  CHECK(report.passing.back().file == "com/acme/LidTest");
}

TEST_CASE("ctest") {
  const auto report = parse_junit(golden("ctest.xml"));
  CHECK(ids(report) == Ids{"bad", "missing"});
  CHECK(report.failing[0].message == "went <wrong>");
  CHECK(report.failing[1].message == "Unable to find executable");
  CHECK(report.passed == 1);
}

TEST_CASE("unittest's message is not the comparison below it") {
  const auto report = parse_unittest(
      "FAIL: test_a (u.T.test_a)\n-----\nTraceback (most recent call last):\n"
      "  File \"u.py\", line 3, in test_a\nAssertionError: 'ab' != 'b'\n- ab\n? -\n+ b\n\n"
      "-----\nRan 1 test in 0.0s\n\nFAILED (failures=1)\n");
  REQUIRE(report.failing.size() == 1);
  CHECK(report.failing[0].message == "AssertionError: 'ab' != 'b'");
}

TEST_CASE("unittest") {
  const auto report = parse_unittest(golden("unittest.txt"));
  CHECK(ids(report) == Ids{"u_test.A.test_a", "u_test.A.test_sub (i=1)"});
  CHECK(report.failing[0].message == "AssertionError: 1 != 2");
  CHECK(report.failing[0].file == "/scratch/u_test.py");
  CHECK(report.passed == 1);
  const auto older = parse_unittest(
      "FAIL: test_a (u_test.A)\nAssertionError: x\nRan 1 test in 1s\n"
      "\nFAILED (failures=1)\n");
  CHECK(ids(older) == Ids{"u_test.A.test_a"});
  CHECK(parse_unittest("Ran 0 tests in 0.000s\n\nOK\n").empty());
}

TEST_CASE("the runners behind npm test") {
  struct Row {
    const char* file;
    Ids failing;
    int passed;
  };
  const Row rows[] = {
      {"node-tap.txt", {"adds numbers", "group > inner fails"}, 2},
      {"node-spec.txt", {"adds numbers", "group > inner fails"}, 2},
      {"mocha.txt", {"top level", "box > adds", "box > inner > throws"}, 1},
      {"jest.txt",
       {"v/a.test.js > Test suite failed to run", "j/a.test.js > box > adds",
        "j/a.test.js > box > inner > throws"},
       1},
      {"vitest.txt", {"v/a.test.js > box > adds", "v/a.test.js > box > inner > throws"}, 1},
  };
  for (const Row& row : rows) {
    CAPTURE(row.file);
    const auto report = parse_node_tests(golden(row.file));
    CHECK(ids(report) == row.failing);
    CHECK(report.passed == row.passed);
  }
  const auto tap = parse_node_tests(golden("node-tap.txt"));
  CHECK(tap.failing[0].file == "/scratch/a.test.js");
  CHECK(tap.failing[0].message == "Expected values to be strictly equal:\n2 !== 3");
  CHECK(tap.failing[1].message == "x");
  CHECK(parse_node_tests(golden("node-spec.txt")).failing[1].file == "a.test.js");
}

TEST_CASE("tap") {
  const auto report = parse_tap(
      "1..4\nok 1 - a\nnot ok 2 - b\nnot ok 3 - c # TODO later\n"
      "ok 4 # skip no network\nnot ok\n");
  CHECK(ids(report) == Ids{"b", "unnamed test"});
  CHECK(report.passed == 1);
  CHECK(parse_tap("1..1\nnot ok 1 - (5ms)\n  error: 'x'\n").failing.empty());
}

TEST_CASE("names that stay the same from run to run") {
  struct Row {
    const char* name;
    const char* want;
  };
  const Row rows[] = {
      {"adds numbers (2.84ms)", "adds numbers"},
      {"adds numbers (3 s)", "adds numbers"},
      {"waits 5s (or more)", "waits 5s (or more)"},
      {"param[0x7f51cc1b6b90]", "param[0x…]"},
      {"opens 0xff", "opens 0xff"},
      {"reads /tmp/pytest-of-root/pytest-3/x.txt twice", "reads /tmp/… twice"},
      {"goroutine 18 stops", "goroutine N stops"},
      {"  plain  ", "plain"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(stable_name(row.name) == row.want);
  }
  CHECK(without_colours("\x1b[31mred\x1b[0m and \x1b[1;4mbold") == "red and bold");
}

TEST_CASE("trouble of the place is told from trouble of the code") {
  for (const char* text :
       {"npm ERR! getaddrinfo EAI_AGAIN registry", "fatal: Could not resolve host: example.org",
        "inner/in.go:2:8: module lookup disabled by GOPROXY=off",
        "error: no matching package named `serde` found",
        "As a reminder, you're using offline mode (--offline) which can",
        "Could not find rake-13.0.6 in locally installed gems\nRun `bundle install` to install",
        "Could not find rake-13.0.6 in any of the sources\nRun `bundle install` to install missing "
        "gems.",
        "The git source https://h.example/x is not yet checked out. Run `bundle install` first",
        "Your Ruby version is 3.1.2, but your Gemfile specified 3.3.0",
        "a.go:3:8: missing go.sum entry for module providing package example.com/lid; to add:",
        "go: example.com/lid@v1.0.0: missing go.sum entry for go.mod file; to add it:"}) {
    CAPTURE(text);
    CHECK(trouble_of_the_place(text).has_value());
  }
  for (const char* text : {"assert 1 == 2", "error[E0425]: cannot find value `y`", ""}) {
    CAPTURE(text);
    CHECK_FALSE(trouble_of_the_place(text).has_value());
  }
}

TEST_CASE("xml") {
  const auto root = parse_xml(
      "<?xml version=\"1.0\"?><!DOCTYPE a><a x='1 > 0' y=\"&lt;&#65;&amp;\">"
      "t<!-- <b> --><b/><c>u<![CDATA[<raw>]]></c></a>");
  CHECK(root.name == "a");
  CHECK(root.attribute("x") == "1 > 0");
  CHECK(root.attribute("y") == "<A&");
  CHECK(root.text == "t");
  REQUIRE(root.children.size() == 2);
  CHECK(root.child("c")->text == "u<raw>");
  CHECK(root.child("d") == nullptr);
  for (const char* broken :
       {"", "<", "<a", "<a><b>", "</a>", "<a x=>", "<a x=\"", "x<a></b></c>"}) {
    CAPTURE(broken);
    CHECK(parse_xml(broken).children.size() <= 1);
  }
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "<a>";
  CHECK(parse_xml(deep).name == "a");
  std::size_t levels = 0;
  const auto deepest = parse_xml(deep);
  for (const XmlElement* at = &deepest; at != nullptr; at = at->child("a")) ++levels;
  CHECK(levels == 200);
}

TEST_CASE("xml tells the lines of its elements and what they hold in UTF-8") {
  const auto root =
      parse_xml("<?xml version='1.0'?>\n<a>\n  <b\n x='1'/><c>&#233;&#x1F432;</c>\n\n<d/></a>");
  REQUIRE(root.children.size() == 3);
  CHECK(root.line == 2);
  CHECK(root.child("b")->line == 3);
  CHECK(root.child("c")->line == 4);
  CHECK(root.child("c")->text == "\xC3\xA9\xF0\x9F\x90\xB2");
  CHECK(root.child("d")->line == 6);
  CHECK(is_utf8(parse_xml("<a b='&#xD800;'>\xFF&#xDFFF;</a>").text));
}

TEST_CASE("xml expands nothing that a DTD declares, and reads no more than its limits") {
  const auto bomb = parse_xml(
      "<!DOCTYPE a [<!ENTITY x \"ha\"><!ENTITY y \"&x;&x;&x;\">"
      "<!ENTITY f SYSTEM \"file:///etc/passwd\">]><a b='&y;'>&y;&f;</a>");
  CHECK(bomb.text == "&y;&f;");
  CHECK(bomb.attribute("b") == "&y;");
  std::string many = "<a>";
  for (int i = 0; i < 1'000'100; ++i) many += "<b c='1'/>";
  const auto cut = parse_xml(many + "</a>");
  CHECK(cut.name == "a");
  CHECK(cut.children.size() < 1'000'001);
  CHECK(cut.children.size() > 999'000);
}

TEST_CASE("readers survive output that is cut off or not theirs") {
  const char* files[] = {"cargo-check.json", "cargo-test.txt", "cmake-missing.txt", "ctest.xml",
                         "gcc.txt",          "go-test.json",   "jest.txt",          "mocha.txt",
                         "node-spec.txt",    "node-tap.txt",   "pytest.xml",        "tsc.txt",
                         "unittest.txt",     "vitest.txt"};
  for (const char* file : files) {
    const std::string whole = golden(file);
    for (std::size_t cut = 0; cut <= whole.size(); cut += whole.size() / 60 + 1) {
      for (const std::string& text : {whole.substr(0, cut), whole.substr(cut)}) {
        std::size_t found = parse_colon_errors(text, "x").size() + parse_cmake_errors(text).size() +
                            parse_cargo_messages(text).size() + parse_rustc_errors(text).size() +
                            parse_tsc_errors(text).size();
        for (const auto reader : {parse_go_test, parse_cargo_test, parse_junit, parse_jvm_reports,
                                  parse_unittest, parse_node_tests, parse_tap}) {
          found += reader(text).failing.size();
        }
        CHECK(found <= whole.size());
      }
    }
  }
}

// Four megabytes of each: compared pair by pair they would take hours.
TEST_CASE("what hostile output names is bounded, and read in time") {
  const auto many = [](std::string_view before, std::string_view after) {
    std::string text;
    for (int i = 0; text.size() < (1U << 20U); ++i) {
      text += std::string(before) + std::to_string(i) + std::string(after) + "\n";
    }
    return text;
  };
  CHECK(parse_tap("TAP version 13\n" + many("not ok - t", "")).failing.size() == kFailingMax + 1);
  CHECK(parse_unittest(many("FAIL: t", " (a.B)")).failing.size() == kFailingMax + 1);
  CHECK(parse_cargo_test(many("test t", " ... FAILED")).failing.size() == kFailingMax + 1);
  CHECK(parse_colon_errors(many("a.c:", ": x"), "cc").size() == kDiagnosticsMax + 1);
  CHECK(parse_rustc_errors(many("error: x\n --> a.rs:", ":1")).size() == kDiagnosticsMax + 1);
  CHECK(parse_node_tests(many("", " failing")).failing.empty());
  CHECK(parse_node_tests("1 passing\n1 failing\n" + many("  ", ") x")).failing.empty());
  CHECK(parse_node_tests("ℹ tests 1\n✖ failing tests:\n" + many("✖ t", "")).failing.empty());
  CHECK(parse_junit("<a><testcase name=\"x\"><failure>" + std::string(4U << 20U, '&') +
                    "</failure></testcase></a>")
            .failing.size() == 1);
}

TEST_CASE("a long name keeps its beginning and says which it is") {
  const std::string longer(5'000, 'x');
  const std::string name = stable_name(longer);
  CHECK(name.size() < 1'100);
  CHECK(name == stable_name(longer));
  CHECK(name != stable_name(longer + "y"));
  CHECK(stable_name("thread 12 and pid=7 at 0x12345678") == "thread N and pid=N at 0x…");
}

TEST_CASE("tests that pass and tests that are skipped are named") {
  struct Row {
    const char* file;
    TestReport (*read)(std::string_view);
    std::string passing;
    std::string skipped;
  };
  const Row rows[] = {
      {"go-test.json", parse_go_test, "example.com/box.TestOther", "example.com/box.TestSkip"},
      {"cargo-test.txt", parse_cargo_test, "crate_box::tests::zero", "crate_box::tests::slow"},
      {"pytest.xml", parse_junit,
       "u_test.py::A::test_b, t/test_a.py::test_ok, t/test_a.py::test_param[c]", ""},
      {"ctest.xml", parse_junit, "good", "off"},
      {"surefire.xml", parse_jvm_reports,
       "com.acme.BoxTest.shuts, com.acme.BoxTest.{int}[1], com.acme.LidTest$Inside.fits",
       "com.acme.BoxTest.later"},
      {"unittest.txt", parse_unittest, "u_test.A.test_b", ""},
      {"node-tap.txt", parse_node_tests, "passes, group > inner passes", "skipped one"},
      {"node-spec.txt", parse_node_tests, "passes, group > inner passes", "skipped one"},
      {"mocha.txt", parse_node_tests, "box > passes", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.file);
    const TestReport report = row.read(golden(row.file));
    CHECK(join(names(report.passing), ", ") == row.passing);
    CHECK(join(names(report.skipped), ", ") == row.skipped);
    CHECK(static_cast<int>(report.passing.size()) >= report.passed.value_or(0));
  }
}

TEST_CASE("make targets") {
  const auto targets = make_targets(
      "CC := gcc\nX=a:b\n.PHONY: all\nall: app lib\n\techo a: b\n%.o: %.c\n$(X): y\ntest check:\n"
      "# c: d\nall: more\nuse::\n");
  std::vector<std::string> names;
  for (const MakeTarget& target : targets) names.push_back(target.name);
  CHECK(names == Ids{"all", "test", "check", "use"});
  CHECK(targets[1].line == 8);
}

}  // namespace
TEST_CASE("tests of one name have ids of their own, and one failure more is one id more") {
  const std::string before =
      "TAP version 13\n# opens\nok 1 should be equal\nnot ok 2 should be equal\nok 3 should be "
      "equal\n1..3\n";
  const std::string after =
      "TAP version 13\n# opens\nnot ok 1 should be equal\nnot ok 2 should be equal\n# closes\nnot "
      "ok 3 should "
      "be equal\n1..3\n";
  const TestReport base = parse_tap(before);
  const TestReport head = parse_tap(after);
  REQUIRE(base.failing.size() == 1);
  REQUIRE(base.passing.size() == 2);
  CHECK(base.passing[1].id == "should be equal (2)");
  REQUIRE(head.failing.size() == 3);
  CHECK(head.failing[0].id == base.failing[0].id);
  CHECK(head.failing[2].id == "should be equal (3)");

  const TestReport junit = parse_junit(
      "<testsuite><testcase classname=\"t\" name=\"a\"/><testcase classname=\"t\" "
      "name=\"a\"><failure "
      "message=\"x\"/></testcase><testcase classname=\"t\" name=\"a\"><failure "
      "message=\"y\"/></testcase></testsuite>");
  REQUIRE(junit.failing.size() == 2);
  CHECK(junit.failing[0].id == "t::a");
  CHECK(junit.failing[1].id == "t::a (2)");
  CHECK(junit.passing.size() == 1);
}

}  // namespace pawl::repo::tool_output_test
