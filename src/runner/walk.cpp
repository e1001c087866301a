#include "runner/walk.hpp"

namespace pawl::runner {
namespace {

using stages::Outcome;
using stages::OutcomeKind;

std::string_view outcome_name(OutcomeKind kind) {
  switch (kind) {
    case OutcomeKind::done: return "done";
    case OutcomeKind::partial: return "partial";
    case OutcomeKind::skipped: return "skipped";
    case OutcomeKind::finish: return "finish";
    case OutcomeKind::bail: return "bail";
  }
  return "done";
}

bool ended_before(const stages::StageRun& run, const std::string& stage) {
  const auto found = run.state.stages.find(stage);
  return found != run.state.stages.end() && (found->second == "done" || found->second == "skipped");
}

// `on_part` says that an earlier stage did only a part: what stands on a part is one itself.
Result<Outcome> run_stage(const pipeline::StageNode& node, const stages::Stage& stage,
                          stages::StageRun& run, bool on_part) {
  const Milliseconds start = run.ports.clock.monotonic();
  if (run.state.phase != stage.phase) {
    TRY(run.events.append({EventKind::run_phase, Json::object({{"phase", stage.phase}})}));
  }
  TRY(run.events.append({EventKind::stage_begin, Json::object({{"stage", node.name}})}));
  run.models.budget->begin_stage();
  TRY_ASSIGN(Outcome outcome, stage.run(run).during("stage " + node.name));
  const bool part = on_part && outcome.kind == OutcomeKind::done;
  TRY(run.events.append(
      {EventKind::stage_end,
       Json::object({{"stage", node.name},
                     {"outcome", outcome_name(part ? OutcomeKind::partial : outcome.kind)},
                     {"reason", outcome.reason},
                     {"ms", (run.ports.clock.monotonic() - start).count()}})}));
  return outcome;
}

WalkEnd end_with(const Outcome& outcome) {
  return {.status = outcome.status,
          .exit = outcome.exit,
          .reason = outcome.reason,
          .bail_class = outcome.bail_class};
}

// A run that came to its end with a part of its work ends as the part says.
WalkEnd end_early(const Outcome& part, const Outcome& finish) {
  WalkEnd end = end_with(part);
  end.reason += "; " + finish.reason;
  return end;
}

}  // namespace

Result<WalkEnd> walk(const pipeline::Definition& pipeline, stages::StageRun& run) {
  std::optional<Outcome> part;  // of the first stage that did only a part
  for (const pipeline::StageNode& node : pipeline.stages) {
    const stages::Stage* stage = stages::find(node.type);
    PAWL_CHECK(stage != nullptr, node.type);
    if (!stage->repeats && ended_before(run, node.name)) continue;
    TRY(stages::go_on(run));
    TRY_ASSIGN(const Outcome outcome, run_stage(node, *stage, run, part.has_value()));
    if (outcome.kind == OutcomeKind::bail) return end_with(outcome);
    if (outcome.kind == OutcomeKind::finish)
      return part ? end_early(*part, outcome) : end_with(outcome);
    if (outcome.kind == OutcomeKind::partial && !part) part = outcome;
  }
  if (part) return end_with(*part);
  return WalkEnd{.status = store::RunStatus::succeeded, .exit = 0, .reason = "", .bail_class = ""};
}

}  // namespace pawl::runner
