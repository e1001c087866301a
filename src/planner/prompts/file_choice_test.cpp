#include "planner/prompts/file_choice.hpp"

#include <doctest/doctest.h>

namespace pawl::planner::file_choice_test {
namespace {

using Files = std::map<std::string, std::string>;
using Names = std::vector<std::string>;

const Files kFiles = {
    {"README.md", "# Box\n"},
    {"setup.cfg", "[metadata]\n"},
    {"box/__init__.py", "from .lid import open_lid\n"},
    {"box/lid.py", "from .hinge import turn\n\ndef open_lid():\n    return turn(1)\n"},
    {"box/key.py", "from .hinge import turn\n\ndef lock():\n    return turn(2)\n"},
    {"box/hinge.py", "def turn(angle):\n    return angle\n"},
    {"deep/er/still.txt", "x\n"},
    {"node_modules/x/index.js", "x\n"},
    {"tests/test_lid.py",
     "from box import open_lid\n\ndef test_lid():\n    assert open_lid() == 2\n"},
};

Names chosen(const Files& files, const analyzers::Report& report,
             std::vector<TestFailure> failures = {}, Names hints = {}, bool indexed = true) {
  const auto view = repo::memory_view(files);
  const auto index = index::memory_index({files.begin(), files.end()});
  const repo::Facts facts;
  const std::vector<ChosenFile> all = chosen_files({.report = report,
                                                    .facts = facts,
                                                    .view = *view,
                                                    .denied = {},
                                                    .failures = std::move(failures),
                                                    .graph = indexed ? &index->head() : nullptr,
                                                    .hints = std::move(hints)});
  Names names;
  for (const ChosenFile& file : all) {
    names.push_back(file.path + (file.why.empty() ? "" : ": " + file.why));
  }
  return names;
}

analyzers::Report report_on(const std::string& path) {
  analyzers::Report report;
  analyzers::Metric metric;
  metric.name = "docs";
  metric.evidence.push_back({.path = path});
  analyzers::grade(metric, 0.1);
  report.metrics.push_back(metric);
  return report;
}

}  // namespace

TEST_CASE("files are chosen by failing tests, names, use, evidence, and then by depth") {
  const TestFailure failure{.id = "tests/test_lid.py::test_lid",
                            .file = "tests/test_lid.py",
                            .message = "box/lid.py:4: in open_lid\nassert 1 == 2",
                            .folder = ""};
  const Names names =
      chosen(kFiles, report_on("deep/er/still.txt"), {failure}, {"setup.cfg", "gone.txt"});
  const Names want = {"box/lid.py: failing tests point at it",
                      "setup.cfg: named",
                      "box/hinge.py: used by 2 files",
                      "deep/er/still.txt: docs",
                      "README.md",
                      "box/__init__.py",
                      "box/key.py",
                      "tests/test_lid.py"};
  CHECK(names == want);
}

TEST_CASE("without an index or failing tests the evidence comes first") {
  const Names names = chosen(kFiles, report_on("box/key.py"), {}, {}, false);
  CHECK(names.front() == "box/key.py: docs");
  CHECK(names[1] == "README.md");
  CHECK(names.size() == kFiles.size() - 1);
}

TEST_CASE("what is used counts where the names come from in the end, and tests count as users") {
  const auto view = repo::memory_view(kFiles);
  const auto index = index::memory_index({kFiles.begin(), kFiles.end()});
  const auto used = most_used(*view, index->head(), 10);
  const std::vector<std::pair<std::string, std::size_t>> want = {
      {"box/hinge.py", 2}, {"box/lid.py", 2}, {"box/__init__.py", 1}};
  CHECK(used == want);
  CHECK(most_used(*view, index->head(), 1).size() == 1);
}

}  // namespace pawl::planner::file_choice_test
