#include "repo/facts/facts.hpp"

#include <doctest/doctest.h>

#include "repo/facts/fact_sources.hpp"
#include "repo/manifests/manifests.hpp"

namespace pawl::repo::facts_test {
namespace {

using Files = std::map<std::string, std::string>;
using Values = std::vector<std::string>;

Facts facts_of(const Files& files) { return gather_facts(*memory_view(files)); }

Values values(const std::vector<Sourced>& list) {
  Values out;
  for (const Sourced& one : list) out.push_back(one.value);
  return out;
}

std::string value(const std::optional<Sourced>& fact) { return fact ? fact->value : "-"; }

// `value @ path:line`
std::string placed(const std::optional<Sourced>& fact) {
  if (!fact) return "-";
  return fact->value + " @ " + fact->path + ":" + std::to_string(fact->line);
}

TEST_CASE("languages are counted over files of the project's own") {
  const Facts facts = facts_of({{"a.mjs", ""},
                                {"b.cjs", ""},
                                {"c.js", ""},
                                {"src/d.cc", ""},
                                {"src/d.h", ""},
                                {"e.kt", ""},
                                {"f.swift", ""},
                                {"g.cs", ""},
                                {"h.php", ""},
                                {"i.sh", ""},
                                {"Rakefile", ""},
                                {"node_modules/x/y.ts", ""},
                                {"dist/z.ts", ""},
                                {"notes.md", ""},
                                {"app.min.js", ""}});
  Values names;
  for (const LanguageCount& one : facts.languages) {
    names.push_back(one.name + " " + std::to_string(one.files));
  }
  CHECK(names == Values{"JavaScript 3", "C++ 2", "C# 1", "Kotlin 1", "PHP 1", "Ruby 1", "Shell 1",
                        "Swift 1"});
  CHECK(facts.main_language() == "JavaScript");
  CHECK(facts.has_language("C++"));
  CHECK_FALSE(facts.has_language("C"));
  CHECK(facts_of({{"a.h", ""}, {"a.c", ""}, {"b.c", ""}, {"x.cpp", ""}}).main_language() == "C");
  CHECK(facts_of({}).main_language().empty());
}

TEST_CASE("manifests stand root first and leave fixtures out") {
  const Facts facts = facts_of({{"web/package.json", "{}"},
                                {"Cargo.toml", "[package]\nname = \"a\"\n"},
                                {"Makefile", "all:\n"},
                                {"tests/fixtures/package.json", "{}"},
                                {"vendor/x/go.mod", "module x\n"},
                                {"requirements-dev.txt", "pytest\n"},
                                {"api/requirements/base.txt", "flask\n"},
                                {"bad/package.json", "{"}});
  Values found;
  for (const Manifest& one : facts.manifests) {
    found.push_back(std::string(to_string(one.kind)) + " " + one.path.text());
  }
  CHECK(found == Values{"cargo Cargo.toml", "make Makefile", "requirements requirements-dev.txt",
                        "requirements api/requirements/base.txt", "npm bad/package.json",
                        "npm web/package.json"});
  CHECK(facts.manifests[4].data.is_null());
  CHECK(facts.manifest(ManifestKind::npm) != nullptr);
  CHECK(facts.manifest(ManifestKind::maven) == nullptr);
}

constexpr const char* kPackage = R"({
  "name": "@scope/left-pad",
  "version": "1.2.0",
  "description": "Pads on the left",
  "license": "MIT",
  "author": "Jane Doe <jane@example.org>",
  "repository": {"type": "git", "url": "git+https://github.com/jane/left-pad.git"},
  "main": "./lib/index.js",
  "bin": {"left-pad": "bin/cli.js", "other": "bin/absent.js"},
  "scripts": {
    "build": "tsc -p .",
    "lint": "eslint .",
    "test": "node --test"
  }
}
)";

TEST_CASE("package.json") {
  const Facts facts =
      facts_of({{"package.json", kPackage}, {"lib/index.js", ""}, {"bin/cli.js", ""}});
  CHECK(placed(facts.name) == "@scope/left-pad @ package.json:2");
  CHECK(placed(facts.version) == "1.2.0 @ package.json:3");
  CHECK(placed(facts.license_declared) == "MIT @ package.json:5");
  CHECK(placed(facts.author) == "Jane Doe @ package.json:6");
  CHECK(value(facts.repository_url) == "https://github.com/jane/left-pad");
  CHECK(values(facts.install_commands) == Values{"npm install @scope/left-pad"});
  CHECK(values(facts.build_commands) == Values{"npm run build"});
  CHECK(values(facts.lint_commands) == Values{"npm run lint"});
  REQUIRE(facts.test_commands.size() == 1);
  CHECK(placed(facts.test_commands[0]) == "npm test @ package.json:13");
  CHECK(values(facts.run_commands) == Values{"left-pad", "other"});
  CHECK(values(facts.entry_points) == Values{"bin/cli.js", "lib/index.js"});
}

