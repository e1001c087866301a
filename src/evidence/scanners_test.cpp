#include "evidence/scanners.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "os/files/test_folder.hpp"
#include "os/sandbox/sandbox.hpp"

namespace pawl::evidence::scanners_test {
namespace {

config::Config config_of(const std::string& scanners) {
  config::Config config;
  config.semgrep_program = "semgrep";
  config.semgrep_config = "rules/own.yml";
  config.semgrep_timeout_s = 60;
  config.trivy_program = "trivy";
  config.trivy_timeout_s = 90;
  config.scanners = scanners;
  config.scanners_timeout_s = 30;
  return config;
}

// A tree with a scanner in it that finds every `eval(` and prints SARIF.
constexpr std::string_view kScanner = R"(#!/bin/sh
case "$1" in
  broken) echo "rules cannot be read" >&2; exit 2;;
  unwell) echo '{"version":"2.1.0","runs":[{"invocations":[{"executionSuccessful":false,
    "toolExecutionNotifications":[{"message":{"text":"no rules"}}]}],"results":[]}]}'; exit 0;;
esac
printf '{"version":"2.1.0","runs":[{"results":['
comma=
grep -rn 'eval(' "$PWD" | while IFS=: read -r file line rest; do
  printf '%s{"ruleId":"no-eval","level":"error","message":{"text":"eval of input"},"locations":[{
    "physicalLocation":{"artifactLocation":{"uri":"%s"},"region":{"startLine":%s}}}]}' \
    "$comma" "$file" "$line"
  comma=,
done
printf ']}]}'
exit 1
)";

struct World {
  os::TestFolder folder;
  std::unique_ptr<os::Files> files = os::real_files();
  std::unique_ptr<os::Processes> processes = os::real_processes();
  os::Sandbox sandbox = os::Sandbox::probe(*processes);
  std::unique_ptr<os::Tainted> copies =
      *os::Tainted::create(folder / "scan", {.owner = sandbox.files_owner()});

  World() {
    for (const char* side : {"base", "head"}) {
      REQUIRE(copies->fill(RepoPath::parse(side).value(), {}).ok());
    }
    REQUIRE(files->make_folders(folder / "bin").ok());
    REQUIRE(files->write_atomic(folder / "bin/find-eval", kScanner, 0755).ok());
  }
  Scan run(std::vector<std::string> argv, const std::string& side) {
    const Scanner scanner{.tool = "find-eval", .argv = std::move(argv), .rules = {}};
    return scan(scanner,
                {.ports = {.files = *files, .processes = *processes, .sandbox = sandbox},
                 .path_list = (folder / "bin") + ":/usr/bin:/bin",
                 .folder = *copies},
                side);
  }
};

TEST_CASE("a program that prints SARIF is a scanner") {
  World world;
  REQUIRE(world.files->write_atomic(world.folder / "scan/base/a.js", "x\n").ok());
  REQUIRE(world.files->write_atomic(world.folder / "scan/head/a.js", "x\n eval(y)\n").ok());
  const Scan base = world.run({"find-eval"}, "base");
  CHECK(base.present);
  CHECK(base.trouble.empty());
  CHECK(base.findings.empty());
  const Scan head = world.run({"find-eval"}, "head");
  CHECK(head.trouble.empty());
  REQUIRE(head.findings.size() == 1);
  CHECK(head.findings[0].path == "a.js");
  CHECK(head.findings[0].line == 2);
  CHECK(head.findings[0].window == "x eval(y)");
}

TEST_CASE("a scanner that is absent is absent, one that fails is in trouble") {
  World world;
  CHECK_FALSE(world.run({"no-such-scanner"}, "base").present);
  const Scan broken = world.run({"find-eval", "broken"}, "base");
  CHECK(broken.present);
  CHECK(contains(broken.trouble, "rules cannot be read"));
  CHECK(contains(world.run({"find-eval", "unwell"}, "base").trouble, "no rules"));
}

TEST_CASE("which scanners are wanted") {
  guards::Policy policy;
  const auto none = wanted_scanners(config_of(""), policy);
  REQUIRE(none.ok());
  CHECK(none->empty());
  policy.enable = {"semgrep", "G22"};
  const auto all = wanted_scanners(config_of("lint = my-lint --sarif . ; "), policy);
  REQUIRE(all.ok());
  REQUIRE(all->size() == 3);
  CHECK((*all)[0].tool == "semgrep");
  CHECK((*all)[0].rules == "rules/own.yml");
  CHECK_FALSE((*all)[0].network);
  CHECK((*all)[1].tool == "trivy");
  CHECK((*all)[1].network);
  CHECK((*all)[2].tool == "lint");
  CHECK((*all)[2].argv == std::vector<std::string>{"my-lint", "--sarif", "."});
  for (const char* bad : {"lint", "=x", "lint=", "trivy=x y"}) {
    CAPTURE(bad);
    CHECK_FALSE(wanted_scanners(config_of(bad), {}).ok());
  }
}

}  // namespace
}  // namespace pawl::evidence::scanners_test
