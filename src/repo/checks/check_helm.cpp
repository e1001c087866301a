// Charts of Helm: the plugin helm-unittest.
#include <algorithm>
#include <set>

#include "base/text/text.hpp"
#include "repo/checks/check_stacks.hpp"

namespace pawl::repo {
namespace {

constexpr std::string_view kPlugins = ".local/share/helm/plugins";

}  // namespace

std::vector<std::string> helm_folders(const Facts&, const RepoView& view) {
  std::set<std::string> folders;
  for (const Entry& entry : view.files()) {
    const std::string_view folder = entry.path.folder();
    const bool test = entry.path.name().ends_with("_test.yaml") &&
                      (folder == "tests" || folder.ends_with("/tests"));
    if (!test || is_sample(entry.path)) continue;
    const std::string chart(
        folder.substr(0, folder.size() - std::min(folder.size(), std::size_t{6})));
    if (view.has(chart.empty() ? "Chart.yaml" : chart + "/Chart.yaml")) folders.insert(chart);
  }
  return {folders.begin(), folders.end()};
}

void test_helm(Workbench& bench, CheckRun& run) {
  run.command = "helm unittest .";
  Step step{.argv = {"helm", "unittest", "--output-type", "JUnit"}};
  const std::string plugins = os::join_path(bench.home(), kPlugins);
  if (!bench.home().empty() && bench.exists_on_host(plugins)) {
    bench.allow({plugins});
    step.environment.emplace_back("HELM_PLUGINS", plugins);
  }
  const CopyPath report = bench.cache("helm.xml");
  step.argv.insert(step.argv.end(), {"--output-file", report.for_command(), "."});
  const Ran ran = bench.run(step);
  if (!ran.known()) return cannot_check(run, ran.unknown);
  if (contains(ran.err, "unknown command \"unittest\"")) {
    return cannot_check(run, "the plugin helm-unittest is not installed");
  }
  const Result<std::string> text = bench.read_result(report);
  if (!text) return no_report(run, text.error());
  TestReport tests = parse_junit(bench.as_repository_paths(*text));
  if (tests.empty() && ran.exit_code == 0) return no_tests(run, "helm-unittest found no tests");
  judge_tests(run, bench, ran, std::move(tests));
}

}  // namespace pawl::repo