TEST_CASE("package.json says less than it seems to") {
  const Facts placeholder =
      facts_of({{"package.json",
                 R"({"name": "x", "private": true, "licenses": [{"type": "MIT"}, {"type": "ISC"}],
            "scripts": {"test": "echo \"Error: no test specified\" && exit 1"}})"}});
  CHECK(placeholder.test_commands.empty());
  CHECK(placeholder.install_commands.empty());
  CHECK(value(placeholder.license_declared) == "MIT OR ISC");
  const Facts object =
      facts_of({{"package.json", R"({"license": {"type": "Apache 2.0", "url": "x"}})"}});
  CHECK(value(object.license_declared) == "Apache-2.0");
  const Facts elsewhere = facts_of(
      {{"package.json", R"({"license": "SEE LICENSE IN terms.txt", "dependencies": {"a": "1"}})"},
       {"pnpm-lock.yaml", ""}});
  CHECK(value(elsewhere.license_declared) == "-");
  CHECK(values(elsewhere.install_commands) == Values{"pnpm install"});
  CHECK(value(facts_of({{"package.json", "[]"}}).name) == "-");
}

TEST_CASE("pyproject.toml") {
  const Facts facts = facts_of({{"pyproject.toml", R"([build-system]
requires = ["hatchling"]

[project]
name = "box"
version = "0.3"
description = "Boxes"
license = {text = "BSD 3-Clause"}
authors = [{name = "Jane Doe", email = "jane@example.org"}]
classifiers = ["License :: OSI Approved :: MIT License"]

[project.urls]
Homepage = "https://example.org"
Source = "https://github.com/jane/box"

[project.scripts]
box = "box.cli:main"

[project.optional-dependencies]
test = ["pytest>=7"]

[tool.ruff]
line-length = 100
)"},
                                {"box/__init__.py", ""}});
  CHECK(placed(facts.name) == "box @ pyproject.toml:5");
  CHECK(placed(facts.license_declared) == "BSD-3-Clause @ pyproject.toml:8");
  CHECK(placed(facts.homepage) == "https://example.org @ pyproject.toml:13");
  CHECK(value(facts.repository_url) == "https://github.com/jane/box");
  CHECK(value(facts.author) == "Jane Doe");
  CHECK(values(facts.install_commands) == Values{"pip install box"});
  CHECK(values(facts.run_commands) == Values{"box"});
  CHECK(values(facts.lint_commands) == Values{"ruff check ."});
  CHECK(values(facts.test_commands) == Values{"pytest"});
}

TEST_CASE("licences of pyproject.toml in each of their forms") {
  struct Row {
    const char* project;
    const char* want;
  };
  const Row rows[] = {
      {"license = \"MIT OR Apache-2.0\"", "MIT OR Apache-2.0"},
      {"license = {file = \"COPYING\"}", "Unlicense"},
      {"license = {file = \"absent\"}", "-"},
      {"license = {text = \"All rights reserved\"}", "-"},
      {"classifiers = [\"License :: OSI Approved :: Apache Software License\"]", "Apache-2.0"},
      {"classifiers = [\"License :: OSI Approved :: BSD License\"]", "-"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.project);
    const Facts facts =
        facts_of({{"pyproject.toml", std::string("[project]\nname = \"x\"\n") + row.project},
                  {"COPYING",
                   "This is free and unencumbered software released into the public "
                   "domain."}});
    CHECK(value(facts.license_declared) == row.want);
  }
}

TEST_CASE("setup.py, setup.cfg and unittest") {
  const Facts facts = facts_of({{"setup.py",
                                 "from setuptools import setup\nsetup(\n"
                                 "    name='box',\n    version=read(),\n"
                                 "    license=\"MIT\",\n)\n"},
                                {"tests/test_box.py", "import sys\nimport unittest\n"}});
  CHECK(placed(facts.name) == "box @ setup.py:3");
  CHECK(value(facts.version) == "-");
  CHECK(value(facts.license_declared) == "MIT");
  REQUIRE(facts.test_commands.size() == 1);
  CHECK(placed(facts.test_commands[0]) == "python -m unittest @ tests/test_box.py:2");
  const Facts settings = facts_of({{"setup.cfg",
                                    "[metadata]\nname = box\nversion = attr: box.v\n"
                                    "license = Apache 2.0\n\n[tool:pytest]\n"
                                    "testpaths = t\n"},
                                   {"a.py", ""}});
  CHECK(placed(settings.name) == "box @ setup.cfg:2");
  CHECK(value(settings.version) == "-");
  CHECK(value(settings.license_declared) == "Apache-2.0");
  CHECK(values(settings.test_commands) == Values{"pytest"});
}

TEST_CASE("Cargo.toml, also what a workspace says for it") {
  const Facts facts = facts_of({{"Cargo.toml",
                                 "[package]\nname = \"box\"\n"
                                 "version.workspace = true\nlicense = \"MIT/Apache-2.0\"\n"
                                 "\n[workspace.package]\nversion = \"2.0.0\"\n"},
                                {"src/main.rs", "fn main() {}\n"}});
  CHECK(placed(facts.name) == "box @ Cargo.toml:2");
  CHECK(placed(facts.version) == "2.0.0 @ Cargo.toml:7");
  CHECK(value(facts.license_declared) == "MIT OR Apache-2.0");
  CHECK(values(facts.run_commands) == Values{"cargo run"});
  CHECK(values(facts.install_commands) == Values{"cargo install --path ."});
  CHECK(values(facts.test_commands) == Values{"cargo test"});
}

TEST_CASE("go.mod") {
  const Facts facts = facts_of({{"go.mod",
                                 "module github.com/jane/box\n\ngo 1.22\n\nrequire (\n"
                                 "\texample.com/a v1.0.0\n\texample.com/b v2.0.0 // indirect\n)\n"},
                                {"cmd/boxer/main.go", "package main\n"},
                                {"box_test.go", "package box\n"}});
  CHECK(placed(facts.name) == "box @ go.mod:1");
  CHECK(value(facts.repository_url) == "https://github.com/jane/box");
  CHECK(values(facts.install_commands) ==
        Values{"go install github.com/jane/box/cmd/boxer@latest"});
  CHECK(values(facts.run_commands) == Values{"go run ./cmd/boxer"});
  CHECK(values(facts.test_commands) == Values{"go test ./..."});
  const Json& required = facts.manifest(ManifestKind::go_mod)->data["require"];
  REQUIRE(required.size() == 2);
  CHECK(required.items()[1]["indirect"].bool_or(false));
  CHECK(facts_of({{"go.mod", "module box\n"}}).install_commands.empty());
  CHECK(facts_of({{"go.mod", "module box\n"}}).test_commands.empty());
}

TEST_CASE("other manifests") {
  const Facts maven = facts_of({{"pom.xml",
                                 "<project>\n<parent><version>9</version></parent>\n"
                                 "<artifactId>box</artifactId>\n<licenses><license>"
                                 "<name>Apache License, Version 2.0</name></license>"
                                 "</licenses>\n</project>\n"}});
  CHECK(placed(maven.name) == "box @ pom.xml:3");
  CHECK(value(maven.version) == "9");
  CHECK(value(maven.license_declared) == "Apache-2.0");
  CHECK(values(maven.test_commands) == Values{"mvn test"});

  const Facts gem = facts_of({{"box.gemspec",
                               "Gem::Specification.new do |s|\n  s.name = 'box'\n"
                               "  s.version = Box::VERSION\n"
                               "  s.licenses = ['MIT']\n  s.authors = [\"Jane\"]\nend\n"},
                              {".rspec", ""}});
  CHECK(placed(gem.name) == "box @ box.gemspec:2");
  CHECK(value(gem.version) == "-");
  CHECK(value(gem.license_declared) == "MIT");
  CHECK(values(gem.install_commands) == Values{"gem install box"});
  CHECK(values(gem.test_commands) == Values{"bundle exec rspec"});

  const Facts php = facts_of({{"composer.json", R"({"name": "jane/box", "license": ["MIT", "ISC"],
    "scripts": {"test": "phpunit"}})"}});
  CHECK(value(php.license_declared) == "MIT OR ISC");
  CHECK(values(php.install_commands) == Values{"composer require jane/box"});
  CHECK(values(php.test_commands) == Values{"composer test"});

  const Facts cmake = facts_of({{"CMakeLists.txt",
                                 "cmake_minimum_required(VERSION 3.20)\n"
                                 "project(box VERSION 1.2 # x\n  DESCRIPTION \"A box\")\n"
                                 "enable_testing()\n"}});
  CHECK(placed(cmake.name) == "box @ CMakeLists.txt:2");
  CHECK(value(cmake.version) == "1.2");
  CHECK(value(cmake.description) == "A box");
  CHECK(values(cmake.test_commands) == Values{"ctest --test-dir build"});

  const Facts make = facts_of({{"Makefile", "all: x\n\ntest:\n\t./t\nlint:\n\t./l\n"}});
  CHECK(values(make.build_commands) == Values{"make"});
  REQUIRE(make.test_commands.size() == 1);
  CHECK(placed(make.test_commands[0]) == "make test @ Makefile:3");
  CHECK(make.install_commands.empty());
  const Facts later =
      facts_of({{"Makefile", "$(warning \"no x, run: y\")\n.PHONY: z\nfirst:\nall: x\n"}});
  CHECK(values(later.build_commands) == Values{"make all"});
  CHECK(later.run_commands.empty());

  const Facts autotools =
      facts_of({{"configure.ac", "AC_INIT([box], [1.4], [x@example.org])\n"}, {"Makefile.am", ""}});
  CHECK(placed(autotools.name) == "box @ configure.ac:1");
  CHECK(value(autotools.version) == "1.4");
}

TEST_CASE("the main language's manifest speaks first") {
  const Files files = {{"package.json", R"({"name": "site"})"},
                       {"pyproject.toml", "[project]\nname = \"box\"\n"},
                       {"a.py", ""},
                       {"b.py", ""},
                       {"c.js", ""}};
  CHECK(value(facts_of(files).name) == "box");
  // Two projects side by side: neither speaks for the repository.
  const Facts two = facts_of({{"a/package.json", R"({"name": "a"})"}, {"b/Cargo.toml", ""}});
  CHECK(value(two.name) == "-");
  CHECK(value(facts_of({{"app/package.json", R"({"name": "a"})"}}).name) == "a");
}

TEST_CASE("readme, licence file and workflows") {
  const std::string unlicense =
      "This is free and unencumbered software released into the public domain.";
  const Facts facts = facts_of({{"README.rst", "x"},
                                {"readme.fr.md", "x"},
                                {"docs/README.md", "x"},
                                {"LICENSE-CC0", "Creative Commons Legal Code\n\nCC0 1.0 Universal"},
                                {"LICENSE-UNLICENSE", unlicense},
                                {"license.go", "package x"},
                                {".github/workflows/ci.yml", ""},
                                {".github/workflows/notes.md", ""},
                                {".gitlab-ci.yml", ""}});
  CHECK(value(facts.readme) == "README.rst");
  CHECK(value(facts.license_file) == "CC0-1.0 OR Unlicense");
  CHECK(values(facts.workflows) == Values{"GitHub Actions", "GitLab CI"});
  const Facts own = facts_of({{"LICENSE", "All rights reserved."}});
  CHECK(placed(own.license_file) == "unknown @ LICENSE:0");
  CHECK(value(facts_of({{"src/LICENSE", unlicense}}).license_file) == "-");
  CHECK(value(facts_of({}).readme) == "-");
}

TEST_CASE("manifests that are cut off give what they still say") {
  const Files wholes = {
      {"package.json", kPackage},
      {"pyproject.toml", "[project]\nname = \"x\"\nlicense = {text = \"MIT\"}\n[tool.ruff]\n"},
      {"setup.cfg", "[metadata]\nname = x\n[options.entry_points]\nconsole_scripts =\n  a = b:c\n"},
      {"setup.py", "setup(\n    name='box',\n    license=\"MIT\",\n)\n"},
      {"Cargo.toml", "[package]\nname = \"a\"\n[[bin]]\nname = \"b\"\n"},
      {"go.mod", "module example.com/a\n\nrequire (\n\tb v1 // indirect\n)\nrequire c v1\n"},
      {"pom.xml", "<project><scm><url>https://x</url></scm><modules><module>a</module></modules>"},
      {"a.gemspec", "s.name = 'box'\ns.licenses = ['MIT']\n"},
      {"CMakeLists.txt", "project(box VERSION 1 DESCRIPTION \"a b\")\ninclude(CTest)\n"},
      {"meson.build", "project('box', 'c', version: '1', license: 'MIT')\ntest('a', b)\n"},
      {"configure.ac", "AC_INIT([box], [1.4])\n"},
      {"settings.gradle", "rootProject.name = 'box'\n"},
      {"Makefile", "all: x\ntest:\n"},
      {"requirements.txt", "-r a\nb[c]>=1 # d\n"},
  };
  for (const auto& [name, whole] : wholes) {
    for (std::size_t cut = 0; cut <= whole.size(); ++cut) {
      const Facts facts = facts_of({{name, whole.substr(0, cut)}, {"build.gradle", ""}});
      CHECK(facts.manifests.size() >= 1);
      CHECK(facts_of({{name, whole.substr(cut)}}).manifests.size() <= 1);
    }
  }
}

TEST_CASE("facts as JSON carry their places") {
  const Json json = to_json(facts_of({{"package.json", R"({"name": "x"})"}}));
  CHECK(json["name"]["value"].text() == "x");
  CHECK(json["name"]["path"].text() == "package.json");
  CHECK(json["version"].is_null());
  CHECK(json["manifests"].size() == 1);
}

}  // namespace
}  // namespace pawl::repo::facts_test
