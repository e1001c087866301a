#include <doctest/doctest.h>

#include <map>

#include "base/text/text.hpp"
#include "recipes/recipe.hpp"
#include "recipes/slips.hpp"
#include "syntax/check.hpp"

namespace pawl::recipes::repairs_test {
namespace {

using RepairFiles = std::map<std::string, std::string>;

// A file before and after; the same text twice: it is left as it is.
struct Row {
  const char* name;
  const char* path;
  std::string before;
  std::string after;
  RepairFiles more;
};

std::vector<Write> written_by(std::string_view recipe, const RepairFiles& files) {
  const auto view = repo::memory_view(files);
  const repo::Facts facts = repo::gather_facts(*view);
  const Settings settings;
  return find(recipe)->prepare({.view = *view, .facts = facts, .settings = settings});
}

void check_rows(std::string_view recipe, const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    CAPTURE(row.name);
    RepairFiles files = row.more;
    files[row.path] = row.before;
    const auto writes = written_by(recipe, files);
    if (row.before == row.after) {
      CHECK(writes.empty());
      continue;
    }
    REQUIRE(writes.size() == 1);
    CHECK(writes[0].path == row.path);
    CHECK(writes[0].content == row.after);
    CHECK_FALSE(writes[0].reasons.empty());
    files[row.path] = writes[0].content;
    CHECK(written_by(recipe, files).empty());
  }
}

const std::string kPackage = R"({"name":"tiny","repository":"github:ann/tiny"})";

}  // namespace

TEST_CASE("slips of the hand") {
  CHECK(edits_between("build", "build", 1) == 0);
  CHECK(edits_between("biuld", "build", 1) == 1);
  CHECK(edits_between("buld", "build", 1) == 1);
  CHECK(edits_between("bulid", "built", 1) == 2);
  CHECK(edits_between("", "abc", 1) == 2);
  struct Slip {
    const char* wrong;
    const char* right;
    bool slips;
  };
  const Slip slips[] = {
      {"biuld", "build", true},
      {"build-bench", "build:bench", true},
      {"gettingstarted", "getting-started", true},
      {"tests", "test", true},
      {"instal", "install", true},
      {"README-ja.md", "README-ka.md", false},
      {"get-value", "set-value", false},
      {"min-value", "max-value", false},
      {"v1-guide", "v2-guide", false},
      {"getvalue", "setvalue", false},
      {"ci.yml", "cd.yml", false},
      {"lint", "link", false},
      {"biuld-tset", "build-test", false},
  };
  for (const Slip& slip : slips) {
    CAPTURE(slip.wrong);
    CHECK(is_slip(slip.wrong, slip.right) == slip.slips);
  }
  const std::vector<std::string> names{"build", "built"};
  CHECK(only_slip("biuld", names) == "build");
  CHECK_FALSE(only_slip("buil", names));
  CHECK_FALSE(only_slip("build-x", names));
}

TEST_CASE("badges follow workflows that were renamed") {
  const std::string on = "name: CI\non: [push, pull_request]\n";
  const auto badge = [](const std::string& file) {
    return "[![b](https://github.com/ann/tiny/actions/workflows/" + file +
           "/badge.svg)](https://github.com/ann/tiny/actions/workflows/" + file + ")\n";
  };
  const RepairFiles one{{"package.json", kPackage}, {".github/workflows/ci.yml", on}};
  RepairFiles two = one;
  two[".github/workflows/test.yml"] = on;
  RepairFiles other = one;
  other[".github/workflows/ci.yml"] = "name: CI\non:\n  schedule:\n    - cron: '0 0 * * 0'\n";
  check_rows(
      "badges",
      {{"another ending", "README.md", badge("ci.yaml"), badge("ci.yml"), two},
       {"the only one that checks pushes", "README.md", badge("tests.yml"), badge("ci.yml"), one},
       {"two can be meant", "README.md", badge("build.yml"), badge("build.yml"), two},
       {"it does something else", "README.md", badge("tests.yml"), badge("tests.yml"), other},
       {"no check", "README.md", badge("release.yml"), badge("release.yml"), one},
       {"it works", "README.md", badge("ci.yml"), badge("ci.yml"), two},
       {"another repository", "README.md",
        "https://github.com/bob/tiny/actions/workflows/tests.yml/badge.svg\n",
        "https://github.com/bob/tiny/actions/workflows/tests.yml/badge.svg\n", one},
       {"what a changelog says stays", "CHANGELOG.md", badge("tests.yml"), badge("tests.yml"), one},
       {"given up by its server", "README.md",
        "![b](https://img.shields.io/github/workflow/status/ann/tiny/CI/main?style=flat)\n",
        "![b](https://img.shields.io/github/actions/workflow/status/ann/tiny/"
        "ci.yml?branch=main&style=flat)\n",
        one},
       {"given up, by a name that two have", "README.md",
        "![b](https://img.shields.io/github/workflow/status/ann/tiny/CI)\n",
        "![b](https://img.shields.io/github/workflow/status/ann/tiny/CI)\n", two}});
}

