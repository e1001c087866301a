// Checks with real tools on real files. What this machine does not have is passed over.
#include "repo/checks/checks.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "repo/checks/checks_json.hpp"
#include "repo/checks/test_checks.hpp"
#include "tests/pass_over.hpp"

namespace pawl::repo::checks_test {
namespace {

using test_checks::check;
using test_checks::Files;
using test_checks::has_tool;
using test_checks::Setting;

std::vector<std::string> ids(const CheckRun& run) {
  std::vector<std::string> out;
  for (const FailingTest& test : run.failing) out.push_back(test.id);
  return out;
}

using Ids = std::vector<std::string>;

TEST_CASE("a repository without a stack has nothing to check") {
  const auto results = check({{"README.md", "# x\n"}});
  CHECK(results.builds.empty());
  CHECK(results.tests.empty());
}

TEST_CASE("a tool that is not installed is unknown, not broken") {
  const auto results = check({{"go.mod", "module x\n"},
                              {"a.go", "package x\n"},
                              {"Cargo.toml", "[package]\nname = \"x\"\n"},
                              {"CMakeLists.txt", "project(x)\n"},
                              {"pom.xml", "<project><artifactId>x</artifactId></project>"},
                              {"a.py", "x = \n"},
                              {"package.json", R"({"scripts": {"test": "node --test"}})"}},
                             {.tools = "/nonexistent"});
  CHECK(results.builds.size() == 5);
  for (const auto& runs : {results.builds, results.tests}) {
    for (const CheckRun& run : runs) {
      CAPTURE(run.stack);
      CHECK(run.outcome == CheckOutcome::unknown);
      CHECK_FALSE(run.reason.empty());
      CHECK(run.diagnostics.empty());
    }
  }
}

TEST_CASE("Python: syntax and unittest") {
  PASS_OVER_UNLESS(has_tool("python3"));
  const Files files = {{"box.py", "def add(a, b):\n    return a - b\n"},
                       {"broken.py", "x = 1\ndef f(:\n    pass\n"},
                       {"tests/fixtures/bad.py", "def ("},
                       {"tests/test_box.py",
                        "import unittest\nimport box\n\nclass BoxTest(unittest.TestCase):\n"
                        "    def test_add(self):\n        self.assertEqual(box.add(1, 2), 3)\n"
                        "    def test_zero(self):\n        self.assertEqual(box.add(0, 0), 0)\n"}};
  const auto results = check(files);
  REQUIRE(results.builds.size() == 1);
  const CheckRun& build = results.builds[0];
  CHECK(build.outcome == CheckOutcome::failed);
  REQUIRE(build.diagnostics.size() == 1);
  CHECK(build.diagnostics[0].path == "broken.py");
  CHECK(build.diagnostics[0].line == 2);
  REQUIRE(results.tests.size() == 1);
  const CheckRun& tests = results.tests[0];
  CAPTURE(tests.reason);
  CHECK(tests.command == "python -m unittest");
  CHECK(tests.outcome == CheckOutcome::failed);
  CHECK(ids(tests) == Ids{"test_box.BoxTest.test_add"});
  CHECK(tests.failing[0].file == "tests/test_box.py");
  CHECK(tests.tests_passed == 1);
}

TEST_CASE("Python: a test that starts Python with a path of its own finds the project's modules") {
  PASS_OVER_UNLESS(has_tool("python3"));
  const auto results = check(
      {{"src/box.py", "x = 1\n"},
       {"tests/test_box.py",
        "import os, subprocess, sys\nimport unittest\n\nclass BoxTest(unittest.TestCase):\n"
        "    def test_starts(self):\n        env = {**os.environ, 'PYTHONPATH': '.'}\n"
        "        subprocess.run([sys.executable, '-c', 'import box'], env=env, check=True)\n"}});
  REQUIRE(results.tests.size() == 1);
  CAPTURE(results.tests[0].reason);
  CHECK(results.tests[0].outcome == CheckOutcome::passed);
  CHECK(results.tests[0].tests_passed == 1);
}

TEST_CASE("Python: hooks of a template are none before they are filled in") {
  PASS_OVER_UNLESS(has_tool("python3"));
  constexpr const char* kHook = "{% if cookiecutter.a %}\nx = 1\n{% endif %}\n";
  const auto results = check({{"a.py", "x = 1\n"},
                              {"tests/one/hooks/pre_gen_project.py", kHook},
                              {"tests/one/{{cookiecutter.name}}/README.md", "# x\n"},
                              {"tests/two/hooks/pre_gen_project.py", kHook},
                              {"tests/two/cookiecutter.json", "{}"},
                              {"app/hooks/start.py", kHook},
                              {"app/{{notes}}.md", "# x\n"}});
  REQUIRE(results.builds.size() == 1);
  CHECK(results.builds[0].outcome == CheckOutcome::failed);
  REQUIRE(results.builds[0].diagnostics.size() == 1);
  CHECK(results.builds[0].diagnostics[0].path == "app/hooks/start.py");
}

TEST_CASE("Python: what is missing here is not the code's fault") {
  PASS_OVER_UNLESS(has_tool("python3"));
  const auto results =
      check({{"tests/test_a.py", "import unittest\nimport surely_not_installed_x\n"}});
  REQUIRE(results.tests.size() == 1);
  CHECK(results.tests[0].outcome == CheckOutcome::unknown);
  CHECK(results.tests[0].reason == "the package surely_not_installed_x is not installed here");
  const auto newer =
      check({{"pyproject.toml", "[project]\nname = \"x\"\nrequires-python = \">=3.99\"\n"},
             {"a.py", "from the future\n"}});
  REQUIRE(newer.builds.size() == 1);
  CHECK(newer.builds[0].outcome == CheckOutcome::unknown);
  CHECK(contains(newer.builds[0].reason, "Python 3.99"));
}

TEST_CASE("pytest, where it is installed") {
  const auto results =
      check({{"pyproject.toml", "[project]\nname = \"box\"\n[tool.pytest.ini_options]\n"},
             {"src/box/__init__.py", "def add(a, b):\n    return a - b\n"},
             {"tests/test_box.py",
              "from box import add\n\ndef test_add():\n"
              "    assert add(1, 2) == 3\n\ndef test_zero():\n"
              "    assert add(0, 0) == 0\n"},
             {"tests/test_other.py", "import surely_not_installed_x\n"}});
  REQUIRE(results.tests.size() == 1);
  const CheckRun& run = results.tests[0];
  CHECK(run.command == "pytest");
  CHECK(run.outcome != CheckOutcome::passed);
  if (run.outcome == CheckOutcome::unknown) {
    CHECK(run.reason == "pytest is not installed (install the package python3-pytest)");
    return;
  }
  CHECK(ids(run) == Ids{"tests/test_box.py::test_add"});
  CHECK(run.failing[0].file == "tests/test_box.py");
  CHECK(run.tests_passed == 1);
}

TEST_CASE("TypeScript") {
  PASS_OVER_UNLESS(has_tool("tsc"));
  const Files files = {{"tsconfig.json", R"({"compilerOptions": {"strict": true, "types": []}})"},
                       {"src/a.ts", "export const a: number = \"x\";\n"}};
  const auto failed = check(files).builds;
  REQUIRE(failed.size() == 1);
  CAPTURE(failed[0].reason);
  CHECK(failed[0].outcome == CheckOutcome::failed);
  REQUIRE(failed[0].diagnostics.size() == 1);
  CHECK(failed[0].diagnostics[0].code == "TS2322");
  CHECK(failed[0].diagnostics[0].path == "src/a.ts");
  auto changed = files;
  changed["src/a.ts"] = "export const a: number = 1;\n";
  CHECK(check(changed).builds[0].outcome == CheckOutcome::passed);
  changed["src/a.ts"] = "import x from \"left-pad\";\nexport const a: number = x;\n";
  CHECK(check(changed).builds[0].outcome == CheckOutcome::unknown);
  changed["src/a.ts"] =
      "import { b } from \"../node_modules/box/b\";\nexport const a: number = b;\n";
  changed["node_modules/box/b.d.ts"] = "export const b: = ;\n";
  CHECK(check(changed).builds[0].outcome == CheckOutcome::unknown);
  changed["package.json"] = R"({"devDependencies": {"typescript": "^99.0.0"}})";
  CHECK(check(changed).builds[0].outcome == CheckOutcome::unknown);
}

TEST_CASE("Ruby") {
  PASS_OVER_UNLESS(has_tool("ruby"));
  const auto results = check({{"lib/a.rb", "def a\n  1\nend\n"}, {"lib/b.rb", "def b(\n"}});
  REQUIRE(results.builds.size() == 1);
  CAPTURE(results.builds[0].reason);
  CHECK(results.builds[0].outcome == CheckOutcome::failed);
  REQUIRE(results.builds[0].diagnostics.size() == 1);
  CHECK(results.builds[0].diagnostics[0].path == "lib/b.rb");
  CHECK(check({{"a.rb", "puts 1\n"}}).builds[0].outcome == CheckOutcome::passed);
}

TEST_CASE("npm test") {
  PASS_OVER_UNLESS(has_tool("npm"));
  const auto package = [](const char* members) {
    return std::string("{\"name\": \"x\", ") + members + "}";
  };
  const auto test_of = [](const Files& files) {
    auto results = check(files);
    REQUIRE(results.tests.size() == 1);
    return results.tests[0];
  };
  const CheckRun failing =
      test_of({{"package.json", package(R"("scripts": {"test": "node --test"})")},
               {"a.test.js",
                "const {test} = require('node:test');\ntest('good', () => {});\n"
                "test('bad', () => { throw new Error('no'); });\n"}});
  CHECK(failing.outcome == CheckOutcome::failed);
  CHECK(ids(failing) == Ids{"bad"});
  CHECK(failing.failing[0].file == "a.test.js");
  CHECK(failing.tests_passed == 1);
  CHECK(test_of({{"package.json", package(R"("scripts": {"test": "true"})")}}).outcome ==
        CheckOutcome::passed);
  const CheckRun linted =
      test_of({{"package.json",
                package(R"("scripts": {"test": "npm run lint && node --test", "lint": "exit 3"})")},
               {"a.test.js", "require('node:test').test('good', () => {});\n"}});
  CHECK(linted.outcome == CheckOutcome::passed);
  CHECK(linted.command == "node --test");
  CHECK(linted.tests_passed == 1);
  struct Row {
    const char* members;
    const char* reason;
  };
  const Row unknown[] = {
      {R"("version": "1.0.0")", "package.json has no test script"},
      {R"("scripts": {"test": "echo \"Error: no test specified\" && exit 1"})",
       "package.json has no test script"},
      {R"("scripts": {"test": "eslint ."})", "its test script runs no tests"},
      {R"("scripts": {"test": "jest"}, "devDependencies": {"jest": "1"})",
       "its dependencies are not installed here (jest)"},
      {R"("scripts": {"test": "surely-not-a-program"})",
       "a program its tests call is not installed here (sh: "},
  };
  for (const Row& row : unknown) {
    CAPTURE(row.members);
    const CheckRun run = test_of({{"package.json", package(row.members)}});
    CHECK(run.outcome == CheckOutcome::unknown);
    CHECK(run.reason.starts_with(row.reason));
  }
}

