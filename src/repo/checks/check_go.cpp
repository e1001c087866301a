// Go modules: `go build`, `go test -json`, offline.
#include <algorithm>

#include "base/text/text.hpp"
#include "repo/checks/check_stacks.hpp"

namespace pawl::repo {
namespace {

std::vector<std::pair<std::string, std::string>> go_environment(Workbench& bench) {
  std::string modules = bench.cache("go/pkg/mod").for_command();
  const std::string of_user = os::join_path(bench.home(), "go/pkg/mod");
  if (!bench.home().empty() && bench.exists_on_host(of_user)) {
    bench.allow({of_user});
    modules = of_user;
  }
  return {{"GOCACHE", bench.cache("go-build").for_command()},
          {"GOPATH", bench.cache("go").for_command()},
          {"GOMODCACHE", modules},
          {"GOPROXY", "off"},
          {"GOSUMDB", "off"},
          {"GOTOOLCHAIN", "local"},
          {"GOTELEMETRY", "off"},
          {"GOENV", "off"}};
}

// Package paths of reports made folders of the repository: the module's own path is cut off.
std::string package_folder(const Workbench& bench, std::string_view package) {
  for (const Manifest& manifest : bench.facts().manifests) {
    const bool own = manifest.kind == ManifestKind::go_mod &&
                     manifest.path.folder() == std::string_view(bench.folder());
    if (!own) continue;
    const std::string_view module = manifest.data["module"].text();
    if (package == module) return {};
    if (package.starts_with(module)) return std::string(package.substr(module.size() + 1)) + "/";
  }
  return {};
}

// The packages of the test files to run alone; all of them when there are none.
std::vector<std::string> packages_to_test(const Workbench& bench) {
  std::vector<std::string> packages;
  for (const std::string& path : bench.only()) {
    std::string package = "./" + os::parent_path("/" + path).substr(1);
    if (std::find(packages.begin(), packages.end(), package) == packages.end()) {
      packages.push_back(std::move(package));
    }
  }
  if (packages.empty()) packages.emplace_back("./...");
  return packages;
}

}  // namespace

std::vector<std::string> go_folders(const Facts& facts, const RepoView&) {
  std::vector<std::string> folders;
  for (const Manifest& manifest : facts.manifests) {
    if (manifest.kind == ManifestKind::go_mod) folders.emplace_back(manifest.path.folder());
  }
  return folders;
}

void build_go(Workbench& bench, CheckRun& run) {
  run.command = "go build ./...";
  const Ran ran = bench.run(
      {.argv = {"go", "build", "-o", "/dev/null", "./..."}, .environment = go_environment(bench)});
  if (!ran.known()) return cannot_check(run, ran.unknown);
  if (ran.exit_code == 0) return pass(run);
  if (const auto trouble = trouble_of_the_place(ran.all())) return cannot_check(run, *trouble);
  auto found = bench.placed(parse_colon_errors(ran.all(), "go build"));
  // With cgo the C compiler speaks too, and what it misses is a library of the system.
  const bool header = std::any_of(found.begin(), found.end(), [](const Diagnostic& one) {
    return one.message.ends_with(": No such file or directory");
  });
  if (header) return cannot_check(run, "a C header it needs is not installed here");
  fail_with(run, std::move(found), ran.all());
}

void test_go(Workbench& bench, CheckRun& run) {
  run.command = "go test ./...";
  if (own_sources(bench.view(), bench.folder(), {".go"}).empty()) {
    return no_tests(run, "there are no Go files");
  }
  Step step{.argv = {"go", "test", "-json"}, .environment = go_environment(bench)};
  for (std::string& package : packages_to_test(bench)) step.argv.push_back(std::move(package));
  const Ran ran = bench.run(step);
  if (!ran.known()) return cannot_check(run, ran.unknown);
  TestReport report = parse_go_test(ran.out);
  for (FailingTest& test : report.failing) {
    const auto dot = test.id.find('.', test.id.rfind('/', test.id.find(".Test")) + 1);
    test.file =
        test.file.empty() ? test.file : package_folder(bench, test.id.substr(0, dot)) + test.file;
  }
  report.diagnostics = parse_colon_errors(ran.err, "go test");
  if (report.empty() && ran.exit_code == 0) return no_tests(run, "there are no tests");
  if (contains(ran.all(), "[setup failed]")) {
    if (const auto trouble = trouble_of_the_place(ran.all())) return cannot_check(run, *trouble);
  }
  judge_tests(run, bench, ran, std::move(report));
}

}  // namespace pawl::repo