TEST_CASE("names of commands are mended where one alone is meant") {
  const RepairFiles npm{
      {"package.json", R"({"name":"t","scripts":{"build":"x","lint:quick":"y","test":"z"}})"},
      {"packages/a/package.json", R"({"name":"a","scripts":{"serve":"x"}})"}};
  RepairFiles make = npm;
  make["Makefile"] = "VAR := 1\n\nall: install\n\ninstall:\n\tcp a b\n\ncheck:\n\t./t\n";
  RepairFiles opaque = make;
  opaque["Makefile"] += "include more.mk\n";
  check_rows(
      "command-names",
      {{"letters swapped", "README.md", "Run `npm run biuld`.\n", "Run `npm run build`.\n", npm},
       {"behind a colon", "README.md", "```\npnpm run lint:quikc\n```\n",
        "```\npnpm run lint:quick\n```\n", npm},
       {"yarn runs programs, too", "README.md", "yarn run biuld\n", "yarn run biuld\n", npm},
       {"it exists", "README.md", "npm run build\n", "npm run build\n", npm},
       {"that of another package", "README.md", "npm run serve\n", "npm run serve\n", npm},
       {"too far away", "README.md", "npm run compile\n", "npm run compile\n", npm},
       {"too short to tell", "README.md", "npm run tes\n", "npm run tes\n", npm},
       {"a longer word", "README.md", "npm run biuld/x\n", "npm run biuld/x\n", npm},
       {"what stays as it was", "CHANGELOG.md", "npm run biuld\n", "npm run biuld\n", npm},
       {"a target", "README.md", "    $ make instal\n", "    $ make install\n", make},
       {"prose", "README.md", "We make instal easy.\n", "We make instal easy.\n", make},
       {"targets nobody can list", "README.md", "`make instal`\n", "`make instal`\n", opaque},
       {"a folder of that name", "README.md", "`make instal`\n", "`make instal`\n", [&] {
          RepairFiles files = make;
          files["instal/a.txt"] = "";
          return files;
        }()}});
}