TEST_CASE("sites of documents are built, when their packages are here") {
  const auto build_of = [](const Files& files) {
    for (const CheckRun& run : check(files).builds) {
      if (run.stack == "site") return run;
    }
    return CheckRun{.reason = "none"};
  };
  const char* wants = R"({"scripts": {"docs:build": "vitepress build"}, "devDependencies":
      {"vitepress": "1.6.4"}})";
  const CheckRun missing = build_of({{"docs/package.json", wants}, {"docs/index.md", "# A\n"}});
  CHECK(missing.outcome == CheckOutcome::unknown);
  CHECK(missing.folder == "docs");
  CHECK(missing.reason == "its dependencies are not installed here (vitepress)");
  CHECK(build_of({{"package.json", R"({"scripts": {"build": "tsc"}})"}}).reason == "none");
  if (has_tool("npm")) {
    const auto with = [&](const char* program) {
      return build_of(
          {{"package.json", R"({"scripts": {"docs": "node vitepress.js # vitepress build docs"}})"},
           {"vitepress.js", program}});
    };
    const CheckRun unseen = with("console.log('built');\n");
    CHECK(unseen.outcome == CheckOutcome::passed);
    REQUIRE(unseen.remarks.size() == 1);
    CHECK(unseen.remarks[0].code == kSiteNotRead);
    const CheckRun read = with(
        "const fs = require('fs');\nfs.mkdirSync('docs/.vitepress/dist/a', {recursive: true});\n"
        "fs.writeFileSync('docs/.vitepress/dist/index.html', '<a href=\"a/\">a</a>"
        "<a href=\"gone.html\">g</a>');\n"
        "fs.writeFileSync('docs/.vitepress/dist/a/index.html', '<a href=\"..\">up</a>');\n");
    CHECK(read.outcome == CheckOutcome::passed);
    CHECK(read.reason == "2 pages, 3 links on the site, 1 dead");
    REQUIRE(read.remarks.size() == 1);
    CHECK(read.remarks[0] ==
          Diagnostic{
              .path = "index.html", .code = "dead-link", .message = "gone.html", .tool = "links"});
    // It is kept with the results of a commit.
    CHECK(check_run_from_json(to_json(read))->remarks == read.remarks);
    CHECK(with("throw new Error('dead link');\n").outcome == CheckOutcome::failed);
  }
  const CheckRun mkdocs = build_of(
      {{"mkdocs.yml", "site_name: A\nnav:\n  - A: index.md\n"}, {"docs/index.md", "# A\n"}});
  CHECK(mkdocs.command == "mkdocs build");
  CHECK(mkdocs.outcome == (has_tool("mkdocs") ? CheckOutcome::passed : CheckOutcome::unknown));
  CHECK(mkdocs.remarks.empty());
  const CheckRun beside = build_of(
      {{"mkdocs.yml", "site_name: A\n"}, {"docs/index.md", "# A\n"}, {"package.json", wants}});
  CHECK(beside.command == "mkdocs build");
  for (const char* line :
       {"theme: surely-not-a-theme\n", "plugins: [surely-not-a-plugin]\n",
        "markdown_extensions: [surely.not]\n",
        "markdown_extensions:\n  - toc:\n      slugify: !!python/name:surely.not\n"}) {
    CAPTURE(line);
    const CheckRun run = build_of(
        {{"mkdocs.yml", std::string("site_name: A\n") + line}, {"docs/index.md", "# A\n"}});
    CHECK(run.outcome == CheckOutcome::unknown);
  }
}

