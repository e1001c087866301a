// Each analyzer on small repositories: status, places of the evidence, suggestions.
#include <doctest/doctest.h>

#include "analyzers/test_repo.hpp"
#include "base/text/text.hpp"

namespace pawl::analyzers::metrics_test {
namespace {

using repo::CheckOutcome;
using repo::CheckRun;

struct Row {
  std::string name;
  Tree files;
  MetricStatus want;
  std::vector<std::string> places = {};
  const char* suggestion = "";
};

void check_rows(std::string_view metric_name, const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    const Metric metric = measure(metric_name, row.files);
    CAPTURE(row.name);
    CAPTURE(metric.score);
    CAPTURE(metric.details);
    CAPTURE(join(metric.suggestions, " "));
    CAPTURE(join(places(metric), ", "));
    CHECK(to_string(metric.status) == to_string(row.want));
    CHECK(places(metric) == row.places);
    if (*row.suggestion != '\0') CHECK(suggests(metric, row.suggestion));
    CHECK(!contains(metric.details, "\n"));
  }
}

std::string workflow(const std::string& steps, const std::string& on = "push") {
  return "on: " + on + "\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n" + steps;
}

repo::CheckResults ran(std::vector<CheckRun> runs) {
  repo::CheckResults results;
  results.builds = runs;
  results.tests = std::move(runs);
  results.ran = true;
  return results;
}

const std::string kAws = std::string("AK") + "IA" + "Q7X2M9B4T6R1Z8W3";

}  // namespace

TEST_CASE("build and test results: unknown is not green, and one failure fails") {
  const CheckRun passed{.stack = "Go", .command = "go build", .outcome = CheckOutcome::passed};
  const CheckRun unknown{
      .stack = "npm", .folder = "web", .command = "npm test", .reason = "npm is not installed"};
  CheckRun failed{.stack = "Rust", .command = "cargo check", .outcome = CheckOutcome::failed};
  failed.diagnostics = {{"src/a.rs", 3, 5, "E0308", "mismatched types", "rustc"}};
  struct Case {
    const char* name;
    repo::CheckResults checks;
    MetricStatus want;
    const char* says;
    std::size_t evidence;
  };
  const Case cases[] = {
      {"not run", {}, MetricStatus::unknown, "not run", 0},
      {"nothing to run", ran({}), MetricStatus::unknown, "No part", 0},
      {"passed", ran({passed}), MetricStatus::pass, "`go build` passed", 0},
      {"unknown", ran({unknown}), MetricStatus::unknown,
       "npm in web: not checked (npm is not installed)", 0},
      {"partly unknown", ran({passed, unknown}), MetricStatus::pass, "not checked", 0},
      {"failed", ran({failed}), MetricStatus::fail, "`cargo check` failed with 1 error", 1},
      {"one of three failed", ran({passed, failed, passed}), MetricStatus::fail, "passed", 1},
      {"failed and unknown", ran({failed, unknown}), MetricStatus::fail, "failed", 1},
  };
  for (const Case& one : cases) {
    for (const char* name : {"build", "test_results"}) {
      CAPTURE(one.name);
      const Metric metric = measure_checks(name, one.checks);
      CAPTURE(metric.details);
      CHECK(metric.status == one.want);
      CHECK(contains(metric.details, one.says));
      CHECK(metric.evidence.size() == one.evidence);
    }
  }
  CHECK(measure_checks("build", ran({failed})).evidence[0] ==
        Evidence{"src/a.rs", 3, 5, "E0308", "mismatched types", "rustc"});
}

