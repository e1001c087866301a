// PHP: PHPUnit, of the project's packages or of this machine.
#include <algorithm>

#include "base/text/text.hpp"
#include "repo/checks/check_stacks.hpp"

namespace pawl::repo {
namespace {

std::string phpunit_settings(const Workbench& bench) {
  for (const char* name : {"phpunit.xml", "phpunit.xml.dist", "phpunit.dist.xml"}) {
    if (auto text = bench.text_beside(name)) return *std::move(text);
  }
  return {};
}

const Json& composer_json(const Workbench& bench) {
  static const Json kNone;
  for (const Manifest& manifest : bench.facts().manifests) {
    const bool here = manifest.path.folder() == std::string_view(bench.folder());
    if (here && manifest.kind == ManifestKind::composer) return manifest.data;
  }
  return kNone;
}

bool has_php_tests(const Workbench& bench) {
  const auto files = own_sources(bench.view(), bench.folder(), {".php"});
  return std::any_of(files.begin(), files.end(), [](const std::string& path) {
    return path.starts_with("tests/") && path.ends_with("Test.php");
  });
}

}  // namespace

std::vector<std::string> php_folders(const Facts& facts, const RepoView& view) {
  if (!facts.has_language("PHP")) return {};
  std::vector<std::string> folders = topmost_folders(facts, ManifestKind::composer);
  const bool root = view.has("phpunit.xml") || view.has("phpunit.xml.dist");
  if (folders.empty() && root) folders.emplace_back();
  return folders;
}

void test_php(Workbench& bench, CheckRun& run) {
  run.command = "phpunit";
  const std::string settings = phpunit_settings(bench);
  if (settings.empty() && !has_php_tests(bench)) {
    return no_tests(run, "no file says how its PHP tests are run");
  }
  const Json& manifest = composer_json(bench);
  const bool autoload = bench.has_fetched("vendor", "autoload.php");
  const bool wanted = contains(settings, "vendor/autoload.php") || manifest.has("require-dev") ||
                      manifest.has("autoload");
  if (wanted && !autoload) {
    return cannot_check(run, "its dependencies are not installed here (vendor/autoload.php)");
  }
  const CopyPath report = bench.cache("phpunit.xml");
  const CopyPath own = bench.here("vendor/bin/phpunit");
  Step step{.argv = {"phpunit"}, .one_stream = true};
  if (bench.has_fetched("vendor", "bin/phpunit")) step.argv = {"php", own.for_command()};
  step.argv.insert(step.argv.end(), {"--log-junit", report.for_command()});
  if (settings.empty()) step.argv.emplace_back("tests");
  if (const auto only = bench.only(); only.size() == 1) step.argv.push_back(only.front());
  const Ran ran = bench.run(step);
  if (!ran.known()) return cannot_check(run, ran.unknown);
  const Result<std::string> text = bench.read_result(report);
  if (!text) return no_report(run, text.error());
  TestReport tests = parse_junit(bench.as_repository_paths(*text));
  if (tests.empty() && ran.exit_code == 0) return no_tests(run, "PHPUnit found no tests");
  judge_tests(run, bench, ran, std::move(tests));
}

}  // namespace pawl::repo
