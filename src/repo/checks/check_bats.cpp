// Shell: bats.
#include <algorithm>

#include "base/text/text.hpp"
#include "repo/checks/check_stacks.hpp"

namespace pawl::repo {
namespace {

std::vector<std::string> bats_files(const Workbench& bench) {
  return own_sources(bench.view(), bench.folder(), {".bats"});
}

// `bats_load_safe: Could not find '/x/test_helper/bats-support/load'[.bash]`: a library that is a
// submodule or a package, and so no part of the copy.
std::string missing_helper(const Workbench& bench, std::string_view text) {
  for (const std::string_view line : split_lines(text)) {
    const auto at = line.find("Could not find '");
    if (at == std::string_view::npos) continue;
    const std::string_view rest = line.substr(at + 16);
    const std::string path = bench.as_repository_paths(rest.substr(0, rest.find('\'')));
    const bool own = !bench.repo_path(path).empty() || !bench.repo_path(path + ".bash").empty();
    const std::string_view folder = std::string_view(path).substr(0, path.rfind('/'));
    const auto files = bench.view().files();
    const bool beside = std::any_of(files.begin(), files.end(), [&](const Entry& entry) {
      return entry.path.folder() == folder;
    });
    if (!own && !beside) return "a library its tests load is not here: " + printable(path, 120);
  }
  return {};
}

}  // namespace

std::vector<std::string> bats_folders(const Facts&, const RepoView& view) {
  if (own_sources(view, "", {".bats"}).empty()) return {};
  return {""};
}

void test_bats(Workbench& bench, CheckRun& run) {
  run.command = "bats";
  std::vector<std::string> files = bats_files(bench);
  if (const auto only = bench.only(); !only.empty()) files = only;
  Step step{.argv = {"bats", "--formatter", "junit"}};
  step.argv.insert(step.argv.end(), files.begin(), files.end());
  const Ran ran = bench.run(step);
  if (!ran.known()) return cannot_check(run, ran.unknown);
  TestReport report = parse_junit(bench.as_repository_paths(ran.out));
  for (FailingTest& test : report.failing) {
    std::string missing = missing_helper(bench, test.message);
    if (!missing.empty()) return cannot_check(run, std::move(missing));
    const std::string_view name = std::string_view(test.id).substr(0, test.id.find("::"));
    for (const std::string& file : files) {
      if (file == name || file.ends_with("/" + std::string(name))) test.file = file;
    }
  }
  if (report.empty() && ran.exit_code == 0) return no_tests(run, "bats found no tests");
  judge_tests(run, bench, ran, std::move(report));
}

}  // namespace pawl::repo
