#include "run/run_state.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/saturate.hpp"
#include "base/text/fixed_words.hpp"
#include "llm/events.hpp"
#include "run/events.hpp"
#include "run/work_events.hpp"

namespace pawl::run {
namespace {

using enum RunStatus;

// Byte-stable: in state.json, the index and `--json`.
constexpr auto kStatusNames =
    fixed_words("queued", "running", "waiting", "succeeded", "nothing_to_do", "partial", "failed",
                "bailed", "stopped", "stalled", "crashed");
constexpr auto kSubtaskNames =
    fixed_words("pending", "in_progress", "committed", "skipped", "failed", "reproduced");
constexpr int kExitInterrupted = 130;

template <class Begin>
void set_process(RunState& state, const Begin& event) {
  state.pid = event.pid;
  state.started = event.started;
  state.boot = event.boot;
}

void set_end(RunState& state, RunStatus status, int exit, std::string reason) {
  state.status = status;
  state.exit = exit;
  state.reason = std::move(reason);
  state.stage.clear();
  state.operation.clear();
}

// What an older journal does not record stays as it was.
void set_if_given(std::string& field, const std::string& value) {
  if (!value.empty()) field = value;
}

void begin(RunState& state, const JournalEvent& event) {
  const RunBegin it = run_begin_of(event);
  state.run = it.run;
  state.target = it.target;
  state.repository = it.repository;
  state.base = it.base;
  state.branch = it.branch;
  state.forge = it.forge;
  state.model = it.model;
  set_if_given(state.pipeline, it.pipeline);
  state.client = it.client;
  state.parent = it.parent;
  state.description = it.description;
  state.branch_path = it.branch_path;
  state.status = running;
  state.exit = -1;
  state.begun_at = event.at;
  set_process(state, it);
}

// The former process is gone, and with it the stage and the subtask it was in.
void resume(RunState& state, const JournalEvent& event) {
  const RunResumed it = run_resumed_of(event);
  set_end(state, running, -1, "");
  state.bail_class.clear();
  // What a person said was about the attempt before.
  state.attempt += 1;
  state.closed = false;
  state.decision.clear();
  state.landed.reset();  // more work is to come
  set_if_given(state.phase, it.phase);
  for (auto& [id, subtask] : state.subtasks) {
    if (subtask.status != SubtaskStatus::in_progress) continue;
    subtask.status = SubtaskStatus::pending;
    subtask.turns += 1;
  }
  set_process(state, it);
}

void enter_phase(RunState& state, const JournalEvent& event) {
  state.phase = run_phase_of(event).phase;
}

void interrupt(RunState& state, const JournalEvent& event) {
  const RunInterrupted it = run_interrupted_of(event);
  const std::string name = it.signal ? "signal " + std::to_string(*it.signal) : it.name;
  set_end(state, stopped, kExitInterrupted, "interrupted by " + name);
}

void abort_run(RunState& state, const JournalEvent& event) {
  const RunAborted it = run_aborted_of(event);
  set_end(state, failed, it.exit, it.reason);
  state.bail_class = it.bail_class;
}

// A state this Pawl does not know counts by its exit code.
void end_cleanly(RunState& state, const JournalEvent& event) {
  const RunExitClean it = run_exit_clean_of(event);
  const auto found = std::find(kStatusNames.begin(), kStatusNames.end(), it.state);
  const auto known = static_cast<RunStatus>(found - kStatusNames.begin());
  const bool storable = found != kStatusNames.end() && known != stalled && known != crashed;
  set_end(state, storable ? known : (it.exit == 0 ? succeeded : failed), it.exit, it.reason);
  state.bail_class = it.bail_class;
}

void close(RunState& state, const JournalEvent& event) {
  if (run_closed_of(event).attempt == state.attempt) state.closed = true;
}

void decide(RunState& state, const JournalEvent& event) {
  RunDecided it = run_decided_of(event);
  if (it.attempt == state.attempt) state.decision = std::move(it.decision);
}

void begin_stage(RunState& state, const JournalEvent& event) {
  state.stage = stage_begin_of(event).stage;
  state.last_stage = state.stage;
  state.stages.erase(state.stage);
}

void end_stage(RunState& state, const JournalEvent& event) {
  const StageEnd it = stage_end_of(event);
  state.stages[it.stage] = it.outcome;
  if (state.stage == it.stage) state.stage.clear();
}

void operate(RunState& state, const JournalEvent& event) {
  state.operation = run_operation_of(event).text;
}

void confine(RunState& state, const JournalEvent& event) {
  state.sandbox_level = sandbox_level_of(event).level;
}

void take_worktree(RunState& state, const JournalEvent& event) {
  const WorktreeReady it = worktree_ready_of(event);
  state.worktree = it.path;
  state.base_commit = it.commit;
  set_if_given(state.base, it.base);
}

void measure(RunState& state, const JournalEvent& event) {
  const ReportReady it = report_ready_of(event);
  if (!it.overall) return;
  if (it.when == "before") state.score_before = it.overall;
  if (it.when == "after") state.score_after = it.overall;
}

void plan(RunState& state, const JournalEvent& event) {
  for (const std::string& id : plan_ready_of(event).subtask_ids) state.subtasks.try_emplace(id);
}

void lose_gateway(RunState& state, const JournalEvent&) { state.gateway_failed = true; }

void add_call(Cost& cost, const llm::LlmCall& call) {
  constexpr double kMicrosPerDollar = 1e6;
  cost.calls += 1;
  // Never less than before, whatever a journal says.
  const auto grow = [](std::int64_t& sum, std::int64_t by) {
    sum = saturating_add(sum, std::max<std::int64_t>(by, 0));
  };
  grow(cost.tokens_in, call.tokens_in);
  grow(cost.tokens_out, call.tokens_out);
  grow(cost.model_ms, call.took.count());
  if (call.cost) {
    grow(cost.micros, saturating_count(std::round(*call.cost * kMicrosPerDollar)));
  } else if (call.outcome == "answered") {
    cost.unpriced += 1;
  }
}

void add_cost(RunState& state, const JournalEvent& event) {
  const llm::LlmCall call = llm::llm_call_of(event);
  add_call(state.cost, call);
  add_call(state.costs[{call.role, call.model}], call);
  if (!state.stage.empty()) add_call(state.stage_costs[state.stage], call);
}

// A heartbeat comes every 30 s: a longer silence was no work, but a machine that slept.
void add_active(RunState& state, const JournalEvent& event) {
  constexpr std::int64_t kGapMax = 120'000;
  const bool first = event.is(kRunBegin) || event.is(kRunResumed);
  // What is noted of it after its end is no work of it.
  if (first || state.finished() || state.last_at == Timestamp()) return;
  state.active_ms += std::clamp<std::int64_t>((event.at - state.last_at).count(), 0, kGapMax);
}

// The subtask an event is about; nothing once it was committed: that is for good.
SubtaskState* open_subtask(RunState& state, const std::string& id) {
  if (id.empty()) return nullptr;
  SubtaskState& subtask = state.subtasks[id];
  return subtask.status == SubtaskStatus::committed ? nullptr : &subtask;
}

SubtaskState* try_subtask(RunState& state, const std::string& id, std::optional<int> attempt) {
  SubtaskState* subtask = open_subtask(state, id);
  if (subtask == nullptr) return nullptr;
  subtask->status = SubtaskStatus::in_progress;
  subtask->attempts = attempt.value_or(subtask->attempts);
  subtask->reason.clear();
  return subtask;
}

void begin_subtask(RunState& state, const JournalEvent& event) {
  SubtaskBegin it = subtask_begin_of(event);
  SubtaskState* subtask = try_subtask(state, it.subtask, it.attempt);
  if (subtask != nullptr && it.hints) subtask->hints = *std::move(it.hints);
}

void refuse_subtask(RunState& state, const JournalEvent& event) {
  const SubtaskRefused it = subtask_refused_of(event);
  try_subtask(state, it.subtask, it.attempt);
}

void commit_subtask(RunState& state, const JournalEvent& event) {
  SubtaskCommitted it = subtask_committed_of(event);
  if (it.subtask.empty()) return;
  SubtaskState& subtask = state.subtasks[it.subtask];
  if (subtask.status != SubtaskStatus::committed) subtask.turns += 1;
  subtask.status = SubtaskStatus::committed;
  subtask.commit = std::move(it.commit);
  subtask.message = std::move(it.message);
  subtask.model = std::move(it.model);
  subtask.attempts = it.attempt.value_or(subtask.attempts);
  subtask.reason.clear();
  subtask.paths = std::move(it.paths);
  subtask.tests_fixed = std::move(it.tests_fixed);
  subtask.tests_added = std::move(it.tests_added);
}

void fail_subtask(RunState& state, const JournalEvent& event) {
  SubtaskFailed it = subtask_failed_of(event);
  SubtaskState* subtask = open_subtask(state, it.subtask);
  if (subtask == nullptr) return;
  subtask->status = SubtaskStatus::failed;
  subtask->reason = std::move(it.reason);
  subtask->attempts = it.attempts.value_or(subtask->attempts);
  subtask->turns += 1;
  subtask->paths = std::move(it.paths);
  subtask->failure_modes = std::move(it.failure_modes);
  subtask->rules = std::move(it.rules);
  set_if_given(subtask->model, it.model);
}

void skip_subtask(RunState& state, const JournalEvent& event) {
  SubtaskSkipped it = subtask_skipped_of(event);
  SubtaskState* subtask = open_subtask(state, it.subtask);
  if (subtask == nullptr) return;
  subtask->status = SubtaskStatus::skipped;
  subtask->reason = std::move(it.reason);
  subtask->turns += 1;
  subtask->paths = std::move(it.paths).value_or(std::vector<std::string>());
  subtask->failure_modes.clear();
  subtask->rules.clear();
  if (it.model) subtask->model = *std::move(it.model);
}

void reproduce(RunState& state, const JournalEvent& event) {
  SubtaskReproduced it = subtask_reproduced_of(event);
  SubtaskState* subtask = open_subtask(state, it.subtask);
  if (subtask == nullptr) return;
  subtask->status = SubtaskStatus::reproduced;
  subtask->turns += 1;
  subtask->reason.clear();
  subtask->paths = std::move(it.paths);
  subtask->tests_shown = std::move(it.tests);
  subtask->attempts = it.attempt.value_or(subtask->attempts);
  subtask->failure_modes.clear();
  subtask->rules.clear();
  set_if_given(subtask->model, it.model);
}

EffectState& effect(RunState& state, const std::string& key, const std::string& kind) {
  EffectState& found = state.effects[key];
  set_if_given(found.kind, kind);
  return found;
}

void intend(RunState& state, const JournalEvent& event) {
  EffectIntent it = effect_intent_of(event);
  EffectState& found = effect(state, it.key, it.kind);
  found.intent = std::move(it.data);
  found.unknown = false;
}

void confirm(RunState& state, const JournalEvent& event) {
  EffectDone it = effect_done_of(event);
  EffectState& found = effect(state, it.key, it.kind);
  found.done = std::move(it.data);
  found.unknown = false;
}

void doubt(RunState& state, const JournalEvent& event) {
  const EffectUnknown it = effect_unknown_of(event);
  EffectState& found = effect(state, it.key, it.kind);
  found.unknown = !found.done;
}

void add_branch(Cost& cost, const RunBranchCost& used) {
  const auto grow = [](std::int64_t& sum, std::int64_t by) {
    sum = saturating_add(sum, std::max<std::int64_t>(by, 0));
  };
  grow(cost.calls, used.calls);
  grow(cost.tokens_in, used.tokens_in);
  grow(cost.tokens_out, used.tokens_out);
  grow(cost.micros, used.micros);
  grow(cost.unpriced, used.unpriced);
  grow(cost.model_ms, used.model_ms);
}

void add_branch_cost(RunState& state, const JournalEvent& event) {
  const RunBranchCost used = run_branch_cost_of(event);
  add_branch(state.cost, used);
  add_branch(state.costs[{"branch", used.branch}], used);
  add_branch(state.stage_costs[used.branch], used);
}

void open_pull(RunState& state, const JournalEvent& event) {
  PrOpened it = pr_opened_of(event);
  state.pr = PullRequestRef{.number = it.number,
                            .url = std::move(it.url),
                            .branch = std::move(it.branch),
                            .head = std::move(it.head)};
}

void land(RunState& state, const JournalEvent& event) {
  RunLanded it = run_landed_of(event);
  state.landed = LandedRef{.target = std::move(it.target),
                           .commit = std::move(it.commit),
                           .way = std::move(it.way),
                           .head = std::move(it.head)};
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
    {kRunPhase, enter_phase},
    {kRunInterrupted, interrupt},
    {kRunAborted, abort_run},
    {kRunExitClean, end_cleanly},
    {kStageBegin, begin_stage},
    {kStageEnd, end_stage},
    {kRunOperation, operate},
    {kSandboxLevel, confine},
    {kWorktreeReady, take_worktree},
    {kReportReady, measure},
    {kPlanReady, plan},
    {kMemoryGateway, lose_gateway},
    {llm::kLlmCall, add_cost},
    {kSubtaskBegin, begin_subtask},
    {kSubtaskRefused, refuse_subtask},
    {kSubtaskCommitted, commit_subtask},
    {kSubtaskFailed, fail_subtask},
    {kSubtaskSkipped, skip_subtask},
    {kSubtaskReproduced, reproduce},
    {kEffectIntent, intend},
    {kEffectDone, confirm},
    {kEffectUnknown, doubt},
    {kPrOpened, open_pull},
    {kRunClosed, close},
    {kRunDecided, decide},
    {kRunLanded, land},
    {kRunBranchCost, add_branch_cost},
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
