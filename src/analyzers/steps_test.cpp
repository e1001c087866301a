#include "analyzers/steps.hpp"

#include <doctest/doctest.h>

#include "analyzers/test_repo.hpp"

namespace pawl::analyzers::steps_test {
namespace {

Ci read(const Tree& files) { return read_ci(*repo::memory_view(files)); }

std::string kinds(const Step& step) {
  std::string text;
  if (does(step, StepKind::test)) text += "test ";
  if (does(step, StepKind::lint)) text += "lint ";
  if (does(step, StepKind::audit)) text += "audit ";
  if (does(step, StepKind::coverage)) text += "coverage ";
  return text;
}

}  // namespace

TEST_CASE("commands are told apart by the programs they start") {
  struct Row {
    const char* command;
    const char* want;
  };
  const Row rows[] = {
      {"pytest -q", "test "},
      {"python -m pytest --cov=x", "test coverage "},
      {"python3 -m unittest discover", "test "},
      {"uv run pytest tests", "test "},
      {"tox -e py312", "test "},
      {"go test -race ./...", "test "},
      {"cargo test --all", "test "},
      {"cargo nextest run", "test "},
      {"npm test", "test "},
      {"npm run test:unit", "test "},
      {"pnpm exec vitest run", "test "},
      {"node --test", "test "},
      {"./gradlew build", "test "},
      {"mvn -B package --file pom.xml", "test "},
      {"ctest --test-dir build --output-on-failure", "test "},
      {"cmake --build build --target test", "test "},
      {"make check", "test "},
      {"bundle exec rake spec", "test "},
      {"bundle exec rspec", "test "},
      {"./scripts/run-tests.sh --fast", "test "},
      {"bash ci/test.sh", "test "},
      {"./dev test", "test "},
      {"cd build && FOO=1 ctest", "test "},
      {"if ! make test; then exit 1; fi", "test "},
      {"dotnet test --no-build", "test "},
      {"meson test -C build", "test "},
      {"echo pytest", ""},
      {"pip install pytest ruff", ""},
      {"apt-get install -y cppcheck # tests", ""},
      {"npm ci", ""},
      {"npm install --save-dev jest", ""},
      {"./deploy-latest.sh", ""},
      {"docker pull ubuntu:latest", ""},
      {"test -f pytest.ini", ""},
      {"mkdir -p test-results", ""},
      {"go build ./...", ""},
      {"make", ""},
      {"ruff check src tests", "lint "},
      {"mypy tests", "lint "},
      {"go vet ./...", "lint "},
      {"cargo clippy -- -D warnings", "lint "},
      {"npm run lint", "lint "},
      {"npx eslint .", "lint "},
      {"pre-commit run --all-files", "lint "},
      {"clang-format --dry-run -Werror src/a.cpp", "lint "},
      {"uv run --locked --group dev tox run -e ${{ matrix.tox || format('py{0}', 1) }}", "test "},
      {"cmake -B build -DCMAKE_CXX_CLANG_TIDY=clang-tidy", "lint "},
      {"tox -e docs", ""},
      {"./scripts/clang-format-check", "lint "},
      {"pip-audit", "audit "},
      {"npm audit --audit-level=high", "audit "},
      {"cargo audit", "audit "},
      {"govulncheck ./...", "audit "},
  };
  for (const Row& row : rows) {
    CAPTURE(row.command);
    CHECK(kinds({"ci.yml", 1, false, row.command}) == row.want);
  }
}

TEST_CASE("actions are told apart by their names") {
  struct Row {
    const char* name;
    const char* want;
  };
  const Row rows[] = {
      {"actions/checkout@v4", ""},
      {"actions/setup-python@latest", ""},
      {"codecov/codecov-action@v4", "coverage "},
      {"golangci/golangci-lint-action@v6", "lint "},
      {"pre-commit/action@v3", "lint "},
      {"aquasecurity/trivy-action@0.20", "audit "},
      {"github/codeql-action/analyze@v3", "audit "},
      {"org/shared/.github/workflows/python-tests.yml@main", "test "},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(kinds({"ci.yml", 1, true, row.name}) == row.want);
  }
}

TEST_CASE("definitions of many systems are read") {
  struct Row {
    const char* system;
    const char* path;
    const char* text;
  };
  const Row rows[] = {
      {"GitHub Actions", ".github/workflows/ci.yml",
       "on: push\njobs:\n  a:\n    steps:\n      - run: make test\n"},
      {"GitLab CI", ".gitlab-ci.yml", "unit:\n  script:\n    - make test\n"},
      {"CircleCI", ".circleci/config.yml",
       "jobs:\n  a:\n    steps:\n      - checkout\n      - run:\n          command: make test\n"},
      {"Travis CI", ".travis.yml", "language: c\nscript: make test\n"},
      {"Travis CI", ".travis.yml", "language: go\n"},
      {"Azure Pipelines", "azure-pipelines.yml", "steps:\n- script: make test\n"},
      {"Bitbucket Pipelines", "bitbucket-pipelines.yml",
       "pipelines:\n  default:\n    - step:\n        script:\n          - make test\n"},
      {"Drone", ".drone.yml", "steps:\n- name: a\n  commands:\n  - make test\n"},
      {"Cirrus CI", ".cirrus.yml", "task:\n  unit_script:\n    - make test\n"},
      {"AppVeyor", "appveyor.yml", "test_script:\n  - make test\n"},
      {"Jenkins", "Jenkinsfile", "node {\n  sh 'make test'\n}\n"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.path);
    const Ci ci = read({{row.path, row.text}});
    REQUIRE(ci.pipelines.size() == 1);
    CHECK(ci.pipelines[0].system == row.system);
    CHECK(ci.pipelines[0].parsed);
    CHECK(ci.pipelines[0].automatic);
    CHECK(first_step(ci, StepKind::test) != nullptr);
  }
}

TEST_CASE("steps carry the line they stand on") {
  const Ci ci = read({{".github/workflows/ci.yml",
                       "on: push\njobs:\n  a:\n    steps:\n      - uses: actions/checkout@v4\n     "
                       " - run: |\n          make\n          make check\n"}});
  REQUIRE(ci.steps.size() == 2);
  CHECK(ci.steps[0].line == 5);
  CHECK(ci.steps[1].line == 7);
}

TEST_CASE("names are followed to what they run") {
  const std::string workflow = "on: push\njobs:\n  a:\n    steps:\n      - run: ";
  const auto with_step = [&](const std::string& run, const Tree& files) {
    return with(files, {{".github/workflows/ci.yml", workflow + run + "\n"}});
  };
  struct Row {
    std::string run;
    Tree files;
    std::string want;
  };
  const Tree tox = {{"tox.ini",
                     "[tox]\nenvlist = py,style\n\n[testenv]\ncommands = pytest {posargs}\n\n"
                     "[testenv:style]\ncommands =\n    ruff check .\n\n[testenv:docs]\ncommands = "
                     "sphinx-build docs out\n"}};
  const Tree nox = {
      {"noxfile.py",
       "import nox\n\n@nox.session\ndef unit(session):\n    session.run(\"pytest\")\n\n"
       "@nox.session(name=\"style\")\ndef _style(session):\n    session.run(\n        "
       "\"ruff\",\n        \"check\",\n    )\n"}};
  const Tree rake = {{"Rakefile",
                      "task default: [:spec, :rubocop]\n\ntask :audit do\n  sh 'bundle-audit "
                      "check'\nend\n\ntask :docs do\n  sh 'yard'\nend\n"}};
  const Row rows[] = {
      {"npm run all",
       {{"package.json", R"({"scripts": {"all": "npm run in", "in": "mocha"}})"}},
       "test "},
      {"npm test",
       {{"package.json", R"({"scripts": {"test": "tap", "pretest": "eslint ."}})"}},
       "test lint "},
      {"run-s check:*", {{"package.json", R"({"scripts": {"check:a": "eslint ."}})"}}, "lint "},
      {"npm run a", {{"package.json", R"({"scripts": {"a": "npm run b", "b": "npm run a"}})"}}, ""},
      {"cd web && npm run ok", {{"web/package.json", R"({"scripts": {"ok": "vitest"}})"}}, "test "},
      {"npm run site",
       {{"package.json", R"({"scripts": {"site": "vite build", "ok": "mocha"}})"}},
       ""},
      {"make all-checks", {{"Makefile", "all-checks: unit\n\nunit:\n\tpytest\n"}}, "test "},
      {"make", {{"Makefile", "all: unit\n\nunit:\n\t@pytest\n"}}, "test "},
      {"make", {{"Makefile", "all: gauge\n\nunit:\n\tpytest\n"}}, ""},
      {"make -C sub ok", {{"sub/Makefile", "T = unit\nok: $(T)\nunit:\n\tcppcheck .\n"}}, "lint "},
      {"A=1 PATH=$HOME/go/bin:$PATH make quick",
       {{"Makefile", "quick:\n\trichgo test ./...\n"}},
       "test "},
      {"make x",
       {{"Makefile", "include more.mk\n"},
        {"more.mk", "x:\n\t./ci/y.sh\n"},
        {"ci/y.sh", "#!/bin/sh\nshellcheck *.sh\n"}},
       "lint "},
      {"just ok", {{"justfile", "ok: a\n\na:\n    cargo clippy\n"}}, "lint "},
      {"./ci/all",
       {{"ci/all", "#!/usr/bin/env bash\nset -e\ncargo test\ncargo fmt --check\n"}},
       "test lint "},
      {"bash ci/all.sh", {{"ci/all.sh", "pytest\n"}}, "test "},
      {"./ci/all.py", {{"ci/all.py", "#!/usr/bin/env python3\npytest\n"}}, ""},
      {"tox", tox, "test lint "},
      {"tox -e style", tox, "lint "},
      {"tox -e docs", tox, ""},
      {"uv run nox -s style", nox, "lint "},
      {"nox -s unit", nox, "test "},
      {"bundle exec rake", rake, "test lint "},
      {"rake audit", rake, "audit "},
      {"rake docs", rake, ""},
      {"task ok", {{"Taskfile.yml", "tasks:\n  ok:\n    cmds:\n      - go vet ./...\n"}}, "lint "},
      {"composer ok",
       {{"composer.json", R"({"scripts": {"ok": ["phpunit", "phpstan"]}})"}},
       "test lint "},
      {"git ls-files | xargs -n 1 clang-format-21 -i", {}, "lint "},
      {"./gradlew build",
       {{"build.gradle", "apply plugin: 'com.diffplug.spotless'\n"}},
       "test lint "},
      {"./gradlew build", {{"build.gradle", "apply plugin: 'java'\n"}}, "test "},
      {"mvn -B verify",
       {{"pom.xml",
         "<plugin><artifactId>spotless-maven-plugin</artifactId><goal>check</goal></plugin>"}},
       "test lint "},
      {"mvn -B test",
       {{"pom.xml",
         "<plugin><artifactId>spotless-maven-plugin</artifactId><goal>check</goal></plugin>"}},
       "test "},
  };
  for (const Row& row : rows) {
    CAPTURE(row.run);
    const Ci ci = read(with_step(row.run, row.files));
    REQUIRE(ci.steps.size() == 1);
    CHECK(kinds(ci.steps[0]) == row.want);
  }
}

TEST_CASE("composite actions and included definitions are read, those of others are hidden") {
  const Ci own =
      read({{".github/workflows/ci.yml",
             "on: push\njobs:\n  a:\n    steps:\n      - uses: ./.github/actions/check\n"},
            {".github/actions/check/action.yml",
             "runs:\n  using: composite\n  steps:\n    - run: ruff check .\n"}});
  const Step* lint = first_step(own, StepKind::lint);
  REQUIRE(lint != nullptr);
  CHECK(lint->path == ".github/actions/check/action.yml");
  CHECK(lint->line == 4);
  CHECK(own.hidden.empty());

  const Ci gitlab = read({{".gitlab-ci.yml", "include:\n  - local: /ci/unit.yml\n"},
                          {"ci/unit.yml", "unit:\n  script: pytest\n"}});
  CHECK(first_step(gitlab, StepKind::test) != nullptr);
  CHECK(gitlab.hidden.empty());

  const Ci other =
      read({{".github/workflows/ci.yml",
             "on: push\njobs:\n  a:\n    uses: org/ci/.github/workflows/all.yml@v1\n"}});
  REQUIRE(other.hidden.size() == 1);
  CHECK(other.hidden[0].text == "org/ci/.github/workflows/all.yml@v1");
  CHECK(other.hidden[0].line == 4);
}

TEST_CASE("an environment chosen by a variable is one of those the definition names") {
  const Tree tox = {{"tox.ini", "[testenv:style]\ncommands = ruff check .\n"}};
  const auto lints = [&](const std::string& names) {
    const Ci ci =
        read(with(tox, {{".github/workflows/ci.yml",
                         "on: push\njobs:\n  a:\n    strategy: {matrix: {env: [" + names +
                             "]}}\n    steps:\n      - run: tox -e ${{ matrix.env }}\n"}}));
    return first_step(ci, StepKind::lint) != nullptr;
  };
  CHECK(lints("py312, style"));
  CHECK(!lints("py312, docs"));
}

TEST_CASE("what is no CI definition is not read") {
  const Ci ci = read({{".github/workflows/nested/x.yml", "a: 1\n"},
                      {".github/workflows/notes.md", "pytest\n"},
                      {"sub/.travis.yml", "script: make test\n"},
                      {"codecov.yml", "coverage: 1\n"}});
  CHECK(ci.pipelines.empty());
  CHECK(ci.steps.empty());
}

TEST_CASE("a manual workflow is not automatic, a broken one not parsed") {
  const Ci ci = read({{".github/workflows/a.yml",
                       "on: workflow_dispatch\njobs: {a: {steps: [{run: make test}]}}\n"},
                      {".github/workflows/b.yml", "on: push\njobs:\n  a: [\n"}});
  REQUIRE(ci.pipelines.size() == 2);
  CHECK(!ci.pipelines[0].automatic);
  CHECK(!ci.pipelines[1].parsed);
  CHECK(!ci.pipelines[1].error.empty());
}

}  // namespace pawl::analyzers::steps_test
