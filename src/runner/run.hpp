// One run of the main job, from the lock to the last event.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "config/config.hpp"
#include "os/ports.hpp"
#include "os/sandbox/sandbox.hpp"
#include "pipeline/definition.hpp"
#include "planner/issue_work.hpp"
#include "planner/plan.hpp"
#include "runner/run_journal.hpp"
#include "store/layout.hpp"

namespace pawl::runner {

enum class Start : std::uint8_t {
  fresh,   // a new run
  resume,  // go on with the newest unfinished run of the target
  reset,   // give up unfinished runs of the target (their work goes to rescue refs), then anew
};

struct RunOptions {
  std::string target;
  std::string base;
  std::string branch;
  std::string plan_file;  // path
  // The issue it is bound to, with the files it cites. Of a resume the number alone counts.
  std::optional<planner::IssueWork> issue = {};
  std::string task = {};  // what a person wants done, in their words
  // The only recipes to be followed, without any model; and what they leave to a person.
  std::vector<std::string> recipes = {};
  std::vector<std::string> notes = {};
  std::string title = {};            // of the pull request; empty: what was done says it
  std::string pipeline = "improve";  // its name
  // What it says, read before (runner/pipeline_files.hpp); nothing: data/pipelines has it.
  std::optional<pipeline::Definition> definition = {};
  std::map<std::string, std::string> inputs = {};  // what its `inputs:` are handed
  Start start = Start::fresh;
  std::string from = {};  // of a resume: the path of the stage to go on at
  bool dry_run = false;
  bool yes = false;
  bool no_ci_watch = false;  // whatever ci.watch says
  bool no_ci_fix = false;    // whatever ci.fix says
};

struct RunPorts {
  os::Ports& ports;
  const config::Resolved& config;
  const store::Layout& layout;
  Listener listener;
  planner::Confirm confirm;
  // What is looked at before there is a run, for people; may be null.
  std::function<void(const std::string&)> notify = {};
};

struct RunEnd {
  run::RunState state;  // final
  int exit = 0;
  std::string note;  // what could not be tidied up; empty when all was
};

// An Error means that no run was made or none could be reopened (target, lock, configuration);
// what goes wrong inside a run is a RunEnd with its exit code and a journal that says why.
Result<RunEnd> run(const RunPorts& ports, const RunOptions& options);

// `run --json`: {run, state, exit, repo, base, branch, commits[], pr, tasks[], metrics, cost}.
Result<Json> run_document(os::Files& files, const store::Layout& layout,
                          const run::RunState& state);

}  // namespace pawl::runner
