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

TEST_CASE("npm scripts and make targets are followed") {
  const std::string workflow = "on: push\njobs:\n  a:\n    steps:\n      - run: ";
  struct Row {
    const char* name;
    Tree files;
  };
  const Row rows[] = {
      {"npm",
       {{".github/workflows/ci.yml", workflow + "npm run ci-all\n"},
        {"package.json", R"({"scripts": {"ci-all": "npm run inner", "inner": "mocha"}})"}}},
      {"make",
       {{".github/workflows/ci.yml", workflow + "make all-checks\n"},
        {"Makefile", "all-checks: unit\n\nunit:\n\tpytest\n"}}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(first_step(read(row.files), StepKind::test) != nullptr);
  }
  const Ci loop = read({{".github/workflows/ci.yml", workflow + "npm run a\n"},
                        {"package.json", R"({"scripts": {"a": "npm run b", "b": "npm run a"}})"}});
  CHECK(first_step(loop, StepKind::test) == nullptr);
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
