// Claims of the metrics as the keepers of public repositories would judge them: for each class of
// mistakes once made, what must not be said, beside a case of which it is true.
#include <doctest/doctest.h>

#include "analyzers/test_repo.hpp"
#include "base/text/text.hpp"

namespace pawl::analyzers::reviewed_test {
namespace {

struct Claim {
  std::string name;
  Tree files;
  std::string says;  // part of the details, a suggestion or an evidence
  std::string not_said;
};

// Details, suggestions and evidence, a line each.
std::string words_of(const Metric& metric) {
  std::string text = std::string(to_string(metric.status)) + ": " + metric.details + "\n" +
                     join(metric.suggestions, "\n") + "\n";
  for (const Evidence& one : metric.evidence) {
    text += one.path + ":" + std::to_string(one.line) + " " + one.code + " " + one.message + "\n";
  }
  return text;
}

void review(std::string_view metric, const std::vector<Claim>& claims) {
  for (const Claim& claim : claims) {
    CAPTURE(claim.name);
    const std::string words = words_of(measure(metric, claim.files));
    CAPTURE(words);
    CHECK(contains(words, claim.says));
    if (!claim.not_said.empty()) CHECK(!contains(words, claim.not_said));
  }
}

}  // namespace

TEST_CASE("tests of many customs are found, and only they") {
  const Tree c = {{"a.c", "int a(void) { return 1; }\n"}, {"b.c", "int b(void) { return 2; }\n"}};
  const Tree rust = {{"src/main.rs", "fn main() {}\n"}};
  const Tree ruby = {{"lib/a.rb", "class A\nend\n"}};
  const std::string two = "2 test files";
  review(
      "tests",
      {{"C functions", with(c, {{"test/suites/api/test_a.c", "static void test_a(void) {}\n"}}),
        "1 test file for 2 C/C++", "Add tests"},
       {"a C macro of its own", with(c, {{"test.c", "  test(\"answers\");\n  test(\"x\");\n"}}),
        "1 test file for 2 C/C++", "Add tests"},
       {"a word inside", with(c, {{"test_info_list.c", ""}, {"my_test_info.c", "int TEST_A;\n"}}),
        "0 test files for 3", ""},
       {"scripts that start the program", with(c, {{"tests/run", "#!/bin/sh\n./a || exit 1\n"}}),
        "1 test file for 2 C/C++", "Add tests"},
       {"a script elsewhere", with(c, {{"build-all", "#!/bin/sh\nmake\n"}}), "0 test files for 2",
        ""},
       {"Rust macros", with(rust, {{"tests/all.rs", "itest!(first, |dir| {});\n"}}),
        "1 test file for 1", "Add tests"},
       {"other macros", with(rust, {{"tests/all.rs", "println!(\"x\");\n"}}), "0 test files for 1",
        "empty-test"},
       {"spec_ before the name", with(ruby, {{"test/spec_a.rb", "describe A do\nend\n"}}),
        "1 test file for 1", "Add tests"},
       {"spec_ in the product", with(ruby, {{"lib/spec_a.rb", "class SpecA\nend\n"}}),
        "0 test files for 2", ""},
       {"_unittest",
        {{"a.py", "x = 1\n"}, {"a_unittest.py", "class A(TestCase):\n    pass\n"}},
        "1 test file for 1",
        "Add tests"},
       {"Kotlin's source sets",
        {{"src/commonMain/kotlin/TestDirectory.kt", "class TestDirectory\n"},
         {"src/commonTest/kotlin/DirectoryTest.kt", "@Test fun a() {}\n"}},
        "1 test file for 1",
        "empty-test"},
       {"classes called Test",
        {{"src/main/java/org/TestRunner.java", "class TestRunner {}\n"},
         {"src/test/java/org/RunnerTest.java", "@Test void a() {}\n"}},
        "1 test file for 1",
        "empty-test"},
       {"a helper of C#",
        {{"A.cs", "class A {}\n"}, {"tests/Stub.cs", "class Stub {}\n"}},
        "0 test files for 1 .NET",
        ""},
       {"xUnit",
        {{"A.cs", "class A {}\n"}, {"tests/A.cs", "[Fact]\nvoid Works() {}\n"}},
        "1 test file for 1 .NET",
        ""},
       {"programs in shell",
        {{"libexec/gauge", "#!/usr/bin/env bash\necho\n"},
         {"libexec/gauge-set", "#!/bin/bash\necho\n"},
         {"test/gauge.bats", "@test \"a\" {\n}\n"},
         {"scripts/release.py", "def release():\n    pass\n"}},
        "1 test file for 2 Shell source files",
        "Python"},
       {"tests without an ending",
        {{"gauge.sh", "echo\n"},
         {"test/fast/gauge answers", "#!/bin/sh\n. ./gauge.sh\n"},
         {"test/fast/gauge fails", "#!/bin/sh\n. ./gauge.sh\n"}},
        two,
        "Add tests"}});
}

TEST_CASE("helpers among tests are no empty tests") {
  review("tests", {{"support",
                    {{"a.js", "a;\n"}, {"test/support/env.js", "process.env.A = 1;\n"}},
                    "0 test",
                    "empty-test"},
                   {"a helper named as a test",
                    {{"a.go", "package a\n"}, {"a_test.go", "package a\n\nfunc helper() {}\n"}},
                    "0 test",
                    "empty-test"},
                   {"nothing in it",
                    {{"a.go", "package a\n"}, {"a_test.go", "// Later.\npackage a\n"}},
                    "a_test.go:0 empty-test",
                    ""}});
}

TEST_CASE("what a program wrote and what only helps is not the code of the project") {
  const std::string many = "def a():\n    pass\n\n\ndef b():\n    pass\n";
  const Tree rust = {{"src/lib.rs", "pub fn a() {}\n"}, {"src/b.rs", "pub fn b() {}\n"}};
  review("tests",
         {{"a generated parser",
           {{"p.c", "/* A Bison parser, made by GNU Bison 3.8.  */\nint yyparse(void);\n"},
            {"a.c", "int a(void);\n"}},
           "0 test files for 1 C/C++ source file",
           "p.c"},
          {"a helper's script", with(rust, {{"scripts/bump.py", many}}), "Rust", "Python"},
          {"a hidden folder", with(rust, {{".github/bump.py", many}}), "Rust", "Python"},
          {"a package of the project", with(rust, {{"gauge/bump.py", many}}), "Python", ""},
          {"nothing but scripts", {{"scripts/bump.py", many}}, "Python", ""}});
}

TEST_CASE("comments near a definition are its comments") {
  const std::string c = "int one(void);\n\n\nint two(void);\nint three(void);\n";
  review(
      "docs",
      {{"a blank line between",
        {{"package.json", "{}"},
         {"index.js", "/**\n * Sizes.\n */\n\nfunction size() {}\nmodule.exports = size;\n"}},
        "1 of 1 public definition",
        "undocumented"},
       {"two blank lines",
        {{"package.json", "{}"},
         {"index.js", "/**\n * Sizes.\n */\n\n\nfunction size() {}\nmodule.exports = size;\n"}},
        "index.js:6 undocumented public function `size`",
        ""},
       {"a line comment",
        {{"package.json", "{}"}, {"index.js", "// Sizes.\nexport function size() {}\n"}},
        "1 of 1 public definition",
        "undocumented"},
       {"a macro between",
        {{"gauge.h", "/* Sizes. */\nGAUGE_API(1)\nint size(void);\n"}},
        "1 of 1 public definition",
        "undocumented"},
       {"below a macro",
        {{"gauge.h", "#pragma once\nGAUGE_BEGIN\n\n// Sizes.\ninline int size() { return 1; }\n"}},
        "1 of 1 public",
        "undocumented"},
       {"for a block of declarations",
        {{"gauge.h", "/* Sizes. */\nint one(void);\nint two(void);\n\nint other(void);\n"}},
        "2 of 3 public definitions",
        "`two`"},
       {"a macro's argument",
        {{"gauge.h", "GAUGE_PRAGMA(warning(push))\nint size(void);\n"}},
        "undocumented public function `size`",
        "`warning`"},
       {"behind",
        {{"gauge.h", "int size(void); /* sizes */\nint b(void);\nint c(void);\n"}},
        "gauge.h:2 undocumented",
        "`size`"},
       {"none", {{"gauge.h", c}}, "0 of 3 public definitions", ""}});
}

TEST_CASE("only what others can use wants to be documented") {
  const std::string cargo = "[package]\nname = \"gauge\"\nversion = \"1.0.0\"\n";
  const Tree rust = {{"Cargo.toml", cargo}};
  const Tree npm = {{"package.json", "{\"name\": \"gauge\", \"exports\": \"./index.js\"}"}};
  review(
      "docs",
      {{"a private module of Rust",
        with(rust, {{"src/lib.rs", "mod inner;\n\n/// A.\npub fn a() {}\n"},
                    {"src/inner.rs", "pub fn hidden() {}\n"}}),
        "1 of 1 public", "hidden"},
       {"a public one",
        with(rust, {{"src/lib.rs", "pub mod inner;\n"}, {"src/inner.rs", "pub fn shown() {}\n"}}),
        "src/inner.rs:1 undocumented", ""},
       {"taken out of a private one",
        with(rust, {{"src/lib.rs", "mod inner;\npub use inner::Shown;\n"},
                    {"src/inner.rs", "pub struct Shown;\n\npub struct Other;\n"}}),
        "public struct `Shown`", "Other"},
       {"a program of Rust", with(rust, {{"src/main.rs", "pub struct Options;\nfn main() {}\n"}}),
        "no pages", "undocumented"},
       {"a trait's method",
        with(rust, {{"src/lib.rs",
                     "/// A.\npub struct A;\n\nimpl Default for A {\n    fn "
                     "default() -> Self {\n        A\n    }\n}\n"}}),
        "1 of 1 public", "undocumented"},
       {"a type's own method",
        with(rust, {{"src/lib.rs",
                     "/// A.\npub struct A;\n\nimpl A {\n    pub fn size(&self) "
                     "-> u8 {\n        1\n    }\n}\n"}}),
        "public method `A::size`", ""},
       {"a module npm's entry does not export",
        with(npm, {{"index.js", "export {size} from './lib/size.js';\n"},
                   {"lib/size.js", "export const size = () => 1;\nexport function more() {}\n"},
                   {"lib/inner.js", "export function hidden() {}\n"}}),
        "", "hidden"},
       {"one it does",
        with(npm, {{"index.js", "export * from './lib/size.js';\n"},
                   {"lib/size.js", "export function size() {}\n"}}),
        "lib/size.js:1 undocumented", ""},
       {"built from src",
        {{"package.json", "{\"name\": \"g\", \"main\": \"./dist/index.js\"}"},
         {"src/index.ts", "export function size() {}\n"},
         {"src/inner.ts", "export function hidden() {}\n"}},
        "src/index.ts:1 undocumented",
        "hidden"},
       {"built from somewhere unknown",
        {{"package.json", "{\"name\": \"g\", \"main\": \"./x/out.js\"}"},
         {"core/part.ts", "export function size() {}\n"}},
        "",
        "undocumented"},
       {"a private module of Python",
        {{"gauge/_inner.py", "def hidden():\n    pass\n"},
         {"gauge/outer.py", "def shown():\n    pass\n"}},
        "public function `shown`",
        "hidden"},
       {"a program of Go", {{"main.go", "package main\n\nfunc Run() {}\n"}}, "", "undocumented"},
       {"a library of Go", {{"a.go", "package a\n\nfunc Run() {}\n"}}, "function `Run`", ""},
       {"internal packages",
        {{"internal/a.go", "package a\n\nfunc Run() {}\n"}},
        "",
        "undocumented"},
       {"headers that are installed",
        {{"src/gauge.h", "int size(void);\n"},
         {"src/table.h", "int table(void);\n"},
         {"src/gauge.c", "#include \"gauge.h\"\nint size(void) { return 1; }\n"},
         {"Makefile.am", "include_HEADERS = src/gauge.h\n"}},
        "src/gauge.h:1 undocumented",
        "table"},
       {"headers below include",
        {{"include/gauge.h", "int size(void);\n"},
         {"src/table.h", "int table(void);\n"},
         {"CMakeLists.txt", "install(FILES src/table.h DESTINATION x)\n"}},
        "gauge.h:1 undocumented",
        "table"},
       {"headers of a program",
        {{"src/table.h", "int table(void);\n"}, {"src/main.c", "int main(void) { return 1; }\n"}},
        "",
        "undocumented"},
       {"scripts", {{"update.sh", "update() {\n  echo\n}\n"}}, "", "undocumented"},
       {"what Ruby hides",
        {{"lib/a.rb",
          "# A.\nclass A\n  def initialize\n  end\n\n  def b # "
          ":nodoc:\n  end\nend\n"}},
        "1 of 1 public",
        "undocumented"},
       {"overrides",
        {{"src/main/java/A.java",
          "/** A. */\npublic class A {\n  @Override\n  public int "
          "hashCode() {\n    return 1;\n  }\n}\n"}},
        "1 of 1 public",
        "undocumented"}});
}

TEST_CASE("a README says nothing on a topic only when it does not") {
  const Tree code = {{"a.go", "package a\n"}};
  const auto readme = [&](const std::string& text) {
    return with(code, {{"README.md", "# Gauge\n\n" + text + "\n"}});
  };
  review("readme",
         {{"prose", readme("Add it with `go get`. Pull requests are welcome. MIT licensed."),
           "nothing on usage", "contributing"},
          {"a site of documents", readme("See the [documentation](https://e.org/gauge)."),
           "nothing on contributing, licence", "installation"},
          {"an example is how to use it", readme("```go\ngauge.Size(1)\n```"),
           "nothing on installation, contributing", "usage"},
          {"a badge is none", readme("![build](https://img.shields.io/build.svg)"),
           "nothing on installation", ""},
          {"a guide in docs", with(readme("Gauge."), {{"docs/contributing.rst", "How.\n"}}),
           "nothing on installation", "contributing"},
          {"a few words",
           readme("Gauge measures the sizes of texts for people who print them on "
                  "labels, in millimetres, inches, and points, whatever the font, "
                  "with no other library."),
           "README.md", "what the project does"}});
}

TEST_CASE("guides and policies count wherever they are") {
  const Tree code = {{"a.go", "package a\n"}};
  const std::string policy = "unless a policy of the organisation";
  review("structure",
         {{"none", code, "unless the organisation has one", ""},
          {"a guide of the organisation",
           with(code, {{"README.md",
                        "# A\n\nSee the [contributing guide]"
                        "(https://e.org/.github/CONTRIBUTING.md).\n"}}),
           "CONTRIBUTING", "Add a CONTRIBUTING"},
          {"docs/changes", with(code, {{"docs/changes.rst", "1.0\n"}}), "changelog",
           "Add a CHANGELOG"},
          {"releases of the forge",
           with(code, {{".github/workflows/r.yml",
                        "on: push\njobs:\n  a:\n    steps:\n      - run: gh release create v1\n"}}),
           "changelog", "Add a CHANGELOG"},
          {"nothing is published",
           with(code, {{".github/workflows/r.yml",
                        "on: push\njobs:\n  a:\n    steps:\n      - run: go test\n"}}),
           "Add a CHANGELOG", ""},
          {"a formatter keeps the layout", code, "", ".editorconfig"},
          {"nothing does", {{"a.py", "x = 1\n"}}, "Add an .editorconfig", ""}});
  review("security",
         {{"none", code, policy, ""},
          {"a link to the forge's page",
           with(code, {{"README.md", "# A\n\nSee https://github.com/o/r/security/policy.\n"}}),
           "security policy", policy},
          {"a section", with(code, {{"README.md", "# A\n\n## Security\n\nWrite to us.\n"}}),
           "security policy", policy}});
}

TEST_CASE("an environment file is spoken of where one is used") {
  const Tree node = {{"a.js", "a;\n"}};
  review("security",
         {{"no such library", with(node, {{"package.json", "{}"}}), "no secrets", "List .env"},
          {"one that reads it",
           with(node, {{"package.json", "{\"dependencies\": {\"dotenv\": \"^16.0.0\"}}"}}),
           "List .env", ""},
          {"a sample of it", with(node, {{".env.example", "A=1\n"}}), "List .env", ""},
          {"nothing to audit", with(node, {{"package.json", "{}"}}), "", "known holes"},
          {"something to audit",
           with(node, {{"package.json", "{\"dependencies\": {\"a\": \"^1.0.0\"}}"}}), "known holes",
           ""}});
}

TEST_CASE("documents are looked for in many places and forms") {
  Tree code = {{"README.md", "# A\n"}};
  for (int i = 0; i < 31; ++i) code["p/f" + std::to_string(i) + ".go"] = "package p\n";
  const std::string missing = "Add a docs folder";
  review(
      "docs",
      {{"none", code, missing, ""},
       {"a guide at the root", with(code, {{"UserGuide.md", "How.\n"}}), "1 page", missing},
       {"formalities", with(code, {{"CODE_OF_CONDUCT.md", "Be kind.\n"}, {"AUTHORS.md", "A\n"}}),
        missing, ""},
       {"a manual page", with(code, {{"man/gauge.1", ".TH GAUGE 1\n"}}), "1 page", missing},
       {"DocC", with(code, {{"Sources/A/Documentation.docc/A.md", "# A\n"}}), "1 page", missing},
       {"a site", with(code, {{"README.md", "# A\n\nhttps://a.readthedocs.io\n"}}), "", missing}});
}

TEST_CASE("a README may be the manual, and DocC finds its pictures") {
  Tree code = {{"README.md", "# A\n"}};
  for (int i = 0; i < 31; ++i) code["p/f" + std::to_string(i) + ".go"] = "package p\n";
  const std::string missing = "Add a docs folder";
  review("docs", {{"a README that is the manual",
                   with(code, {{"README.md", "# A\n\n" + words(1600)}}), "", missing},
                  {"a short one", with(code, {{"README.md", "# A\n\n" + words(300)}}), missing, ""},
                  {"pictures of DocC",
                   with(code, {{"Sources/A.docc/A.md", "# A\n\n![a](shot.png)\n"},
                               {"Sources/A.docc/Images/shot.png", "x"}}),
                   "1 page", "broken-link"},
                  {"pictures of others", with(code, {{"docs/A.md", "# A\n\n![a](shot.png)\n"}}),
                   "broken-link", ""}});
}

TEST_CASE("an asset named test is no empty test") {
  review("tests", {{"of a language that does not count",
                    {{"a.rb", "A = 1\n"}, {"test/site/test.js", "// Shown.\n"}},
                    "0 test",
                    "empty-test"},
                   {"of one that does",
                    {{"a.rb", "A = 1\n"}, {"test/a_test.rb", "# Later.\n"}},
                    "test/a_test.rb:0 empty-test",
                    ""}});
}

TEST_CASE("a broken link is shown on its line") {
  review("readme", {{"in the middle of a paragraph",
                     {{"README.md", "# A\n\nOne line of it,\nand [two](missing.md).\n"}},
                     "README.md:4 broken-link",
                     ""}});
}

TEST_CASE("a collection of documents is not asked for what programs need") {
  const Tree documents = {{"README.md", "# Styles\n"},
                          {"c.md", "# C\n"},
                          {"go.md", "# Go\n"},
                          {"js.html", "<h1>JS</h1>\n"},
                          {"toc.js", "function toc() {}\n"}};
  const Tree program = {{"README.md", "# A\n"}, {"a.js", "function a() {}\n"}};
  review("tests", {{"documents", documents, "no code but what serves", "Add tests"},
                   {"a program", program, "Add tests", ""}});
  review("ci", {{"documents", documents, "There is no code to build or test", "Add a CI"},
                {"a program", program, "Add a CI", ""}});
  review("readme", {{"documents", documents, "", "installation"},
                    {"a program", program, "nothing on installation", ""}});
}

TEST_CASE("dependencies of the project are judged, as it decided") {
  const std::string package = "{\"private\": true, \"dependencies\": {\"a\": \"*\"}}";
  const Tree node = {{"package.json", package}, {"a.js", "a;\n"}};
  const std::string loose = "`a` accepts any version";
  const std::string lock = "Commit package-lock.json";
  const Tree python = {{"gauge/__init__.py", "x = 1\n"}, {"pyproject.toml", "[project]\n"}};
  review("deps",
         {{"its own", node, loose, ""},
          {"an example's",
           {{"examples/x/package.json", package}, {"a.go", "package a\n"}},
           "go.mod",
           loose},
          {"no lock file", node, lock, ""},
          {".npmrc wants none", with(node, {{".npmrc", "package-lock=false\n"}}), loose, lock},
          {".npmrc says something else", with(node, {{".npmrc", "fund=false\n"}}), lock, ""},
          {".gitignore leaves it out", with(node, {{".gitignore", "/package-lock.json\n"}}), loose,
           lock},
          {"tools of a helper", with(python, {{"scripts/requirements.txt", "requests\n"}}),
           "1 manifest", "requests"},
          {"one script is no package",
           {{"a.py", "print(1)\n"}, {"a.rs", "fn a() {}\n"}, {"Cargo.toml", "[package]\n"}},
           "1 manifest",
           "Declare the Python"},
          {"a package without a manifest",
           {{"gauge/__init__.py", "x = 1\n"}},
           "Declare the Python",
           ""},
          {".NET",
           {{"src/A.cs", "class A {}\n"}, {"src/A.csproj", "<Project/>\n"}},
           "pass",
           "Declare"},
          {".NET without a project", {{"src/A.cs", "class A {}\n"}}, "project file", ""},
          {"Swift",
           {{"Sources/A.swift", "class A {}\n"}, {"Package.swift", "// 5\n"}},
           "pass",
           "Declare"}});
}

TEST_CASE("licences have many names") {
  const std::string mit =
      "MIT License\n\nPermission is hereby granted, free of charge, to any person obtaining a copy "
      "of this software and associated documentation files (the \"Software\"), to deal in the "
      "Software without restriction.\n\nTHE SOFTWARE IS PROVIDED \"AS IS\".\n";
  review("license",
         {{"MIT-LICENSE", {{"MIT-LICENSE", mit}}, "MIT-LICENSE is MIT", ""},
          {"a file about licences", {{"my-license.go", "package a\n"}}, "no licence", ""},
          {"a notice",
           {{"License.txt",
             "Gauge is licensed under Apache 2.0: "
             "http://www.apache.org/licenses/LICENSE-2.0\n"}},
           "License.txt is Apache-2.0",
           "not a licence text"},
          {"words of one's own",
           {{"LICENSE", "Do as you like, licensed under my name.\n"}},
           "not a licence text",
           ""},
          {"EPL",
           {{"LICENSE",
             "Gauge\n\nEclipse Public License - v 1.0\n\nTHE ACCOMPANYING PROGRAM "
             "IS PROVIDED UNDER THE TERMS OF THIS ECLIPSE PUBLIC LICENSE.\n"}},
           "LICENSE is EPL-1.0",
           ""}});
}

TEST_CASE("each of several licences has its own text") {
  const std::string mit =
      "MIT License\n\nPermission is hereby granted, free of charge, to any person obtaining a copy "
      "of this software and associated documentation files (the \"Software\"), to deal in the "
      "Software without restriction.\n\nTHE SOFTWARE IS PROVIDED \"AS IS\".\n";
  const std::string cc0 = "Creative Commons Legal Code\n\nCC0 1.0 Universal\n";
  review("license", {{"two", {{"LICENSE-MIT", mit}, {"LICENSE-CC0", cc0}}, "OR", "LICENSE-MIT is"},
                     {"one", {{"LICENSE-MIT", mit}}, "LICENSE-MIT is MIT", "each with"}});
}

TEST_CASE("a manifest without dependencies is no fault") {
  const std::string plain = "{\"name\": \"gauge\", \"bin\": \"gauge\"}";
  review(
      "deps",
      {{"nothing to bind", {{"a.sh", "echo\n"}, {"package.json", plain}}, "unknown", "fail"},
       {"no versions of Node named",
        {{"a.sh", "echo\n"},
         {"package.json", "{\"name\": \"g\", \"main\": \"a\", \"dependencies\": {\"a\": \"*\"}}"}},
        "fail",
        "unknown"}});
}

TEST_CASE("linters and formatters of more ecosystems are known") {
  const Tree swift = {{"Sources/A.swift", "class A {}\n"}};
  const Tree c = {{"a.c", "int a(void) { return 1; }\n"}};
  const Tree js = {{"a.js", "a;\n"}};
  review("code_quality",
         {{"swift-format", with(swift, {{".swift-format", "{}\n"}}), "swift-format", "Set up"},
          {"no file for it", swift, "Set up a formatter for Swift", ""},
          {"Automake's flags", with(c, {{"Makefile.am", "AM_CFLAGS = -Wall -Wextra\n"}}), "-Wall",
           "linter for C"},
          {"no flags", with(c, {{"Makefile.am", "AM_CFLAGS = -O2\n"}}), "linter for C", ""},
          {"ESLint that formats",
           with(js, {{".eslintrc.yml", "rules:\n  indent: [error, 2]\n  eol-last: error\n"}}),
           "eslint", "formatter for JavaScript"},
          {"ESLint that does not", with(js, {{".eslintrc.yml", "rules:\n  no-undef: error\n"}}),
           "formatter for JavaScript", ""},
          {"a script that lints",
           with(js, {{"package.json", "{\"scripts\": {\"lint\": \"kit check\"}}"}}), "npm run lint",
           "linter for JavaScript"},
          {"a script that does not",
           with(js, {{"package.json", "{\"scripts\": {\"start\": \"kit serve\"}}"}}),
           "linter for JavaScript", ""},
          {"Eclipse's formatter",
           {{"src/main/java/A.java", "class A {}\n"},
            {".settings/org.eclipse.jdt.core.prefs",
             "org.eclipse.jdt.core.formatter.lineSplit=100\n"}},
           "eclipse-formatter",
           "formatter for Java"},
          {"Eclipse's compiler",
           {{"src/main/java/A.java", "class A {}\n"},
            {".settings/org.eclipse.jdt.core.prefs", "org.eclipse.jdt.core.compiler.source=1.8\n"}},
           "formatter for Java",
           ""},
          {"javac's warnings",
           {{"src/main/java/A.java", "class A {}\n"}, {"pom.xml", "<arg>-Xlint:all</arg>\n"}},
           "-Xlint",
           "linter for Java"}});
}

TEST_CASE("examples in the comments of rules are no secrets") {
  const std::string key = "AKIA" + std::string("Q3XN7T2VWLKD5MZR");
  const Tree code = {{"a.go", "package a\n"}};
  review(
      "security",
      {{"a comment of a rule", with(code, {{"rules/aws.yml", "# " + key + "\nid: x\n"}}),
        "no secrets", "Revoke"},
       {"a value in a rule", with(code, {{"rules/aws.yml", "key: " + key + "\n"}}), "Revoke", ""},
       {"a comment elsewhere", with(code, {{"deploy/aws.yml", "# " + key + "\n"}}), "Revoke", ""}});
}

}  // namespace pawl::analyzers::reviewed_test
