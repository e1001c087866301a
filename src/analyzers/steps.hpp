// What continuous integration really runs: the commands and actions of every CI definition.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "repo/views/view.hpp"

namespace pawl::analyzers {

struct Pipeline {
  std::string system;  // `GitHub Actions`, `GitLab CI` …
  std::string path;
  bool parsed = false;
  int error_line = 0;  // when it did not parse
  std::string error;
  bool automatic = true;  // starts by itself on a push or a proposal
  std::size_t steps = 0;
};

struct Step {
  std::string path;
  int line = 0;         // 0 when it could not be found again in the file
  bool action = false;  // `uses: owner/name@ref`; otherwise shell commands
  std::string text;     // what its names stand for in the repository written out behind it
};

struct Ci {
  std::vector<Pipeline> pipelines;  // in the order of their paths
  std::vector<Step> steps;
  // Reusable workflows, templates and orbs of others: what they run is in no file here.
  std::vector<Step> hidden;
};

Ci read_ci(const repo::RepoView& view);

enum class StepKind : std::uint8_t { test, lint, audit, coverage };

// By the programs a command starts and the names of actions, never by loose substrings.
bool does(const Step& step, StepKind kind);
const Step* first_step(const Ci& ci, StepKind kind);

// The words from the program on: shell keywords, variables and wrappers such as `sudo`, `xargs` and
// `uv run` are left out.
std::span<const std::string> command_of(const std::vector<std::string>& words);

// The simple commands of a shell text, as words without quotes; comments left out.
std::vector<std::vector<std::string>> shell_commands(std::string_view text);

}  // namespace pawl::analyzers