TEST_CASE("paths of a package are mended where one file alone can be meant") {
  const auto package = [](const std::string& rest) {
    return "{\n  \"name\": \"t\",\n  " + rest + "\n}\n";
  };
  check_rows("package-paths", {{"other letters",
                                "package.json",
                                package(R"("main": "./Index.js")"),
                                package(R"("main": "./index.js")"),
                                {{"index.js", ""}}},
                               {"another ending",
                                "package.json",
                                package(R"("bin": {"t": "bin/tool.js"})"),
                                package(R"("bin": {"t": "bin/tool.js"})"),
                                {{"bin/tool.mjs", ""}, {"bin/tool.cjs", ""}}},
                               {"one other ending",
                                "package.json",
                                package(R"("bin": {"t": "cli/tool.js"})"),
                                package(R"("bin": {"t": "cli/tool.mjs"})"),
                                {{"cli/tool.mjs", ""}}},
                               {"a slip",
                                "package.json",
                                package(R"("types": "typings/idnex.d.ts")"),
                                package(R"("types": "typings/index.d.ts")"),
                                {{"typings/index.d.ts", ""}}},
                               {"an ending is left out",
                                "package.json",
                                package(R"("main": "lib/a")"),
                                package(R"("main": "lib/a")"),
                                {{"lib/a.js", ""}}},
                               {"a build makes it",
                                "package.json",
                                package(R"("main": "lib/Index.js", "scripts": {"build": "x"})"),
                                package(R"("main": "lib/Index.js", "scripts": {"build": "x"})"),
                                {{"lib/index.js", ""}}},
                               {"nobody commits it",
                                "package.json",
                                package(R"("main": "lib/Index.js")"),
                                package(R"("main": "lib/Index.js")"),
                                {{"lib/index.js", ""}, {".gitignore", "lib/I*\n"}}},
                               {"in a folder of builds",
                                "package.json",
                                package(R"("main": "dist/Index.js")"),
                                package(R"("main": "dist/Index.js")"),
                                {{"dist/index.js", ""}}},
                               {"packaged",
                                "package.json",
                                package(R"("files": ["Lib", "LICENSE"])"),
                                package(R"("files": ["lib", "LICENSE"])"),
                                {{"lib/a.js", ""}}},
                               {"packaged by a pattern",
                                "package.json",
                                package(R"("files": ["Lib/*.js"])"),
                                package(R"("files": ["Lib/*.js"])"),
                                {{"lib/a.js", ""}}},
                               {"data of tests",
                                "test/fixtures/package.json",
                                package(R"("main": "Index.js")"),
                                package(R"("main": "Index.js")"),
                                {{"test/fixtures/index.js", ""}}}});
}

TEST_CASE("data that Python code reads is packaged where nothing packages it") {
  const std::string project =
      "[build-system]\nrequires = [\"setuptools\"]\nbuild-backend = \"setuptools.build_meta\"\n\n"
      "[project]\nname = \"p\"\nversion = \"1\"\n";
  const std::string packaged = "\n[tool.setuptools.package-data]\np = [\"data/a.json\"]\n";
  const RepairFiles files{
      {"src/p/__init__.py", ""},
      {"src/p/data/a.json", "{}"},
      {"src/p/data/b.json", "{}"},
      {"src/p/read.py", "A = open(Path(__file__).parent / 'data' / 'a.json')\n"}};
  const auto with = [&](const char* path, const char* text) {
    RepairFiles more = files;
    more[path] = text;
    return more;
  };
  const std::string scm = replace_all(project, "\"setuptools\"", "\"setuptools-scm\"");
  const std::string hatch = replace_all(project, "setuptools.build_meta", "hatchling.build");
  check_rows(
      "python-package-data",
      {{"nothing packages it", "pyproject.toml", project, project + packaged, files},
       {"a manifest does", "pyproject.toml", project, project, with("MANIFEST.in", "graft src\n")},
       {"setup.py may", "pyproject.toml", project, project, with("setup.py", "setup()\n")},
       {"a plugin does", "pyproject.toml", scm, scm, files},
       {"another backend does", "pyproject.toml", hatch, hatch, files},
       {"nobody reads it", "pyproject.toml", project, project,
        with("src/p/read.py", "A = 'data/a.json'\n")},
       {"it is not there", "pyproject.toml", project, project,
        with("src/p/read.py", "A = open(__file__ + 'data/c.json')\n")},
       {"two packages", "pyproject.toml", project, project, with("src/q/__init__.py", "")}});
}

TEST_CASE("data that does not parse is mended where one reading is left") {
  check_rows(
      "data-syntax",
      {{"a comma too many",
        "a.json",
        "{\n  \"a\": [1, 2,],\n  \"b\": \",]\",\n}\n",
        "{\n  \"a\": [1, 2],\n  \"b\": \",]\"\n}\n",
        {}},
       {"a value too few", "a.json", "{\"a\": [1,,]}\n", "{\"a\": [1,,]}\n", {}},
       {"comments are no JSON", "a.json", "{\"a\": 1, // x\n}\n", "{\"a\": 1, // x\n}\n", {}},
       {"something else, too", "a.json", "{\"a\": 1,}}\n", "{\"a\": 1,}}\n", {}},
       {"known to allow it", "tsconfig.json", "{\"a\": 1,}\n", "{\"a\": 1,}\n", {}},
       {"wrong on purpose", "data/invalid.json", "{\"a\": 1,}\n", "{\"a\": 1,}\n", {}},
       {"read kindly", "turbo.json", "{\"a\": 1,}\n", "{\"a\": 1,}\n", {}},
       {"data of tests", "tests/fixtures/a.json", "{\"a\": 1,}\n", "{\"a\": 1,}\n", {}},
       {"tabs", "a.yaml", "a:\n\tb: 1\n\tc:\n\t\td: 2\n", "a:\n  b: 1\n  c:\n    d: 2\n", {}},
       {"every width says something else",
        "a.yaml",
        "a:\n  - b:\n    c:\n\td: 1\n",
        "a:\n  - b:\n    c:\n\td: 1\n",
        {}},
       {"a tab in a text", "a.yaml", "a: |\n  x\n  \ty\n", "a: |\n  x\n  \ty\n", {}},
       {"a template",
        "templates/a.yaml",
        "{{- if x }}\na:\n\tb: 1\n",
        "{{- if x }}\na:\n\tb: 1\n",
        {}}});
}

TEST_CASE("versions of the project itself are those of its manifest") {
  const std::string log = "# Changelog\n\n## 2.1.0\n\n- x\n\n## 1.4.2\n";
  const RepairFiles npm{{"package.json", R"({"name":"tiny","version":"2.1.0"})"},
                        {"CHANGELOG.md", log}};
  const RepairFiles cargo{{"Cargo.toml", "[package]\nname = \"tiny\"\nversion = \"0.5.1\"\n"},
                          {"CHANGELOG.md", "## 0.5.1\n"}};
  RepairFiles unreleased = npm;
  unreleased["CHANGELOG.md"] = "## 2.1.0 (unreleased)\n";
  RepairFiles preview = npm;
  preview["package.json"] = R"({"name":"tiny","version":"3.0.0-rc.1"})";
  check_rows(
      "own-versions",
      {{"a pin", "README.md", "npm install tiny@1.4.2\n", "npm install tiny@2.1.0\n", npm},
       {"as exact as it was", "README.md", "https://unpkg.com/tiny@1/x.js\n",
        "https://unpkg.com/tiny@2/x.js\n", npm},
       {"current", "README.md", "npm install tiny@2.1\n", "npm install tiny@2.1\n", npm},
       {"later than the manifest", "README.md", "npm i tiny@3.0.0\n", "npm i tiny@3.0.0\n", npm},
       {"another package", "README.md", "npm install tiny-x@1.4.2 x-tiny@1.0.0\n",
        "npm install tiny-x@1.4.2 x-tiny@1.0.0\n", npm},
       {"two versions", "README.md", "npm i tiny@1.4.2\nnpm i tiny@2.0.0\n",
        "npm i tiny@1.4.2\nnpm i tiny@2.0.0\n", npm},
       {"a preview beside it", "README.md", "npm i tiny@1.4.2\nnpm i tiny@1.4.2-beta\n",
        "npm i tiny@2.1.0\nnpm i tiny@1.4.2-beta\n", npm},
       {"on purpose", "README.md", "For older browsers: npm i tiny@1.4.2\n",
        "For older browsers: npm i tiny@1.4.2\n", npm},
       {"with a checksum", "README.md",
        "<script src=\"https://unpkg.com/tiny@1.4.2\" integrity=\"sha384-x\"></script>\n",
        "<script src=\"https://unpkg.com/tiny@1.4.2\" integrity=\"sha384-x\"></script>\n", npm},
       {"not released", "README.md", "npm i tiny@1.4.2\n", "npm i tiny@1.4.2\n", unreleased},
       {"a preview", "README.md", "npm i tiny@1.4.2\n", "npm i tiny@1.4.2\n", preview},
       {"how to upgrade", "docs/upgrading.md", "npm i tiny@1.4.2\n", "npm i tiny@1.4.2\n", npm},
       {"Cargo takes it no more", "README.md", "```toml\ntiny = \"0.3\"\n```\n",
        "```toml\ntiny = \"0.5\"\n```\n", cargo},
       {"Cargo takes the later one", "README.md", "```toml\ntiny = \"0.5.0\"\n```\n",
        "```toml\ntiny = \"0.5.0\"\n```\n", cargo}});
}

}  // namespace pawl::recipes::repairs_test