TEST_CASE("flaky tests are not reported as failing") {
  PASS_OVER_UNLESS(has_tool("npm"));
  const auto results =
      check({{"package.json", R"({"scripts": {"test": "node --test"}})"},
             {"a.test.js",
              "const {test} = require('node:test');\nconst fs = require('node:fs');\n"
              "test('flaky', () => { if (!fs.existsSync('seen')) { fs.writeFileSync('seen', "
              "''); throw new Error('first time'); } });\n"}});
  REQUIRE(results.tests.size() == 1);
  CHECK(results.tests[0].outcome == CheckOutcome::passed);
  CHECK(results.tests[0].reason == "1 test failed once and passed when run again");
}

TEST_CASE("a test that is known to be flaky is run until it passes, or failed five times") {
  PASS_OVER_UNLESS(has_tool("python3"));
  // Fails in its first runs, and counts them in a file.
  const auto results_with = [](const char* failures, std::vector<FlakyTest> known) {
    return check({{"pyproject.toml", "[project]\nname = \"a\"\nversion = \"1\"\n"},
                  {"test_a.py",
                   "import os\nimport unittest\n\n\nclass T(unittest.TestCase):\n"
                   "    def test_slow(self):\n        open('runs', 'a').write('.')\n"
                   "        self.assertGreater(os.path.getsize('runs'), " +
                       std::string(failures) + ")\n"}},
                 {.known_flaky = std::move(known)});
  };
  const std::string id = "test_a.T.test_slow";
  const FlakyTest slow{.stack = "Python", .folder = "", .id = id};
  const auto unknown = results_with("3", {});
  REQUIRE(unknown.tests.size() == 1);
  REQUIRE(ids(unknown.tests[0]) == Ids{id});
  CHECK(unknown.tests[0].failing[0].times == 2);
  const auto flaky = results_with("3", {slow});
  REQUIRE(flaky.tests.size() == 1);
  CHECK(flaky.tests[0].outcome == CheckOutcome::passed);
  CHECK(flaky.tests[0].flaky.size() == 1);
  const auto broken = results_with("9", {slow});
  REQUIRE(broken.tests.size() == 1);
  CHECK(broken.tests[0].outcome == CheckOutcome::failed);
  REQUIRE(ids(broken.tests[0]) == Ids{id});
  CHECK(broken.tests[0].failing[0].times == 5);
  const auto elsewhere = results_with("3", {{.stack = "Python", .folder = "web", .id = id}});
  CHECK(ids(elsewhere.tests[0]) == Ids{id});
}

