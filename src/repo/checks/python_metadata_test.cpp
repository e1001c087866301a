#include "repo/checks/python_metadata.hpp"

#include <doctest/doctest.h>

#include "repo/checks/test_checks.hpp"
#include "repo/views/view.hpp"
#include "tests/pass_over.hpp"

namespace pawl::repo::python_metadata_test {
namespace {

using test_checks::Files;

std::string written(const Files& files) {
  const auto view = memory_view(files);
  const auto found = python_metadata(gather_facts(*view), *view);
  if (!found) return "none";
  return found->folder + "\n" + found->entry_points;
}

TEST_CASE("what a package says of itself comes from its files, however they say it") {
  struct Row {
    const char* what;
    Files files;
    std::string said;
  };
  const Row rows[] = {
      {"pyproject.toml",
       {{"pyproject.toml",
         "[project]\nname = \"my-box\"\nversion = \"1.2\"\n[project.scripts]\nbox = \"box:main\"\n"
         "[project.entry-points.\"box.lids\"]\nflat = \"box.lids:Flat\"\n"}},
       "my_box-1.2.dist-info\n[box.lids]\nflat = box.lids:Flat\n\n[console_scripts]\nbox = box:main"
       "\n\n"},
      {"Hatch, whose version is in a module",
       {{"pyproject.toml",
         "[project]\nname = \"box\"\ndynamic = [\"version\"]\n[tool.hatch.version]\n"
         "path = \"box/about.py\"\n"},
        {"box/about.py", "# why\n__version__: str = '2.0'  # now\n"}},
       "box-2.0.dist-info\n"},
      {"Poetry",
       {{"pyproject.toml",
         "[tool.poetry]\nname = \"box\"\nversion = \"3\"\n[tool.poetry.plugins.x]\ny = \"z\"\n"}},
       "box-3.dist-info\n[x]\ny = z\n\n"},
      {"setup.cfg, with an attribute",
       {{"setup.cfg",
         "[metadata]\nname = Box\nversion = attr: box.__version__\n[options.entry_points]\n"
         "console_scripts =\n    box = box.cli:main\n"},
        {"src/box/__init__.py", "from .a import b\n__version__ = \"4.1.0\"\n"}},
       "Box-4.1.0.dist-info\n[console_scripts]\nbox = box.cli:main\n\n"},
      {"setup.py",
       {{"setup.py",
         "from setuptools import setup\nversion = '5.0'\nsetup(name='box', version=version,\n"
         "  entry_points={'console_scripts': ['box = box:main']})\n"}},
       "box-5.0.dist-info\n[console_scripts]\nbox = box:main\n\n"},
      {"a version that nobody says", {{"pyproject.toml", "[project]\nname = \"box\"\n"}}, "none"},
      {"a name that is no name",
       {{"pyproject.toml", "[project]\nname = \"a/../b\"\nversion = \"1\"\n"}},
       "none"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.what);
    CHECK(written(row.files) == row.said);
  }
}

TEST_CASE("tests see the version and the entry points of the project itself") {
  PASS_OVER_UNLESS(test_checks::has_tool("python3"));
  const auto results = test_checks::check(
      {{"pyproject.toml",
        "[project]\nname = \"own-box\"\nversion = \"1.2\"\n[project.entry-points.lids]\n"
        "flat = \"own_box:Flat\"\n"},
       {"own_box.py", "class Flat:\n    pass\n"},
       {"tests/own_tests.py",
        "import importlib.metadata as m\nimport unittest\n\n\nclass T(unittest.TestCase):\n"
        "    def test_version(self):\n        self.assertEqual(m.version('own-box'), '1.2')\n\n"
        "    def test_lids(self):\n"
        "        [lid] = [e for e in m.entry_points()['lids']] if not hasattr(m.entry_points(), "
        "'select') else m.entry_points(group='lids')\n"
        "        self.assertEqual(lid.load().__name__, 'Flat')\n"},
       {"tests/__init__.py", ""}});
  const CheckRun* run = nullptr;
  for (const CheckRun& one : results.tests) {
    if (one.stack == "Python") run = &one;
  }
  REQUIRE(run != nullptr);
  CAPTURE(run->reason);
  CAPTURE(run->output);
  CHECK(run->outcome == CheckOutcome::passed);
  CHECK(run->tests_passed == 2);
}

}  // namespace
}  // namespace pawl::repo::python_metadata_test
