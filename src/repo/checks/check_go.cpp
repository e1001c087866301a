// Go modules: `go build`, `go test -json`, offline.
#include <algorithm>

#include "base/text/text.hpp"
#include "repo/checks/check_stacks.hpp"

namespace pawl::repo {
namespace {

std::vector<std::pair<std::string, std::string>> go_environment(Workbench& bench) {
  std::string modules = bench.cache("go/pkg/mod").for_command();
  const std::string of_user = os::join_path(bench.home(), "go/pkg/mod");
  if (const std::string& fetched = bench.prepared().folder; !fetched.empty()) {
    modules = os::join_path(fetched, "mod");
  } else if (!bench.home().empty() && bench.exists_on_host(of_user)) {
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

// Every manifest of the repository: workspaces and replacements lead to others of it.
Result<std::optional<Preparation>> go_preparation(const Facts& facts, const RepoView& view,
                                                  std::string_view folder) {
  const auto has_needs = [&](const Manifest& one) {
    return one.kind == ManifestKind::go_mod && one.path.folder() == folder &&
           !one.data["require"].items().empty();
  };
  const bool vendored =
      view.has_folder(folder.empty() ? "vendor" : std::string(folder) + "/vendor");
  if (vendored || std::none_of(facts.manifests.begin(), facts.manifests.end(), has_needs)) {
    return std::optional<Preparation>();
  }
  // https://pkg.go.dev/net/http#ProxyFromEnvironment
  Preparation plan{.manager = "go",
                   .version_of = {"go", "version"},
                   .spares_loopback = true,
                   .kept_caches = {"mod"}};
  for (const Entry& entry : view.files()) {
    if (!among({"go.mod", "go.sum", "go.work", "go.work.sum"}, entry.path.name())) continue;
    const auto text = view.text(entry.path.text());
    if (text) plan.files.emplace(entry.path.text(), *text);
  }
  plan.steps = [](Workbench& bench, const PackageSource& source) {
    Step step{.argv = {"go", "mod", "download"}};
    step.environment = {{"GOMODCACHE", bench.cache("mod").for_command()},
                        {"GOPATH", bench.cache("go").for_command()},
                        {"GOCACHE", bench.cache("go-build").for_command()},
                        {"GOPROXY", source.url},
                        {"GOSUMDB", "off"},
                        {"GOVCS", "*:off"},
                        {"GOFLAGS", "-modcacherw"},
                        {"GOTOOLCHAIN", "local"},
                        {"GOTELEMETRY", "off"},
                        {"GOENV", "off"}};
    return std::vector<Step>{std::move(step)};
  };
  return std::optional(std::move(plan));
}

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