TEST_CASE("what nobody asks for is not run") {
  const Files files = {{"package.json", R"({"scripts": {"test": "true"}})"},
                       {"app.py", "print(1)\n"},
                       {"native/Makefile", "all:\n\ttrue\ntest:\n\ttrue\n"},
                       {"native/main.c", "int main(void) { return 0; }\n"}};
  const auto names = [](const std::vector<CheckRun>& runs) {
    std::string out;
    for (const CheckRun& run : runs) out += run.stack + " ";
    return out;
  };
  const auto builds = check(files, {.tests = false});
  CHECK(names(builds.builds) == "Python Make ");
  CHECK(builds.tests.empty());
  // Tests of a native project are run on what was built.
  const auto tests = check(files, {.builds = false});
  CHECK(names(tests.builds) == "Make ");
  CHECK(names(tests.tests) == names(check(files).tests));
  const auto none = check(files, {.builds = false, .tests = false});
  CHECK(none.builds.empty());
  CHECK(none.tests.empty());
}

TEST_CASE("a test that hangs is unknown") {
  PASS_OVER_UNLESS(has_tool("make") && has_tool("cc"));
  const auto results = check({{"Makefile", "a.o: a.c\ntest:\n\tsleep 60\n"}, {"a.c", "int a;\n"}},
                             {.deadline = Seconds(2)});
  REQUIRE(results.tests.size() == 1);
  CHECK(results.tests[0].outcome == CheckOutcome::unknown);
  CHECK_FALSE(results.tests[0].reason.empty());
}

