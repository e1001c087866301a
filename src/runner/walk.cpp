#include "runner/walk.hpp"

#include "pipeline/walk_events.hpp"
#include "run/events.hpp"

namespace pawl::runner {
namespace {

using pipeline::Outcome;

Result<Outcome> run_stage(const pipeline::StageToRun& next, stages::StageRun& run) {
  const stages::Stage* stage = stages::find(next.node->type);
  PAWL_CHECK(stage != nullptr, next.node->type);
  if (run.state().phase != stage->phase) {
    TRY(run.events.append(to_event(run::RunPhase{std::string(stage->phase)})));
  }
  TRY(run.events.append(pipeline::begin_event(next.path, next.attempt)));
  run.models.budget->begin_stage();
  run.artifacts.limit_to(stage->reads, stage->writes);
  run.path = next.path;
  run.options = next.node->options;
  return stage->run(run).during("stage " + next.path);
}

}  // namespace

Result<Outcome> walk(const pipeline::Definition& pipeline, pipeline::WalkState walked,
                     stages::StageRun& run) {
  const os::Clock& clock = run.ports.clock;
  while (true) {
    TRY(stages::go_on(run));
    pipeline::Next next = pipeline::next(pipeline, walked, clock.now());
    if (next.end) return *std::move(next.end);
    if (next.run.empty()) {
      PAWL_CHECK(next.wake.has_value(), "nothing to do and no end");
      run.ports.clock.sleep(std::max(Milliseconds(1), *next.wake - clock.now()), &run.ports.cancel);
      continue;
    }
    const pipeline::StageToRun& stage = next.run.front();
    pipeline::stage_began(walked, stage.path, stage.attempt);
    const Milliseconds start = clock.monotonic();
    TRY_ASSIGN(const Outcome outcome, run_stage(stage, run));
    TRY(run.events.append(pipeline::end_event(stage.path, outcome, clock.monotonic() - start)));
    pipeline::stage_ended(walked, stage.path, outcome, clock.now());
  }
}

}  // namespace pawl::runner