TEST_CASE("a stack beside the main one never makes builds and tests green") {
  const Tree c = {{"a.c", "int a;\n"}, {"b.c", "int b;\n"}, {"x/__init__.py", "x = 1\n"}};
  const CheckRun python{.stack = "Python", .command = "x", .outcome = CheckOutcome::passed};
  const CheckRun make{.stack = "Make", .command = "make", .outcome = CheckOutcome::passed};
  CheckRun broken = python;
  broken.outcome = CheckOutcome::failed;
  for (const char* name : {"build", "test_results"}) {
    CAPTURE(name);
    const Metric side = measure_checks(name, ran({python}), c);
    CHECK(side.status == MetricStatus::unknown);
    CHECK(contains(side.details, "the C/C++ code, which is most of the repository"));
    CHECK(measure_checks(name, ran({python, make}), c).status == MetricStatus::pass);
    CHECK(measure_checks(name, ran({broken}), c).status == MetricStatus::fail);
    CHECK(measure_checks(name, ran({python}), without(c, {"a.c", "b.c"})).status ==
          MetricStatus::pass);
  }
}

TEST_CASE("failing tests are evidence, and their share ranks the failure") {
  CheckRun run{.stack = "Python", .command = "pytest", .outcome = CheckOutcome::failed};
  run.failing = {{"tests/test_a.py::test_x", "tests/test_a.py", "assert 1 == 2"}};
  run.tests_passed = 99;
  const Metric few = measure_checks("test_results", ran({run}));
  run.tests_passed = 1;
  const Metric half = measure_checks("test_results", ran({run}));
  CHECK(few.status == MetricStatus::fail);
  CHECK(half.status == MetricStatus::fail);
  CHECK(few.score > half.score);
  REQUIRE(few.evidence.size() == 1);
  CHECK(few.evidence[0].path == "tests/test_a.py");
  CHECK(few.evidence[0].code == "failing-test");
  CHECK(contains(few.evidence[0].message, "test_x: assert 1 == 2"));
}

TEST_CASE("readme") {
  const Tree code = {{"a.go", "package a\n"}};
  check_rows(
      "readme",
      {{"none", code, MetricStatus::fail, {}, "README"},
       {"empty", with(code, {{"README.md", "\n"}}), MetricStatus::fail, {}, "README"},
       {"a title only", with(code, {{"README.md", "# A\n"}}), MetricStatus::fail, {}, "install"},
       {"words in prose are no sections",
        with(code, {{"README.md", "install usage example contributing\n"}}), MetricStatus::fail},
       {"broken link",
        with(well_kept_go(),
             {{"README.md", well_kept_go().at("README.md") + "\n[x](docs/none.md)\n"}}),
        MetricStatus::pass,
        {"README.md:48 broken-link"},
        "broken relative links"},
       {"reStructuredText",
        with(code, {{"README.rst", "Gauge\n=====\n\n" + words(150) +
                                       "\nInstallation\n------------\n\n::\n\n  "
                                       "make\n\nUsage\n-----\n\nx\n\nContributing\n"
                                       "------------\n\nLicense: MIT\n"}}),
        MetricStatus::pass},
       {"documents only need no installation",
        {{"README.md", "# A\n\n" + words(120) + "\nContributing: see below. License: CC0.\n"}},
        MetricStatus::pass}});
}

TEST_CASE("ci") {
  const Tree code = {{"a.go", "package a\n"}};
  const auto ci = [&](const std::string& text) {
    return with(code, {{".github/workflows/ci.yml", text}});
  };
  check_rows(
      "ci",
      {{"none", code, MetricStatus::fail, {}, "Add a CI workflow"},
       {"no code, no CI", {{"README.md", "# A\n"}}, MetricStatus::unknown},
       {"ubuntu-latest is no test",
        ci(workflow("      - run: echo latest tests\n")),
        MetricStatus::warn,
        {},
        "Run the tests"},
       {"tests", ci(workflow("      - run: go test ./...\n")), MetricStatus::pass, {}, "linter"},
       {"only by hand",
        ci(workflow("      - run: go test ./...\n", "workflow_dispatch")),
        MetricStatus::warn,
        {},
        "push"},
       {"broken",
        ci("on: push\njobs:\n  a: [\n"),
        MetricStatus::fail,
        {".github/workflows/ci.yml:4 invalid-yaml"},
        "Repair"},
       {"no steps",
        ci("on: push\n"),
        MetricStatus::fail,
        {".github/workflows/ci.yml:0 no-steps"},
        "steps"},
       {"AppVeyor builds by itself", with(code, {{"appveyor.yml", "image: Visual Studio 2022\n"}}),
        MetricStatus::warn},
       {"AppVeyor's commands",
        with(code, {{"appveyor.yml", "build_script:\n- ps: .\\build.ps1 -All\n"},
                    {"build.ps1", "go test ./...\ngo vet ./...\n"}}),
        MetricStatus::pass},
       {"GitLab", with(code, {{".gitlab-ci.yml", "t:\n  script: [go test ./..., go vet ./...]\n"}}),
        MetricStatus::pass},
       {"codecov is no CI", with(code, {{"codecov.yml", "a: 1\n"}}), MetricStatus::fail}});
}

