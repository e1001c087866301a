#include "runner/walk.hpp"

namespace pawl::runner {
namespace {

using stages::Outcome;
using stages::OutcomeKind;

std::string_view outcome_name(OutcomeKind kind) {
  switch (kind) {
    case OutcomeKind::done: return "done";
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

Result<Outcome> run_stage(const pipeline::StageNode& node, const stages::Stage& stage,
                          stages::StageRun& run) {
  const Milliseconds start = run.ports.clock.monotonic();
  if (run.state.phase != stage.phase) {
    TRY(run.events.append({EventKind::run_phase, Json::object({{"phase", stage.phase}})}));
  }
  TRY(run.events.append({EventKind::stage_begin, Json::object({{"stage", node.name}})}));
  TRY_ASSIGN(Outcome outcome, stage.run(run).during("stage " + node.name));
  TRY(run.events.append({EventKind::stage_end,
                         Json::object({{"stage", node.name},
                                       {"outcome", outcome_name(outcome.kind)},
                                       {"reason", outcome.reason},
                                       {"ms", (run.ports.clock.monotonic() - start).count()}})}));
  return outcome;
}

}  // namespace

Result<WalkEnd> walk(const pipeline::Definition& pipeline, stages::StageRun& run) {
  for (const pipeline::StageNode& node : pipeline.stages) {
    const stages::Stage* stage = stages::find(node.type);
    PAWL_CHECK(stage != nullptr, node.type);
    if (!stage->repeats && ended_before(run, node.name)) continue;
    TRY(stages::go_on(run));
    TRY_ASSIGN(const Outcome outcome, run_stage(node, *stage, run));
    if (outcome.kind == OutcomeKind::finish || outcome.kind == OutcomeKind::bail) {
      return WalkEnd{.status = outcome.status,
                     .exit = outcome.exit,
                     .reason = outcome.reason,
                     .bail_class = outcome.bail_class};
    }
  }
  return WalkEnd{.status = store::RunStatus::succeeded, .exit = 0, .reason = "", .bail_class = ""};
}

}  // namespace pawl::runner