TEST_CASE("make") {
  PASS_OVER_UNLESS(has_tool("make") && has_tool("cc"));
  const Files files = {{"Makefile",
                        "app: a.c\n\tcc -o app a.c\ncheck: app\n\t@echo 1..2; echo ok 1 "
                        "- one; echo not ok 2 - two; exit 1\n"},
                       {"a.c", "int main(void) { return 0; }\n"}};
  const auto results = check(files);
  REQUIRE(results.builds.size() == 1);
  CHECK(results.builds[0].outcome == CheckOutcome::passed);
  REQUIRE(results.tests.size() == 1);
  CHECK(ids(results.tests[0]) == Ids{"two"});
  auto broken = files;
  broken["a.c"] = "#include <surely_not_here.h>\nint main(void) { return y; }\n";
  CHECK(check(broken).builds[0].outcome == CheckOutcome::unknown);
  broken["a.c"] = "int main(void) { return y; }\n";
  const auto build = check(broken).builds[0];
  CHECK(build.outcome == CheckOutcome::failed);
  REQUIRE(build.diagnostics.size() == 1);
  CHECK(build.diagnostics[0].path == "a.c");
  CHECK(build.diagnostics[0].line == 1);
}

TEST_CASE("CMake and CTest, in a folder of their own") {
  PASS_OVER_UNLESS(has_tool("cmake") && has_tool("cc") && has_tool("make"));
  const Files files = {{"native/CMakeLists.txt",
                        "cmake_minimum_required(VERSION 3.10)\nproject(box C)\nenable_testing()\n"
                        "add_executable(good good.c)\nadd_executable(bad bad.c)\n"
                        "add_test(NAME good COMMAND good)\nadd_test(NAME bad COMMAND bad)\n"},
                       {"native/good.c", "int main(void) { return 0; }\n"},
                       {"native/bad.c", "int main(void) { return 1; }\n"}};
  const auto results = check(files);
  REQUIRE(results.builds.size() == 1);
  CAPTURE(results.builds[0].reason);
  CHECK(results.builds[0].folder == "native");
  CHECK(results.builds[0].outcome == CheckOutcome::passed);
  REQUIRE(results.tests.size() == 1);
  CHECK(ids(results.tests[0]) == Ids{"bad"});
  CHECK(results.tests[0].tests_passed == 1);
  auto broken = files;
  broken["native/bad.c"] = "int main(void) { return y; }\n";
  const auto build = check(broken).builds[0];
  CHECK(build.outcome == CheckOutcome::failed);
  REQUIRE(build.diagnostics.size() == 1);
  CHECK(build.diagnostics[0].path == "native/bad.c");
}

