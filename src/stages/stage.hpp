// A stage: one step of a run. It reads and writes artifacts, appends events, and reports how it
// ended. It may touch the parts of the run that its row names and nothing else. To add one: a file,
// a row in stage_rows.inc (docs/howto/add-a-stage.md).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agents/agent.hpp"
#include "base/event.hpp"
#include "base/ids.hpp"
#include "base/secrets/secret.hpp"
#include "config/config.hpp"
#include "forge/forge.hpp"
#include "git/worktrees/worktree.hpp"
#include "llm/chat.hpp"
#include "llm/spending/budget.hpp"
#include "llm/trouble/circuit.hpp"
#include "llm/trouble/endpoint_memory.hpp"
#include "memory/memory.hpp"
#include "os/ports.hpp"
#include "os/sandbox/sandbox.hpp"
#include "pipeline/definition.hpp"
#include "pipeline/outcome.hpp"
#include "planner/issue_work.hpp"
#include "planner/plan.hpp"
#include "run/run_state.hpp"
#include "stages/artifacts.hpp"
#include "store/layout.hpp"

namespace pawl::stages {

using pipeline::Outcome;
using pipeline::OutcomeKind;

// What the person asked for on the command line, kept for resumes in artifacts/request.json.
struct Request {
  std::string target;                // as typed
  std::string base;                  // empty: the default branch
  std::string branch;                // never empty once the run is made
  std::string model;                 // model spec of the planner
  std::string worker_model;          // of the worker; empty: the same
  std::string pipeline = "improve";  // data/pipelines
  std::string scope;                 // the vertical it is narrowed to; empty: none
  std::string plan_file;             // its text is copied into artifacts/plan-file
  std::vector<std::string> recipes;  // the only ones to be followed; empty: as metrics want
  std::vector<std::string> notes;    // what is left to a person, for the pull request
  std::string title = {};            // of the pull request; empty: what was done says it
  std::optional<planner::IssueWork> issue = {};  // what it is bound to
  std::string task = {};  // what a person wants done, in their words; empty: nothing in particular
  std::int64_t pull =
      0;  // the pull request it works on; 0: the open one of its branch, or a new one
  int attempts_max = 2;
  bool dry_run = false;
  bool yes = false;
  bool self_review = true;  // of its pull request
  bool ci_watch = true;     // the checks of its pull request are watched
  bool ci_fix = true;       // and repaired when they fail
  // Of a pipeline of agents:
  std::string client = {};        // who works, `provider:model`, where a stage names nobody itself
  std::string instructions = {};  // what a person wants done, where there is no plan
  std::string plan = {};          // the text of a plan; then nobody is asked for one
  std::string spec = {};          // of what the plan is a part; read, never worked on
  std::vector<std::string> commands = {};  // of `verify`, in place of those the pipeline names
  int test_attempts_max = 3;               // of commands, and of CI, before a stage gives up
  std::string parent = {};                 // the run that chains this one
  std::string land_on = {};                // the branch its work is to land on
  std::string description = {};            // for people, in lists
  std::string child = {};                  // of a chain: the pipeline of the runs that it makes
  config::Limits budget = {};              // of a run of a chain: what was left of it; 0: no limit
};

// The model of a role beside planner and worker, or one of theirs.
struct RoleModel {
  llm::ChatModel* model = nullptr;  // null: nobody can be asked
  std::unique_ptr<llm::ChatModel> own;
  llm::Room window;
};

struct Models {
  std::unique_ptr<llm::EndpointMemory> endpoints;  // borrowed by the models
  std::unique_ptr<llm::Circuits> circuits;         // likewise
  std::unique_ptr<llm::DayAccount> day;            // likewise
  std::unique_ptr<llm::Budget> budget;             // likewise
  std::unique_ptr<llm::PriceTable> prices;         // the person's before those that are known
  std::unique_ptr<llm::ChatModel> planner;
  std::unique_ptr<llm::ChatModel> worker;  // null: the planner's
  llm::Room planner_window;                // settled by preflight (stages/context_windows.hpp)
  llm::Room worker_window;
  std::map<config::Role, RoleModel> others;  // those that the run wants
  bool refused = false;                      // a server refused the key: asking again does not help
  bool uses_tokens = false;                  // some of them does; recipes do not
  std::vector<std::string> unpriced;         // those of which nobody knows what they cost
  llm::ChatModel& for_work() const { return worker ? *worker : *planner; }
};

// What a replay takes from the run it plays again, so that what it makes is the same to the byte.
struct Recording {
  const run::RunState& state;  // as the recorded run ended
  bool answers = true;         // the answers of its models are played, too
};

// Where a stage is in its run, and where it reads and reports: what every stage has.
struct Scope {
  const RunId& id;
  EventSink& events;  // also folds into the state
  const run::StateSource& journal;
  Artifacts& artifacts;
  os::Ports& ports;  // the clock, the person's wish to stop, files, processes
  const Redactor& redactor;
  const store::Layout& layout;
  std::string node = {};  // its path in the pipeline
  Json options = Json::object();
  // Of the pipeline: who works where the stage names one, and where nobody names one.
  std::string client = {};
  std::string default_client = {};
  std::string prompt = {};  // the texts of its `prompt:`; empty: none was named
  std::vector<pipeline::Taken> in = {};
  std::vector<pipeline::Left> out = {};
  // Of a branch of another run: the commit of that it begins at; those up to it are not its own.
  std::string stands_on = {};
  run::RunState state() const { return journal.state(); }
};

// What was asked for.
struct RunSettings {
  const Request& request;
  const config::Config& config;
  const Recording* recording = nullptr;  // null: this is no replay
};

// The target, and the run's own worktree of it.
struct Checkout {
  const git::Target& target;
  git::Git& git;
  os::Sandbox& sandbox;
  std::optional<git::Worktree>& worktree;  // set by preflight
  // Whether the base asks for commits that are signed off, once somebody looked.
  mutable std::optional<bool> wants_sign_off = {};
};

// Where a pull request is kept that its forge did not take: the forge of this machine, over the
// run's own worktree. Null where that is the forge already.
struct Keep {
  forge::Forge* forge = nullptr;
};

// Shows the plan and asks, after a remark when there is one; nobody to ask: an error.
using Confirm = planner::Confirm;

// Coding agents by their spec (agents/agent.hpp).
struct Agents {
  std::function<Result<std::unique_ptr<agents::Agent>>(const std::string& spec)> open;
};

// Who makes runs for this one; null where nobody does (stages/coding/child_runs.hpp).
class ChildRuns;
struct Chains {
  ChildRuns* runs = nullptr;
};

// All that a run has. A stage gets the parts that its row names, and no others.
struct Parts {
  Scope scope;
  RunSettings settings;
  Checkout checkout;
  Models& models;
  forge::Forge& forge;
  Keep keep;
  memory::Memory& memory;
  Confirm confirm;
  Agents agents = {};
  Chains chains = {};
};

struct Stage {
  std::string_view type;  // byte-stable
  std::string_view summary;
  std::string_view phase;    // of `pawl run`
  pipeline::Rerun rerun;     // what a resume does with it
  std::string_view reads;    // artifacts of stages before it, blank-separated
  std::string_view writes;   // artifacts it leaves
  std::string_view options;  // JSON Schema
  Result<Outcome> (*run)(Parts& parts);
  bool agents = false;  // it puts coding agents to work
};

std::span<const Stage> all();
const Stage* find(std::string_view type);
// What the reader of pipelines wants to know of them.
std::vector<pipeline::StageKind> kinds();

// Who works in this stage: the client it names itself, else `of_run`, else its pipeline's, else
// `claude:sonnet`.
std::string client_of(const Scope& scope, const std::string& of_run);
// Narration for people: `run.operation`.
Status say(const Scope& scope, std::string text);
// Fails with Errc::cancelled once the run was asked to stop.
Status go_on(const Scope& scope);
// No more calls to models are made; models.budget->exhausted() says why.
bool budget_is_gone(const Models& models);

inline constexpr std::string_view kBudgetClass = "budget";  // of a bail
inline constexpr int kBudgetExit = 7;

}  // namespace pawl::stages