TEST_CASE("what runs elsewhere is not said to be missing") {
  const auto ci = [](const std::string& job) {
    return measure("ci", {{"a.go", "package a\n"},
                          {".github/workflows/ci.yml", "on: push\njobs:\n  a:\n" + job}});
  };
  const Metric hidden = ci("    uses: org/ci/.github/workflows/all.yml@v1\n");
  CHECK(!suggests(hidden, "Run the tests"));
  CHECK(!suggests(hidden, "linter"));
  CHECK(contains(hidden.details, "what org/ci/.github/workflows/all.yml@v1 says elsewhere"));
  const Metric seen = ci("    steps:\n      - run: go build ./...\n");
  CHECK(suggests(seen, "Run the tests"));
  CHECK(suggests(seen, "linter"));
}

TEST_CASE("building with warnings is the linter's run") {
  const auto ci = [](const std::string& flags) {
    return measure("ci", {{"a.c", "int a(void) { return 1; }\n"},
                          {"Makefile", "CFLAGS = " + flags + "\n"},
                          {".github/workflows/ci.yml",
                           "on: push\njobs:\n  a:\n    steps:\n      - run: make check\n"}});
  };
  CHECK(!suggests(ci("-O2 -Wall"), "linter"));
  CHECK(suggests(ci("-O2"), "linter"));
}

TEST_CASE("tests are recognised by the customs of each language") {
  struct Kind {
    const char* name;
    const char* source;
    const char* test;
    const char* text;
  };
  const Kind kinds[] = {
      {"pytest", "a.py", "tests/test_a.py", "def test_a():\n    pass\n"},
      {"unittest", "a.py", "a_test.py", "class A(TestCase):\n    pass\n"},
      {"go", "a.go", "a_test.go", "package a\nfunc TestA(t *testing.T) {}\n"},
      {"Rust beside", "src/lib.rs", "tests/a.rs", "#[test]\nfn a() {}\n"},
      {"Rust inside", "src/lib.rs", "src/b.rs",
       "#[cfg(test)]\nmod tests {\n    #[tokio::test]\n    async fn a() {}\n}\n"},
      {"tsx", "src/a.tsx", "src/a.test.tsx", "test('a', () => {});\n"},
      {"mjs", "a.mjs", "test/a.mjs", "import test from 'node:test';\ntest('a', () => {});\n"},
      {"spec", "a.js", "a.spec.cjs", "describe('a', () => {});\n"},
      {"jest folder", "a.js", "src/__tests__/a.js", "it('a', () => {});\n"},
      {"JUnit", "src/main/java/A.java", "src/test/java/ATest.java", "@Test void a() {}\n"},
      {"RSpec", "lib/a.rb", "spec/a_spec.rb", "describe A do\nend\n"},
      {"minitest", "lib/a.rb", "test/test_a.rb", "def test_a\nend\n"},
      {"GoogleTest", "a.cc", "a_unittest.cc", "TEST(A, B) {}\n"},
      {"doctest", "a.cpp", "a_test.cpp", "TEST_CASE(\"a\") {}\n"},
      {"CTest", "a.c", "tests/check_a.c", "int main(void) { assert(1); }\n"},
      {"PHP", "src/A.php", "tests/ATest.php", "<?php class ATest {}\n"},
      {"C#", "A.cs", "ATests.cs", "class ATests {}\n"},
      {"bats", "a.sh", "tests/a.bats", "@test \"a\" {\n}\n"},
  };
  for (const Kind& kind : kinds) {
    CAPTURE(kind.name);
    const Metric bare = measure("tests", {{kind.source, "x\n"}});
    CHECK(bare.status == MetricStatus::fail);
    const Metric metric = measure("tests", {{kind.source, "x\n"}, {kind.test, kind.text}});
    CAPTURE(metric.details);
    CHECK(metric.status == MetricStatus::pass);
  }
}

