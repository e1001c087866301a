#include "run/run_state.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/saturate.hpp"
#include "llm/events.hpp"
#include "run/events.hpp"

namespace pawl::run {
namespace {

using enum RunStatus;

// Byte-stable: in state.json, the index and `--json`.
constexpr std::array<std::string_view, 11> kStatusNames{
    "queued", "running", "waiting", "succeeded", "nothing_to_do", "partial",
    "failed", "bailed",  "stopped", "stalled",   "crashed"};
constexpr std::array<std::string_view, 5> kSubtaskNames{"pending", "in_progress", "committed",
                                                        "skipped", "failed"};
constexpr int kExitFailed = 1;
constexpr int kExitInterrupted = 130;

std::string text(const JournalEvent& event, std::string_view field) {
  return event.data[field].string_or("");
}

int number(const JournalEvent& event, std::string_view field, int fallback) {
  return static_cast<int>(event.data[field].int_or(fallback));
}

std::vector<std::string> texts(const JournalEvent& event, std::string_view field) {
  std::vector<std::string> out;
  for (const Json& item : event.data[field].items()) out.push_back(item.string_or(""));
  return out;
}

void set_process(RunState& state, const JournalEvent& event) {
  state.pid = number(event, "pid", 0);
  state.started = static_cast<std::uint64_t>(event.data["started"].int_or(0));
  state.boot = text(event, "boot");
}

void set_end(RunState& state, RunStatus status, int exit, std::string reason) {
  state.status = status;
  state.exit = exit;
  state.reason = std::move(reason);
  state.stage.clear();
  state.operation.clear();
}

void begin(RunState& state, const JournalEvent& event) {
  state.run = text(event, "run");
  state.target = text(event, "target");
  state.repository = text(event, "repository");
  state.base = text(event, "base");
  state.branch = text(event, "branch");
  state.forge = text(event, "forge");
  state.model = text(event, "model");
  if (event.data.has("pipeline")) state.pipeline = text(event, "pipeline");
  state.status = running;
  state.exit = -1;
  state.begun_at = event.at;
  set_process(state, event);
}

// The former process is gone, and with it the stage and the subtask it was in.
void resume(RunState& state, const JournalEvent& event) {
  set_end(state, running, -1, "");
  state.bail_class.clear();
  if (event.data.has("phase")) state.phase = text(event, "phase");
  for (auto& [id, subtask] : state.subtasks) {
    if (subtask.status != SubtaskStatus::in_progress) continue;
    subtask.status = SubtaskStatus::pending;
    subtask.turns += 1;
  }
  set_process(state, event);
}

std::string signal_reason(const Json& signal) {
  const std::string name =
      signal.is_int() ? "signal " + std::to_string(signal.int_or(0)) : signal.string_or("a signal");
  return "interrupted by " + name;
}

// A state this Pawl does not know counts by its exit code.
void end_cleanly(RunState& state, const JournalEvent& event) {
  const int exit = number(event, "exit", 0);
  const std::string_view name = event.data["state"].text();
  const auto* found = std::find(kStatusNames.begin(), kStatusNames.end(), name);
  const auto known = static_cast<RunStatus>(found - kStatusNames.begin());
  const bool storable = found != kStatusNames.end() && known != stalled && known != crashed;
  set_end(state, storable ? known : (exit == 0 ? succeeded : failed), exit, text(event, "reason"));
  state.bail_class = text(event, "class");
}

void end_stage(RunState& state, const JournalEvent& event) {
  const std::string stage = text(event, "stage");
  state.stages[stage] = text(event, "outcome");
  if (state.stage == stage) state.stage.clear();
}

void measure(RunState& state, const JournalEvent& event) {
  const std::string_view when = event.data["when"].text();
  if (!event.data["overall"].is_number()) return;
  if (when == "before") state.score_before = event.data["overall"].number_or(0);
  if (when == "after") state.score_after = event.data["overall"].number_or(0);
}

// `subtasks` lists ids, or only counts them.
void plan(RunState& state, const JournalEvent& event) {
  for (const Json& id : event.data["subtasks"].items()) {
    if (id.is_string()) state.subtasks.try_emplace(id.string_or(""));
  }
}

void add_call(Cost& cost, const JournalEvent& event) {
  constexpr double kMicrosPerDollar = 1e6;
  cost.calls += 1;
  // Never less than before, whatever a journal says.
  const auto grow = [](std::int64_t& sum, std::int64_t by) {
    sum = saturating_add(sum, std::max<std::int64_t>(by, 0));
  };
  grow(cost.tokens_in, event.data["tokens_in"].int_or(0));
  grow(cost.tokens_out, event.data["tokens_out"].int_or(0));
  grow(cost.model_ms, event.data["ms"].int_or(0));
  const Json& price = event.data["cost"];
  if (price.is_number()) {
    grow(cost.micros, saturating_count(std::round(price.number_or(0) * kMicrosPerDollar)));
  } else if (event.data["outcome"].text() == "answered") {
    cost.unpriced += 1;
  }
}

void add_cost(RunState& state, const JournalEvent& event) {
  add_call(state.cost, event);
  add_call(state.costs[{text(event, "role"), text(event, "model")}], event);
}

// A heartbeat comes every 30 s: a longer silence was no work, but a machine that slept.
void add_active(RunState& state, const JournalEvent& event) {
  constexpr std::int64_t kGapMax = 120'000;
  const bool first = event.is(kRunBegin) || event.is(kRunResumed);
  if (first || state.last_at == Timestamp()) return;
  state.active_ms += std::clamp<std::int64_t>((event.at - state.last_at).count(), 0, kGapMax);
}

// The subtask an event is about; nothing once it was committed: that is for good.
SubtaskState* open_subtask(RunState& state, const JournalEvent& event) {
  if (!event.data["subtask"].is_string()) return nullptr;
  SubtaskState& subtask = state.subtasks[text(event, "subtask")];
  return subtask.status == SubtaskStatus::committed ? nullptr : &subtask;
}

void try_subtask(RunState& state, const JournalEvent& event) {
  SubtaskState* subtask = open_subtask(state, event);
  if (subtask == nullptr) return;
  subtask->status = SubtaskStatus::in_progress;
  subtask->attempts = number(event, "attempt", subtask->attempts);
  subtask->reason.clear();
  if (event.data.has("hints")) subtask->hints = texts(event, "hints");
}

void commit_subtask(RunState& state, const JournalEvent& event) {
  if (!event.data["subtask"].is_string()) return;
  SubtaskState& subtask = state.subtasks[text(event, "subtask")];
  if (subtask.status != SubtaskStatus::committed) subtask.turns += 1;
  subtask.status = SubtaskStatus::committed;
  subtask.commit = text(event, "commit");
  subtask.message = text(event, "message");
  subtask.model = text(event, "model");
  subtask.attempts = number(event, "attempt", subtask.attempts);
  subtask.reason.clear();
  subtask.paths = texts(event, "paths");
  subtask.tests_fixed = texts(event, "tests_fixed");
  subtask.tests_added = proven_tests(event.data["tests_added"]);
}

void end_subtask(RunState& state, const JournalEvent& event, SubtaskStatus status) {
  SubtaskState* subtask = open_subtask(state, event);
  if (subtask == nullptr) return;
  subtask->status = status;
  subtask->reason = text(event, "reason");
  subtask->attempts = number(event, "attempts", subtask->attempts);
  subtask->turns += 1;
  subtask->paths = texts(event, "paths");
  subtask->failure_modes = texts(event, "failure_modes");
  subtask->rules = texts(event, "rules");
  if (event.data.has("model")) subtask->model = text(event, "model");
}

EffectState& effect(RunState& state, const JournalEvent& event) {
  EffectState& found = state.effects[text(event, "key")];
  if (event.data.has("kind")) found.kind = text(event, "kind");
  return found;
}

void intend(RunState& state, const JournalEvent& event) {
  EffectState& found = effect(state, event);
  found.intent = event.data["data"];
  found.unknown = false;
}

void confirm(RunState& state, const JournalEvent& event) {
  EffectState& found = effect(state, event);
  found.done = event.data["data"];
  found.unknown = false;
}

void doubt(RunState& state, const JournalEvent& event) {
  EffectState& found = effect(state, event);
  found.unknown = !found.done;
}

void open_pull(RunState& state, const JournalEvent& event) {
  state.pr = PullRequestRef{.number = event.data["number"].int_or(0),
                            .url = text(event, "url"),
                            .branch = text(event, "branch"),
                            .head = text(event, "head")};
}

void interrupt(RunState& state, const JournalEvent& event) {
  set_end(state, stopped, kExitInterrupted, signal_reason(event.data["signal"]));
}

void abort_run(RunState& state, const JournalEvent& event) {
  set_end(state, failed, number(event, "exit", kExitFailed), text(event, "reason"));
  state.bail_class = text(event, "class");
}

using Step = void (*)(RunState&, const JournalEvent&);
struct Row {
  const EventKind& kind;
  Step step;
};

// Kinds that are not here change nothing but the time and number of the newest event.
constexpr auto kSteps = std::to_array<Row>({
    {kRunBegin, begin},
    {kRunResumed, resume},
    {kRunPhase,
     [](RunState& state, const JournalEvent& event) { state.phase = text(event, "phase"); }},
    {kRunInterrupted, interrupt},
    {kRunAborted, abort_run},
    {kRunExitClean, end_cleanly},
    {kStageBegin,
     [](RunState& state, const JournalEvent& event) {
       state.stage = text(event, "stage");
       state.stages.erase(state.stage);
     }},
    {kStageEnd, end_stage},
    {kRunOperation,
     [](RunState& state, const JournalEvent& event) { state.operation = text(event, "text"); }},
    {kSandboxLevel, [](RunState& state,
                       const JournalEvent& event) { state.sandbox_level = text(event, "level"); }},
    {kWorktreeReady,
     [](RunState& state, const JournalEvent& event) {
       state.worktree = text(event, "path");
       state.base_commit = text(event, "commit");
       if (event.data.has("base")) state.base = text(event, "base");
     }},
    {kReportReady, measure},
    {kPlanReady, plan},
    {kMemoryGateway, [](RunState& state, const JournalEvent&) { state.gateway_failed = true; }},
    {llm::kLlmCall, add_cost},
    {kSubtaskBegin, try_subtask},
    {kSubtaskRefused, try_subtask},
    {kSubtaskCommitted, commit_subtask},
    {kSubtaskFailed,
     [](RunState& state, const JournalEvent& event) {
       end_subtask(state, event, SubtaskStatus::failed);
     }},
    {kSubtaskSkipped,
     [](RunState& state, const JournalEvent& event) {
       end_subtask(state, event, SubtaskStatus::skipped);
     }},
    {kEffectIntent, intend},
    {kEffectDone, confirm},
    {kEffectUnknown, doubt},
    {kPrOpened, open_pull},
});

const Row* row_of(std::string_view name) {
  for (const Row& row : kSteps) {
    if (row.kind.name == name) return &row;
  }
  return nullptr;
}

}  // namespace

std::string_view to_string(RunStatus status) {
  return kStatusNames[static_cast<std::size_t>(status)];
}

std::string_view to_string(SubtaskStatus status) {
  return kSubtaskNames[static_cast<std::size_t>(status)];
}

void apply(RunState& state, const JournalEvent& event) {
  add_active(state, event);
  const Row* row = row_of(event.name);
  if (row != nullptr && event.is(row->kind)) row->step(state, event);
  state.last_at = event.at;
  state.last_seq = event.seq;
}

bool changes_state(std::string_view kind) { return row_of(kind) != nullptr; }

RunState fold(std::span<const JournalEvent> events) {
  RunState state;
  for (const JournalEvent& event : events) apply(state, event);
  return state;
}

RunStatus derive_status(const RunState& state, const Liveness& liveness) {
  if (state.status != running || state.finished()) return state.status;
  if (!liveness.process_alive) return crashed;
  return liveness.now - state.last_at > kOrphanAfter ? stalled : running;
}

}  // namespace pawl::run
