// What of `npm test` tests.
#include "repo/checks/npm_scripts.hpp"

#include <doctest/doctest.h>

namespace pawl::repo::npm_scripts_test {
namespace {

// What is run in place of `npm test`; `npm test` where nothing is.
std::string run_for(const char* scripts) {
  const auto parsed = Json::parse(scripts);
  REQUIRE(parsed);
  return test_scripts(Json::object({{"scripts", *parsed}})).without_readers.value_or("npm test");
}

TEST_CASE("linters, formatters and audits that a test script calls stay away") {
  struct Row {
    const char* scripts;
    const char* run;
  };
  const Row rows[] = {
      {R"({"test": "mocha"})", "npm test"},
      {R"({"test": "tsc && mocha dist"})", "npm test"},
      {R"({"test": "eslint . && mocha"})", "mocha"},
      {R"({"test": "xo && ava && tsd"})", "ava && tsd"},
      {R"({"test": "NODE_ENV=test jest && tsc --noEmit"})", "NODE_ENV=test jest"},
      {R"({"test": "npx prettier --check 'a && b' && c8 mocha 'test/**/*.js'"})",
       "c8 mocha 'test/**/*.js'"},
      {R"({"test": "kcd-scripts lint && kcd-scripts test"})", "kcd-scripts test"},
      {R"({"test": "prettier --check '*.(js|ts)' && yarn eslint . && yarn jest"})", "yarn jest"},
      {R"({"test": "node node_modules/eslint/bin/eslint.js a && node --test"})", "node --test"},
      // What they call.
      {R"({"test": "yarn lint && yarn jest", "lint": "eslint .", "jest": "node jest.js"})",
       "yarn jest"},
      {R"({"test": "npm run lint && npm run build && npm run unit", "lint": "node lint.js",
           "build": "rollup -c", "unit": "mocha"})",
       "npm run build && npm run unit"},
      {R"({"test": "run-s lint unit", "lint": "eslint .", "unit": "uvu"})", "uvu"},
      {R"({"test": "npm run all", "all": "npm run check && jest", "check": "eslint ."})", "jest"},
      // Before and after.
      {R"j({"pretest": "npm run --silent readme && npm run --silent lint", "readme": "evalmd a.md",
           "lint": "eslint .", "postlint": "eclint check $(git ls-files)",
           "test": "npm run tests-only", "tests-only": "nyc tape 'test/**/*.js'",
           "posttest": "npx npm@'>=10.2' audit --production"})j",
       "npm run --silent readme && npm run tests-only"},
      // What says by its name that it lints, and tests.
      {R"({"test": "npm run test:lint && npm run unit", "test:lint": "jest --projects lint",
           "unit": "jest"})",
       "npm test"},
      // Nothing is left.
      {R"({"test": "standard"})", ""},
      {R"({"test": "npm run lint", "lint": "eslint .", "test:unit": "vitest run"})",
       "npm run test:unit"},
      // Shells do more than that.
      {R"({"test": "eslint . || true; mocha"})", "npm test"},
      {R"j({"test": "(eslint . && mocha)"})j", "npm test"},
      {R"({"test": "cd web && eslint . && mocha"})", "npm test"},
      {R"({"test": "echo \"a && eslint b\" && mocha"})", "npm test"},
      {R"({"test": "npm run lint -- --fix && mocha", "lint": "tool"})", "npm test"},
      // In circles.
      {R"({"test": "npm run a && npm run a", "a": "npm test && npm test"})", "npm test"},
      {R"({})", "npm test"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.scripts);
    CHECK(run_for(row.scripts) == row.run);
  }
}

TEST_CASE("all that the scripts run is kept") {
  const auto package = Json::parse(
      R"({"scripts": {"pretest": "pnpm run lint", "test": "jest", "lint": "eslint ."}})");
  REQUIRE(package);
  CHECK(test_scripts(*package).all == "pnpm run lint\neslint .\njest\n");
}

}  // namespace
}  // namespace pawl::repo::npm_scripts_test