TEST_CASE("Cargo") {
  PASS_OVER_UNLESS(has_tool("cargo") && has_tool("cc"));
  const Files files = {
      {"Cargo.toml", "[package]\nname = \"crate_box\"\nversion = \"0.1.0\"\nedition = \"2021\"\n"},
      {"src/lib.rs",
       "pub fn add(a: i32, b: i32) -> i32 { a - b }\n#[cfg(test)]\nmod tests {\n"
       "    #[test]\n    fn adds() { assert_eq!(super::add(1, 2), 3); }\n"
       "    #[test]\n    fn zero() { assert_eq!(super::add(0, 0), 0); }\n}\n"}};
  const auto results = check(files);
  REQUIRE(results.builds.size() == 1);
  CAPTURE(results.builds[0].reason);
  // What is called cargo may be a proxy without a toolchain.
  PASS_OVER_UNLESS(results.builds[0].outcome != CheckOutcome::unknown);
  CHECK(results.builds[0].outcome == CheckOutcome::passed);
  CHECK(ids(results.tests[0]) == Ids{"crate_box::tests::adds"});
  CHECK(results.tests[0].failing[0].file == "src/lib.rs");
  auto broken = files;
  broken["src/lib.rs"] = "pub fn f() -> i32 { y }\n";
  const auto build = check(broken).builds[0];
  CHECK(build.outcome == CheckOutcome::failed);
  REQUIRE(build.diagnostics.size() == 1);
  CHECK(build.diagnostics[0].code == "E0425");
  broken["Cargo.toml"] += "[dependencies]\nserde = \"1\"\n";
  CHECK(check(broken).builds[0].outcome == CheckOutcome::unknown);
}

TEST_CASE("Go") {
  PASS_OVER_UNLESS(has_tool("go"));
  const Files files = {
      {"go.mod", "module example.com/box\n\ngo 1.19\n"},
      {"inner/box.go", "package inner\n\nfunc Add(a, b int) int { return a - b }\n"},
      {"inner/box_test.go",
       "package inner\n\nimport \"testing\"\n\nfunc TestAdd(t *testing.T) {\n"
       "\tif Add(1, 2) != 3 {\n\t\tt.Error(\"no\")\n\t}\n}\n"}};
  const auto results = check(files);
  REQUIRE(results.builds.size() == 1);
  CAPTURE(results.builds[0].reason);
  CHECK(results.builds[0].outcome == CheckOutcome::passed);
  CHECK(ids(results.tests[0]) == Ids{"example.com/box/inner.TestAdd"});
  CHECK(results.tests[0].failing[0].file == "inner/box_test.go");
  auto broken = files;
  broken["inner/box.go"] = "package inner\n\nimport \"example.com/absent\"\n\nvar _ = absent.X\n";
  broken["go.mod"] += "\nrequire example.com/absent v1.0.0\n";
  CHECK(check(broken).builds[0].outcome != CheckOutcome::passed);
}

TEST_CASE("code of the target sees neither the environment nor the home of the user") {
  PASS_OVER_UNLESS(has_tool("npm"));
  ::setenv("PAWL_PLANTED_TOKEN", "planted", 1);
  const auto results =
      check({{"package.json", R"({"scripts": {"test": "sh look.sh"}})"},
             {"look.sh",
              "env | grep -q planted && exit 3\ntest -e \"$HOME/.gitconfig\" && exit 4\n"
              "test -e \"$HOME/.ssh\" && exit 5\nexit 0\n"}});
  ::unsetenv("PAWL_PLANTED_TOKEN");
  REQUIRE(results.tests.size() == 1);
  CAPTURE(results.tests[0].reason);
  CHECK(results.tests[0].outcome == CheckOutcome::passed);
}

}  // namespace
}  // namespace pawl::repo::checks_test
