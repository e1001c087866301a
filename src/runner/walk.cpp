#include "runner/walk.hpp"

#include "pipeline/walk_events.hpp"
#include "run/events.hpp"

namespace pawl::runner {
namespace {

using pipeline::Outcome;

// What its row names, and what the pipeline hands it and asks of it.
void limit(stages::Artifacts& artifacts, const stages::Stage& stage, const pipeline::Node& node) {
  std::string reads(stage.reads);
  std::string writes(stage.writes);
  for (const pipeline::Taken& taken : node.in) reads += " " + taken.artifact;
  for (const pipeline::Left& left : node.out) writes += " " + left.artifact;
  artifacts.limit_to(reads, writes);
}

Result<Outcome> run_stage(const pipeline::StageToRun& next, stages::Parts& parts) {
  const stages::Stage* stage = stages::find(next.node->type);
  PAWL_CHECK(stage != nullptr, next.node->type);
  if (parts.scope.state().phase != stage->phase) {
    TRY(parts.scope.events.append(to_event(run::RunPhase{std::string(stage->phase)})));
  }
  TRY(parts.scope.events.append(pipeline::begin_event(next.path, next.attempt)));
  parts.models.budget->begin_stage();
  limit(parts.scope.artifacts, *stage, *next.node);
  parts.scope.node = next.path;
  parts.scope.options = next.node->options;
  parts.scope.client = next.node->client;
  parts.scope.prompt = next.node->prompt;
  parts.scope.in = next.node->in;
  parts.scope.out = next.node->out;
  return stage->run(parts).during("stage " + next.path);
}

}  // namespace

Result<Outcome> walk(const pipeline::Definition& pipeline, pipeline::WalkState walked,
                     stages::Parts& parts) {
  const os::Clock& clock = parts.scope.ports.clock;
  parts.scope.default_client = pipeline.default_client;
  while (true) {
    TRY(stages::go_on(parts.scope));
    pipeline::Next next = pipeline::next(pipeline, walked, clock.now());
    if (next.end) return *std::move(next.end);
    if (next.run.empty()) {
      PAWL_CHECK(next.wake.has_value(), "nothing to do and no end");
      parts.scope.ports.clock.sleep(std::max(Milliseconds(1), *next.wake - clock.now()),
                                    &parts.scope.ports.cancel);
      continue;
    }
    const pipeline::StageToRun& stage = next.run.front();
    pipeline::stage_began(walked, stage.path, stage.attempt);
    const Milliseconds start = clock.monotonic();
    TRY_ASSIGN(const Outcome outcome, run_stage(stage, parts));
    TRY(parts.scope.events.append(
        pipeline::end_event(stage.path, outcome, clock.monotonic() - start)));
    pipeline::stage_ended(walked, stage.path, outcome, clock.now());
  }
}

}  // namespace pawl::runner
