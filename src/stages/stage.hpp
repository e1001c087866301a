// A stage: one step of a run. It reads and writes artifacts, appends events, and says how it
// ended. It may touch what StageRun holds and nothing else. To add one: a file, a row in
// registry.cpp (docs/howto/add-a-stage.md).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/event.hpp"
#include "base/ids.hpp"
#include "base/secret.hpp"
#include "config/config.hpp"
#include "forge/forge.hpp"
#include "git/worktree.hpp"
#include "llm/budget.hpp"
#include "llm/chat.hpp"
#include "llm/circuit.hpp"
#include "llm/endpoint_memory.hpp"
#include "memory/memory.hpp"
#include "os/ports.hpp"
#include "os/sandbox.hpp"
#include "planner/issue_work.hpp"
#include "planner/plan.hpp"
#include "stages/artifacts.hpp"
#include "store/layout.hpp"
#include "store/run_state.hpp"

namespace pawl::stages {

enum class OutcomeKind : std::uint8_t {
  done,
  partial,  // what could be done is done; the run goes on, and a resume comes back to it
  skipped,  // nothing to do here, the run goes on
  finish,   // the run ends here, as planned
  bail,     // the run ends here, because it may not go on
};

struct Outcome {
  OutcomeKind kind = OutcomeKind::done;
  store::RunStatus status = store::RunStatus::succeeded;  // of finish and bail
  int exit = 0;                                           // likewise
  std::string reason;
  std::string bail_class;  // security secrets timeout infra exhausted budget conflict other …

  static Outcome finish(store::RunStatus status, int exit, std::string reason);
  static Outcome bail(std::string bail_class, int exit, std::string reason);
  // The run ends, at last, as bailed: with that class and exit code, and this reason first.
  static Outcome part(std::string bail_class, int exit, std::string reason);
  static Outcome skip(std::string reason);
};

// What the person asked for on the command line, kept for resumes in artifacts/request.json.
struct Request {
  std::string target;        // as typed
  std::string base;          // empty: the default branch
  std::string branch;        // never empty once the run is made
  std::string model;         // model spec of the planner
  std::string worker_model;  // of the worker; empty: the same
  std::string scope;         // the vertical it is narrowed to; empty: none
  std::string plan_file;     // its text is copied into artifacts/plan-file
  std::vector<std::string> recipes;  // the only ones to be followed; empty: as metrics want
  std::vector<std::string> notes;                // what is left to a person, for the pull request
  std::optional<planner::IssueWork> issue = {};  // what it is bound to
  int attempts_max = 2;
  bool dry_run = false;
  bool yes = false;
};

struct Models {
  std::unique_ptr<llm::EndpointMemory> endpoints;  // borrowed by the models
  std::unique_ptr<llm::Circuits> circuits;         // likewise
  std::unique_ptr<llm::DayAccount> day;            // likewise
  std::unique_ptr<llm::Budget> budget;             // likewise
  std::unique_ptr<llm::ChatModel> planner;
  std::unique_ptr<llm::ChatModel> worker;  // null: the planner's
  llm::Room planner_room;                  // settled by preflight (stages/rooms.hpp)
  llm::Room worker_room;
  llm::ChatModel& for_work() { return worker ? *worker : *planner; }
};

// What a replay takes from the run it plays again, so that what it makes is the same to the byte.
struct Recording {
  const store::RunState& state;  // as the recorded run ended
  bool answers = true;           // what its models said is played, too
};

struct StageRun {
  const RunId& id;
  const Request& request;
  const config::Config& config;
  const Redactor& redactor;
  const store::Layout& layout;
  const git::Target& target;
  git::Git& git;
  forge::Forge& forge;
  os::Ports& ports;
  os::Sandbox& sandbox;
  EventSink& events;             // also folds into state
  const store::RunState& state;  // always current
  Artifacts& artifacts;
  memory::Memory& memory;
  Models& models;
  std::optional<git::Worktree>& worktree;  // set by preflight
  // Shows the plan and asks; nobody to ask: an error.
  std::function<Result<bool>(const planner::TaskPlan&)> confirm;
  const Recording* recording = nullptr;  // null: this is no replay
};

struct Stage {
  std::string_view type;  // byte-stable
  std::string_view summary;
  std::string_view phase;  // of `pawl run`
  bool repeats;            // runs again on resume although it ended before
  Result<Outcome> (*run)(StageRun& run);
};

std::span<const Stage> all();
const Stage* find(std::string_view type);
std::vector<std::string> type_names();

// Narration for people: `run.operation`.
Status say(StageRun& run, std::string text);
// Fails with Errc::cancelled once the run was asked to stop.
Status go_on(const StageRun& run);
// No more calls to models are made; why, stands in run.models.budget->exhausted().
bool budget_is_gone(const StageRun& run);

inline constexpr std::string_view kBudgetClass = "budget";  // of a bail
inline constexpr int kBudgetExit = 7;

}  // namespace pawl::stages
