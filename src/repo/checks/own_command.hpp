// What a repository itself says of how its tests are run, where no manifest does: the target of its
// makefile, and what its CI runs.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "repo/checks/workbench.hpp"

namespace pawl::repo {

struct OwnCommand {
  std::string target;  // of the makefile beside: `test`, `check` or `tests`
  std::string runs;    // what make would run for it, one command a line
};

// Asks make (-n), in the sandbox, what the target would run. Nothing when there is no such target,
// or none of which anything would be run, no make, or the makefile does not hold together.
std::optional<OwnCommand> own_command(Workbench& bench);

// Whether the makefile's target or a workflow of CI runs a tool of that name: a line that is no
// comment has it as a word.
bool is_run_by_itself(const Workbench& bench, const std::optional<OwnCommand>& own,
                      std::string_view tool);

// Runs the makefile's target. Its output is read by whatever reader knows it (TAP, unittest,
// Automake, node); where none does, the tests have one name together. Whether it named tests that
// failed.
bool test_with_make(Workbench& bench, CheckRun& run, const OwnCommand& own);

// For tests that Pawl runs by the tool itself: keeps what the target would run, and where it ran
// something else on the base, runs both and keeps how many tests each counts.
void compare_own_commands(Workbench& bench, CheckRun& run,
                          const std::vector<std::pair<std::string, std::string>>& environment);

// Whether a script or a settings file has its runner list tests that then count as passed
// (`--dry-run` of RSpec and Mocha) instead of running them.
bool lists_tests_only(std::string_view settings);
inline constexpr std::string_view kListsTestsOnly =
    "its runner is set to list the tests without running any (--dry-run)";

// Why a text of a shell or of make says that a program is not here: `sh: 1: ruff: not found`.
// Nothing when it does not say so.
std::optional<std::string> missing_program(std::string_view text);

}  // namespace pawl::repo