TEST_CASE("tests") {
  check_rows("tests", {{"no code", {{"README.md", "# A\n"}}, MetricStatus::unknown},
                       {"none",
                        {{"a.py", "def a():\n    pass\n"}},
                        MetricStatus::fail,
                        {"a.py:0 untested-file"},
                        "Python"},
                       {"latest is no test",
                        {{"a.go", "package a\n"}, {"latest.go", "package a\n"}},
                        MetricStatus::fail},
                       {"an empty test is none",
                        {{"a.py", "x = 1\n"}, {"test_a.py", "import a\n"}},
                        MetricStatus::fail,
                        {"test_a.py:0 empty-test"}},
                       {"vendored tests do not count",
                        {{"a.js", "a;\n"}, {"node_modules/b/test/b.test.js", "test('b');\n"}},
                        MetricStatus::fail},
                       {"one of two languages",
                        {{"a.py", "def a():\n    pass\n"},
                         {"test_a.py", "def test_a():\n    pass\n"},
                         {"b.go", "package b\n"}},
                        MetricStatus::warn,
                        {},
                        "Go"}});
}

TEST_CASE("security") {
  const Tree code = {{"a.go", "package a\n"}, {"SECURITY.md", "# Security\n"}};
  const Tree python = {{"a.py", "x = 1\n"}, {"SECURITY.md", "# Security\n"}};
  check_rows(
      "security",
      {{"clean", code, MetricStatus::pass},
       {"no policy", {{"a.go", "package a\n"}}, MetricStatus::warn, {}, "SECURITY.md"},
       {"a key",
        with(code, {{"b.go", "package a\n\nvar k = \"" + kAws + "\"\n"}}),
        MetricStatus::fail,
        {"b.go:3 secret"},
        "Revoke"},
       {"a likely value",
        with(code, {{"conf.yaml", "api_key: q7Lx2Vb9Rt4Yw8Zc1Nm6Hs3Jd\n"}}),
        MetricStatus::warn,
        {"conf.yaml:1 possible-secret"}},
       {"passwords in documents and fixtures",
        with(code, {{"docs/a.md", "password: tR4!kz9Qw\n"},
                    {"tests/fixtures/a.env", "PASSWORD=tR4!kz9Qw\n"}}),
        MetricStatus::pass},
       {"vendored", with(code, {{"vendor/x/k.go", "var k = \"" + kAws + "\"\n"}}),
        MetricStatus::pass},
       {".env not ignored",
        with(python, {{"requirements.txt", "python-dotenv==1.0\n"}}),
        MetricStatus::warn,
        {},
        ".gitignore"},
       {"no .env in use", python, MetricStatus::pass},
       {"tracked .env",
        with(python, {{".env", "DEBUG=1\n"}, {".gitignore", ".env\n"}}),
        MetricStatus::pass,
        {".env:0 env-file"},
        "Stop tracking"},
       {"an example .env is no .env",
        with(python, {{".env.example", "A=1\n"}, {".gitignore", "/.env\n"}}), MetricStatus::pass}});
  for (const Evidence& one :
       measure("security", with(code, {{"b.go", "var k = \"" + kAws + "\"\n"}})).evidence) {
    CHECK(!contains(one.message, kAws));
  }
}

