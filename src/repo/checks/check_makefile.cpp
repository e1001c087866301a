// Tests by `make test` in languages that have no stack of their own here: Java without Maven, Lua,
// Perl, shell.
#include <algorithm>

#include "base/text/text.hpp"
#include "repo/checks/check_stacks.hpp"
#include "repo/checks/own_command.hpp"

namespace pawl::repo {
namespace {

constexpr std::string_view kRoot;

bool names_tests_in_package_json(const Facts& facts) {
  const auto& commands = facts.test_commands;
  return std::any_of(commands.begin(), commands.end(),
                     [](const Sourced& one) { return one.path == "package.json"; });
}

bool is_tested_otherwise(const Facts& facts, const RepoView& view) {
  const auto all = stacks();
  return std::any_of(all.begin(), all.end(), [&](const Stack& stack) {
    if (stack.test == nullptr || stack.test == &test_makefile) return false;
    // A script beside other code does not make its tests Python's, nor a manifest of packages
    // alone npm's.
    if (stack.test == &test_python && facts.main_language() != "Python") return false;
    if (stack.test == &test_npm && !names_tests_in_package_json(facts)) return false;
    const std::vector<std::string> folders = stack.folders(facts, view);
    return std::find(folders.begin(), folders.end(), kRoot) != folders.end();
  });
}

}  // namespace

std::vector<std::string> makefile_folders(const Facts& facts, const RepoView& view) {
  const std::vector<std::string> folders = topmost_folders(facts, ManifestKind::make);
  if (std::find(folders.begin(), folders.end(), kRoot) == folders.end()) return {};
  const auto& commands = facts.test_commands;
  const bool declared = std::any_of(commands.begin(), commands.end(), [](const Sourced& one) {
    return one.value.starts_with("make ");
  });
  if (!declared || is_tested_otherwise(facts, view)) return {};
  return {std::string(kRoot)};
}

// What fails without naming a test may be anything the target does, a linter that is not set up
// say.
void test_makefile(Workbench& bench, CheckRun& run) {
  run.command = "make test";
  const std::optional<OwnCommand> own = own_command(bench);
  if (!own) return no_tests(run, "make finds no target for tests, or none that runs anything");
  const bool names_failures = test_with_make(bench, run, *own);
  if (names_failures || run.outcome != CheckOutcome::failed) return;
  const std::string reason = run.reason;
  run.failing.clear();
  cannot_check(run, "it names no test that failed: " + reason);
}

}  // namespace pawl::repo
