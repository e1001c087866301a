#include "planner/verticals.hpp"

#include <doctest/doctest.h>

#include <string>

#include "base/assets.hpp"
#include "base/text/text.hpp"

namespace pawl::planner::verticals_test {
namespace {

const Vertical& named(std::string_view name) { return **vertical_named(name); }

std::string scoped(std::string_view vertical, std::initializer_list<const char*> paths) {
  std::vector<std::string> in;
  for (const char* path : paths) {
    if (in_scope(named(vertical), path)) in.emplace_back(path);
  }
  return join(in, " ");
}

}  // namespace

TEST_CASE("documents are in the scope of docs, data and code are not") {
  CHECK(scoped("docs", {"README.md", "docs/a/b.mdx", "pkg/guide.rst", "CHANGELOG", "Readme.txt",
                        "docs/notes.txt", "doc/x.adoc"}) ==
        "README.md docs/a/b.mdx pkg/guide.rst CHANGELOG Readme.txt docs/notes.txt doc/x.adoc");
  CHECK(scoped("docs", {"requirements.txt", "requirements-dev.txt", "CMakeLists.txt", "notes.txt",
                        "docs/hooks.py", "docs/conf.py", "src/a.py", "tests/fixtures/a.md",
                        "mkdocs.yml", "package.json", "LICENSE"})
            .empty());
}

TEST_CASE("configuration of tools is in the scope of quality") {
  CHECK(scoped("quality", {".prettierrc", ".prettierrc.json", "web/eslint.config.mjs", "ruff.toml",
                           ".ruff.toml", "tox.ini", ".clang-format", ".editorconfig"}) ==
        ".prettierrc .prettierrc.json web/eslint.config.mjs ruff.toml .ruff.toml tox.ini "
        ".clang-format .editorconfig");
  CHECK(scoped("quality", {"package.json", "pyproject.toml", "src/a.py", "README.md"}).empty());
}

TEST_CASE("tests are in the scope of tests, in every language, and what they test is not") {
  CHECK(scoped("tests", {"tests/test_a.py", "pkg/a_test.go", "tests/a.rs", "src/a.test.ts",
                         "src/test/java/ATest.java", "tests/a_test.cpp", "spec/a_spec.rb",
                         "__tests__/a.js"}) ==
        "tests/test_a.py pkg/a_test.go tests/a.rs src/a.test.ts src/test/java/ATest.java "
        "tests/a_test.cpp spec/a_spec.rb __tests__/a.js");
  CHECK(scoped("tests", {"src/a.py", "a.go", "src/lib.rs", "tests/fixtures/test_a.py", "README.md",
                         "package.json", "CMakeLists.txt", "conftest.py", "tests/CMakeLists.txt",
                         "node_modules/a/a.test.js", "src/main/java/A.java"})
            .empty());
}

TEST_CASE("subtasks of a tests run make tests and add to them, and delete nothing") {
  CHECK(may(named("tests"), SubtaskAction::create));
  CHECK(may(named("tests"), SubtaskAction::modify));
  CHECK_FALSE(may(named("tests"), SubtaskAction::remove));
  CHECK(may(named("docs"), SubtaskAction::remove));
}

TEST_CASE(
    "settings of site generators are in the scope of migrate, manifests of the code are not") {
  CHECK(scoped("migrate",
               {"docs/.vitepress/config.mjs", ".vitepress/config.mjs", "website/sidebars.js",
                "site/docusaurus.config.js", "mkdocs.yml", "docs/package.json", "docs/a/index.md",
                ".gitignore", "mkdocs_hooks.py", "site-docs/a/b.md"}) ==
        "docs/.vitepress/config.mjs .vitepress/config.mjs website/sidebars.js "
        "site/docusaurus.config.js mkdocs.yml docs/package.json docs/a/index.md .gitignore "
        "mkdocs_hooks.py site-docs/a/b.md");
  // The site has to be built on the result.
  CHECK((*vertical_named("migrate"))->proven_by == "site");
  CHECK((*vertical_named("docs"))->proven_by.empty());
  CHECK(scoped("migrate", {"package.json", "index.md", "docs/a.md", "src/a.js", "README.md",
                           ".github/workflows/ci.yml"})
            .empty());
}

TEST_CASE("a scope is found by name, whatever its letters, and an unknown one is refused") {
  CHECK(named(" Docs ").name == "docs");
  CHECK(*vertical_named("") == nullptr);
  const auto unknown = vertical_named("doc");
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().code == Errc::invalid);
  CHECK(contains(unknown.error().message, "docs, quality, tests"));
}

TEST_CASE("each vertical has its text and metrics") {
  for (const Vertical& vertical : verticals()) {
    CAPTURE(vertical.name);
    CHECK(asset(vertical.prompt).has_value());
    // What a person asks for in their own words is about no metric.
    CHECK(vertical.metrics.empty() == (vertical.name == "task"));
    CHECK(vertical.files.empty() == (vertical.holds != nullptr));
  }
  analyzers::Report report;
  report.metrics = {{.name = "readme"}, {.name = "build"}, {.name = "docs"}};
  CHECK(narrowed(report, named("docs")).metrics.size() == 2);
}

}  // namespace pawl::planner::verticals_test