TEST_CASE("code quality") {
  std::string tangled = "def f(x):\n";
  for (int i = 0; i < 14; ++i)
    tangled += "    if x == " + std::to_string(i) + ":\n        return 1\n";
  check_rows(
      "code_quality",
      {{"no code", {{"README.md", "# A\n"}}, MetricStatus::unknown},
       {"no tools", {{"a.py", "def f():\n    return 1\n"}}, MetricStatus::warn, {}, "ruff"},
       {"tangled",
        {{"a.py", "import b\n\n\n" + tangled}},
        MetricStatus::fail,
        {"a.py:4 complex-function"},
        "Split"},
       {"only tests are tangled", with(well_kept_python(), {{"tests/test_b.py", tangled}}),
        MetricStatus::pass},
       {"linter in CI",
        {{"a.go", "package a\n\nfunc A() {}\n"},
         {".github/workflows/a.yml", workflow("      - run: go vet ./...\n")}},
        MetricStatus::pass},
       {"pre-commit",
        {{"a.py", "def f():\n    return 1\n"},
         {".pre-commit-config.yaml", "repos:\n- repo: x\n  hooks:\n  - id: ruff\n  - id: black\n"}},
        MetricStatus::pass}});
}

TEST_CASE("dependencies") {
  const Tree app = {{"a.js", "a;\n"},
                    {"package.json",
                     "{\n\"private\": true,\n\"engines\": {\"node\": \"20\"},\n\"dependencies\": "
                     "{\n\"x\": \"*\",\n\"y\": \"^1.0.0\"}}\n"}};
  check_rows(
      "deps",
      {{"no code", {{"README.md", "# A\n"}}, MetricStatus::unknown},
       {"no manifest", {{"a/__init__.py", "x = 1\n"}}, MetricStatus::fail, {}, "pyproject.toml"},
       {"any version",
        app,
        MetricStatus::warn,
        {"package.json:5 unbound-dependency"},
        "package-lock.json"},
       {"locked",
        with(app, {{"package-lock.json", "{}\n"}, {".github/dependabot.yml", "version: 2\n"}}),
        MetricStatus::pass,
        {"package.json:5 unbound-dependency"}},
       {"a library needs no lock",
        {{"src/lib.rs", "//! A\n"},
         {"Cargo.toml",
          "[package]\nname = \"a\"\nedition = \"2021\"\n[dependencies]\nserde = \"1\"\n"},
         {"renovate.json", "{}\n"}},
        MetricStatus::pass},
       {"requirements",
        {{"a.py", "x = 1\n"},
         {"requirements.txt", "requests\nflask==3.0.0\n"},
         {".github/dependabot.yml", "version: 2\n"}},
        MetricStatus::pass,
        {"requirements.txt:1 unbound-dependency"}},
       {"go.sum is missing",
        {{"a.go", "package a\n"}, {"go.mod", "module a\n\ngo 1.22\n\nrequire b.org/b v1.0.0\n"}},
        MetricStatus::warn,
        {},
        "go.sum"}});
}

TEST_CASE("documentation") {
  const std::string readme = "# A\n\n" + words(300) + "\n```sh\na\n```\n";
  check_rows("docs",
             {{"nothing",
               {{"a.go", "package a\n\nfunc A() {}\n"}},
               MetricStatus::fail,
               {"a.go:3 undocumented"},
               "Document"},
              {"documented",
               {{"a.go", "// Package a is.\npackage a\n\n// A does.\nfunc A() {}\n"},
                {"README.md", readme}},
               MetricStatus::pass},
              {"private needs no comment",
               {{"a.go", "package a\n\nfunc a() {}\n"}, {"README.md", readme}},
               MetricStatus::pass},
              {"tests need no comment",
               {{"a.go", "package a\n"},
                {"a_test.go", "package a\n\nfunc TestA() {}\n"},
                {"README.md", readme}},
               MetricStatus::pass},
              {"broken link in a page",
               {{"README.md", readme}, {"docs/a.md", "# A\n\n[b](b.md) [c](../README.md)\n"}},
               MetricStatus::pass,
               {"docs/a.md:3 broken-link"}}});
}

