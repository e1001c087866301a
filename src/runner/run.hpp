// One run of the main job, from the lock to the last event.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "config/config.hpp"
#include "git/git.hpp"
#include "os/ports.hpp"
#include "os/sandbox/sandbox.hpp"
#include "pipeline/definition.hpp"
#include "planner/issue_work.hpp"
#include "planner/plan.hpp"
#include "runner/run_journal.hpp"
#include "stages/coding/child_runs.hpp"
#include "stages/stage.hpp"
#include "store/database.hpp"
#include "store/layout.hpp"

namespace pawl::runner {

enum class Start : std::uint8_t {
  fresh,   // a new run
  resume,  // go on with the newest unfinished run of the target
  reset,   // give up unfinished runs of the target (their work goes to rescue refs), then anew
  named,   // the run `run`: begin it where reserve() made it, else go on with it
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
  std::int64_t pull = 0;             // the pull request it works on; 0: that of `base`
  std::string title = {};            // of the pull request; empty: what was done says it
  std::string pipeline = "improve";  // its name
  // What it says, read before (runner/pipeline_files.hpp); nothing: data/pipelines has it.
  std::optional<pipeline::Definition> definition = {};
  std::map<std::string, std::string> inputs = {};  // what its `inputs:` are handed
  Start start = Start::fresh;
  std::string from = {};  // of a resume: the path of the stage to go on at
  std::string run = {};   // of Start::named
  // What a pipeline of coding agents needs besides (stages::Request).
  std::string client = {};
  std::string instructions = {};
  std::string plan = {};
  std::string spec = {};
  std::vector<std::string> commands = {};
  int test_attempts_max = 3;
  std::string parent = {};
  std::string land_on = {};
  std::string description = {};
  // Of a chain: the pipeline of the runs that it makes.
  std::optional<pipeline::Definition> child = {};
  config::Limits budget = {};  // of a run of a chain: what was left of it
  // Of Start::named: only where so many processes have begun it or gone on with it; 0: none has.
  std::optional<int> attempt = {};
  bool dry_run = false;
  bool yes = false;
  bool no_ci_watch = false;  // whatever ci.watch says
  bool no_ci_fix = false;    // whatever ci.fix says
};

struct RunPorts;
// The run that wants runs made, as whoever makes them needs it.
struct ChainSeat {
  const RunPorts& ports;
  git::Git& git;
  store::Database& database;
  const RunId& id;
  const stages::Request& request;
};

struct RunPorts {
  os::Ports& ports;
  const config::Resolved& config;
  const store::Layout& layout;
  Listener listener;
  planner::Confirm confirm;
  // What is looked at before there is a run, for people; may be null.
  std::function<void(const std::string&)> notify = {};
  // The run is in its journal: from here on everything that goes wrong stands there. May be null.
  std::function<void(const RunId&)> begun = {};
  // Who opens coding agents; nothing: those that are real.
  stages::Agents agents = {};
  // Who makes runs for one that chains them; nothing: nobody.
  std::function<std::unique_ptr<stages::ChildRuns>(const ChainSeat&)> children = {};
};

struct RunEnd {
  run::RunState state;  // final
  int exit = 0;
  std::string note;  // what could not be tidied up; empty when all was
};

// An Error means that no run was made or none could be reopened (target, lock, configuration);
// what goes wrong inside a run is a RunEnd with its exit code and a journal that says why.
Result<RunEnd> run(const RunPorts& ports, const RunOptions& options);

// A new run that no process works on yet: all that can be checked was checked, and its folder, made
// by this call alone, holds what was asked for. Start::named begins it. Nothing is left of it where
// this is an error.
Result<RunId> reserve(const RunPorts& ports, const RunOptions& options);
// The same checks, and nothing made.
struct Checked {
  std::string target;               // resolved
  std::string base;                 // branch; empty where only the target's server knows it
  std::vector<std::string> stages;  // paths, as they would begin where each does what it is for
};
Result<Checked> check(const RunPorts& ports, const RunOptions& options);
// Removes what reserve() made of a run that never began; one that began is left alone. False then.
Result<bool> give_back(const RunPorts& ports, const RunId& run);

// `run --json`: {run, state, exit, repo, base, branch, commits[], pr, tasks[], metrics, cost}.
Result<Json> run_document(os::Files& files, const store::Layout& layout,
                          const run::RunState& state);

}  // namespace pawl::runner
