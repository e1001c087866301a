// Which requirements tests of Python need, of all that a repository lists.
#include <doctest/doctest.h>

#include "repo/checks/prepare.hpp"
#include "repo/views/view.hpp"

namespace pawl::repo::prepare_python_test {
namespace {

using Files = std::map<std::string, std::string>;

// What pip is asked for, a line each; what is refused begins with `named: `.
std::string asked(const Files& files) {
  const auto view = memory_view(files);
  const auto plan = python_preparation(gather_facts(*view), *view, "");
  REQUIRE(plan);
  if (!*plan) return {};
  std::string out = (*plan)->files.at("requirements.txt");
  for (const std::string& one : (*plan)->named) out += "named: " + one + "\n";
  return out;
}

TEST_CASE("of several lists of requirements those for tests are taken") {
  struct Row {
    const char* what;
    Files files;
    std::string asked;
  };
  const Row rows[] = {
      {"a list whose name ends so",
       {{"requirements.txt", "flask\n"}, {"test-requirements.txt", "pytest-mock\n"}},
       "flask\npytest-mock\n"},
      {"a list for tests makes the tools of development unnecessary",
       {{"requirements/dev.txt", "pre-commit==2\ntox\n"},
        {"requirements/tests.txt", "pytest==7\n"}},
       "pytest==7\n"},
      {"without one, that for development",
       {{"requirements.txt", "a\n"}, {"requirements-dev.txt", "pytest\n"}},
       "a\npytest\n"},
      {"lists of other versions of the same",
       {{"setup.py", "setup(name='x', install_requires=['click>=8'])\n"},
        {"requirements/tests.txt", "pytest==7\n"},
        {"requirements/tests-min.txt", "click==8.0\n"},
        {"requirements/tests-next.txt", "click @ https://host.example/main.tar.gz\n"},
        {"requirements/tests-old.txt", "pytest==6\n"},
        {"requirements/async.txt", "gevent\n"}},
       "click>=8\ngevent\npytest==7\n"},
      {"lists for type checkers and the like",
       {{"requirements/tests.txt", "pytest==7\n"},
        {"requirements/typing.txt", "mypy\npytest==8\n"},
        {"types-requirements.txt", "types-requests\n"}},
       "pytest==7\n"},
      {"examples are projects of their own",
       {{"setup.py",
         "setup(name='Box', install_requires=['a'], extras_require={'test': ['box', 'c']})\n"},
        {"examples/shop/setup.cfg",
         "[metadata]\nname = shop\n[options]\ninstall_requires =\n  box\n  d\n"},
        {"examples/till/pyproject.toml",
         "[project]\nname = \"till\"\nversion = \"1\"\ndependencies = [\"box\"]\n"}},
       "a\nc\n"},
      {"a list for tests that names an address is refused with it",
       {{"requirements/tests.txt", "x @ https://host.example/x.tar.gz\n"}},
       "named: https://host.example/x.tar.gz\n"},
      {"extras of the project itself",
       {{"pyproject.toml",
         "[project]\nname = \"box\"\nversion = \"1\"\ndependencies = [\"a\"]\n"
         "[project.optional-dependencies]\ncli = [\"rich\"]\ndocs = [\"sphinx\"]\n"},
        {"requirements.txt", "-e .[CLI]\npytest\n"}},
       "a\npytest\nrich\n"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.what);
    CHECK(asked(row.files) == row.asked);
  }
}

TEST_CASE("what tox and Hatch say that tests need counts where no manifest says it") {
  struct Row {
    const char* what;
    Files files;
    std::string asked;
  };
  const std::string project =
      "[project]\nname = \"box\"\nversion = \"1\"\ndependencies = [\"a\"]\n"
      "[project.optional-dependencies]\ncli = [\"rich\"]\nmin-versions = [\"a==1\"]\n";
  const Row rows[] = {
      {"Hatch's environment for tests, and the one it comes from",
       {{"pyproject.toml",
         project + "[tool.hatch.envs.default]\nextra-dependencies = [\"coverage\"]\n"
                   "dependencies = [\"black\"]\n"
                   "[tool.hatch.envs.test]\nfeatures = [\"CLI\"]\ndependencies = [\"mock\"]\n"
                   "[tool.hatch.envs.docs]\ndependencies = [\"mkdocs\"]\n"
                   "[[tool.hatch.envs.test.matrix]]\ntype = [\"min\"]\n"}},
       "a\ncoverage\nmock\nrich\n"},
      {"Hatch's only one",
       {{"pyproject.toml", project}, {"hatch.toml", "[envs.default]\nfeatures = [\"cli\"]\n"}},
       "a\nrich\n"},
      {"tox: what holds whatever is asked for",
       {{"pyproject.toml", project},
        {"tox.ini",
         "[testenv]\nextras =\n    cli\ndeps =\n    # for all\n    -rneeds/all.txt\n    mock>=1\n"
         "    min: a==1\n    !min: b\n    {env:MORE:c}\n    -e .[cli]\n    .\n"
         "[testenv:docs]\ndeps = sphinx\n[testenv:py]\ndeps = sub\n"},
        {"needs/all.txt", "time-machine\n-c other.txt\n"}},
       "a\nb\nmock>=1\nrich\nsub\ntime-machine\n"},
      {"tox in TOML, and groups",
       {{"pyproject.toml",
         project +
             "[dependency-groups]\nchecks = [\"mock\", {include-group = \"Time_Tools\"}]\n"
             "time-tools = [\"time-machine\", {include-group = \"checks\"}]\nlint = [\"ruff\"]\n"
             "[tool.tox.env_run_base]\ndependency_groups = [\"checks\"]\n"}},
       "a\nmock\ntime-machine\n"},
      {"a manifest that says it itself",
       {{"pyproject.toml",
         project +
             "test = [\"mock\", \"Box[CLI]\"]\n[tool.hatch.envs.test]\ndependencies = [\"c\"]\n"},
        {"tox.ini", "[testenv]\ndeps = d\n"}},
       "a\nmock\nrich\n"},
      {"a list that says it itself",
       {{"pyproject.toml", project},
        {"requirements-dev.txt", "mock\n"},
        {"tox.ini", "[testenv]\ndeps = d\n"}},
       "a\nmock\n"},
      {"groups for tests",
       {{"pyproject.toml",
         project + "[dependency-groups]\ntest = [\"mock\", {include-group = \"more\"}]\n"
                   "more = [\"time-machine\"]\ndocs = [\"sphinx\"]\n"}},
       "a\nmock\ntime-machine\n"},
      {"a group for tests makes that for development unnecessary",
       {{"pyproject.toml", project + "[dependency-groups]\ntests = [\"mock\"]\ndev = [\"tox\"]\n"}},
       "a\nmock\n"},
      {"neither of them",
       {{"pyproject.toml", project},
        {"tox.ini", "[tox]\nenvlist = py3\n[testenv:lint]\ndeps = d\n"}},
       "a\n"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.what);
    CHECK(asked(row.files) == row.asked);
  }
}

}  // namespace
}  // namespace pawl::repo::prepare_python_test