TEST_CASE("license") {
  const std::string mit = well_kept_go().at("LICENSE");
  check_rows(
      "license",
      {{"none", {{"a.go", "package a\n"}}, MetricStatus::fail, {}, "Choose"},
       {"MIT", {{"LICENSE", mit}}, MetricStatus::pass},
       {"LIMITED is not MIT",
        {{"LICENSE", "Copyright ACME LIMITED. All rights reserved, without LIMITATION.\n"}},
        MetricStatus::warn,
        {"LICENSE:0 license-unknown"}},
       {"named only",
        {{"package.json", "{\n\"name\": \"a\",\n\"license\": \"MIT\"}\n"}},
        MetricStatus::fail,
        {"package.json:3 license-text-missing"},
        "MIT"},
       {"disagreement",
        {{"LICENSE", mit}, {"package.json", "{\n\"name\": \"a\",\n\"license\": \"Apache-2.0\"}\n"}},
        MetricStatus::warn,
        {"package.json:3 license-mismatch"}},
       {"one of an expression",
        {{"LICENSE", mit},
         {"package.json", "{\"name\": \"a\", \"license\": \"(MIT OR Apache-2.0)\"}\n"}},
        MetricStatus::pass}});
  CHECK(contains(measure("license", {{"LICENSE", mit}}).details, "MIT"));
}

TEST_CASE("structure") {
  check_rows("structure",
             {{"bare", {{"a.py", "x = 1\n"}}, MetricStatus::fail, {}, ".gitignore"},
              {"litter",
               with(well_kept_python(), {{".DS_Store", "x"}, {"src/gauge/a.pyc", "x"}}),
               MetricStatus::pass,
               {".DS_Store:0 litter", "src/gauge/a.pyc:0 litter"},
               "Remove"},
              {"products not ignored",
               with(well_kept_rust(), {{".gitignore", "*.swp\n"}}),
               MetricStatus::pass,
               {".gitignore:0 not-ignored"},
               "target"},
              {"spelled differently",
               with(without(well_kept_go(), {"CONTRIBUTING.md", "CHANGELOG.md"}),
                    {{".github/contributing.md", "x\n"}, {"HISTORY.rst", "x\n"}}),
               MetricStatus::pass}});
}

namespace {

// A view with one entry more, which cannot be read.
class BrokenView : public repo::RepoView {
 public:
  explicit BrokenView(bool symlink) : base_(repo::memory_view(well_kept_go())) {
    entries_.assign(base_->files().begin(), base_->files().end());
    entries_.push_back({.path = *RepoPath::parse("zz_gone.go"), .size = 9, .symlink = symlink});
  }
  std::span<const repo::Entry> files() const override { return entries_; }

 private:
  Result<std::string> read_file(const RepoPath& path, std::size_t bytes_max) const override {
    if (path.text() == "zz_gone.go") return pawl::fail(Errc::denied, "zz_gone.go: denied");
    return base_->read(path, bytes_max);
  }

  std::unique_ptr<repo::RepoView> base_;
  std::vector<repo::Entry> entries_;
};

}  // namespace

TEST_CASE("a file that cannot be read makes metrics unknown, not worse or better") {
  const BrokenView view(false);
  for (const Analyzer& analyzer : all()) {
    CAPTURE(analyzer.name);
    const Metric broken = measure(analyzer.name, view);
    CHECK(broken.status == MetricStatus::unknown);
    CHECK(broken.evidence.empty());
  }
  CHECK(contains(measure("security", view).details, "zz_gone.go: denied"));
}

TEST_CASE("a dangling link changes nothing") {
  const BrokenView view(true);
  for (const Analyzer& analyzer : all()) {
    CAPTURE(analyzer.name);
    const Metric broken = measure(analyzer.name, view);
    const Metric whole = measure(analyzer.name, well_kept_go());
    CHECK(broken.status == whole.status);
    CHECK(broken.score == doctest::Approx(whole.score));
  }
}

}  // namespace pawl::analyzers::metrics_test
