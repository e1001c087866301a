#include "repo/checks/setup_proposals.hpp"

#include <doctest/doctest.h>

#include "repo/checks/test_checks.hpp"

namespace pawl::repo::setup_proposals_test {
namespace {

std::vector<SetupProposal> proposed(const test_checks::Files& files) {
  const auto view = memory_view(files);
  return setup_proposals(gather_facts(*view), *view);
}

using Commands = std::vector<std::string>;

TEST_CASE("a devcontainer's create commands, in whatever form") {
  const auto found = proposed({{".devcontainer/devcontainer.json",
                                R"({// comment
      "onCreateCommand": "make deps", "updateContentCommand": ["npm", "ci"],
      "postCreateCommand": {"a": "one\ntwo", "b": ["three", "four"]}})"}});
  REQUIRE(found.size() == 1);
  CHECK(found[0].path == ".devcontainer/devcontainer.json");
  CHECK(found[0].commands == Commands{"make deps", "npm ci", "one", "two", "three four"});
}

TEST_CASE("steps before the tests of a workflow; all of copilot-setup-steps, first") {
  const auto found =
      proposed({{".github/workflows/ci.yml",
                 "jobs:\n  t:\n    steps:\n      - uses: actions/checkout@v4\n"
                 "      - run: |\n          # a word\n          pip install -e .\n"
                 "      - run: echo ${{ secrets.TOKEN }}\n      - run: python -m pytest\n"
                 "      - run: ./upload\n  lint:\n    steps:\n      - run: ./lint\n"},
                {".github/workflows/copilot-setup-steps.yml",
                 "jobs:\n  copilot-setup-steps:\n    steps:\n      - run: make tools\n"}});
  REQUIRE(found.size() == 2);
  CHECK(found[0].path == ".github/workflows/copilot-setup-steps.yml");
  CHECK(found[0].commands == Commands{"make tools"});
  CHECK(found[1].commands == Commands{"pip install -e ."});
}

TEST_CASE("what cannot be read proposes nothing") {
  CHECK(proposed({{".devcontainer.json", "{"}, {".github/workflows/a.yml", "jobs: [\n"}}).empty());
}

}  // namespace
}  // namespace pawl::repo::setup_proposals_test
