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

}  // namespace
}  // namespace pawl::repo::prepare_python_test
