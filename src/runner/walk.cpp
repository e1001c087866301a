#include "runner/walk.hpp"

#include "pipeline/node_paths.hpp"
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

// A walk under way.
class Walking {
 public:
  Walking(const pipeline::Definition& pipeline, pipeline::WalkState walked, stages::Parts& parts,
          Groups& groups)
      : pipeline_(pipeline), walked_(std::move(walked)), parts_(parts), groups_(groups) {}

  Result<Outcome> to_its_end() {
    while (true) {
      TRY(stages::go_on(parts_.scope));
      pipeline::Next next = pipeline::next(pipeline_, walked_, clock().now());
      if (next.end) return *std::move(next.end);
      for (const std::string& path : next.cancel) groups_.cancel(path);
      TRY(begin_branches(next));
      if (groups_.busy()) {
        TRY(wait_for_branch());
      } else if (next.run.empty()) {
        PAWL_CHECK(next.wake.has_value(), "nothing to do and no end");
        clock().sleep(std::max(Milliseconds(1), *next.wake - clock().now()),
                      &parts_.scope.ports.cancel);
      } else {
        TRY(step(next.run.front()));
      }
    }
  }

 private:
  os::Clock& clock() { return parts_.scope.ports.clock; }

  Status begin_branches(const pipeline::Next& next) {
    for (const pipeline::StageToRun& one : next.run) {
      if (one.part != pipeline::Part::branch) continue;
      TRY(parts_.scope.events.append(pipeline::begin_event(one.path, one.attempt)));
      pipeline::stage_began(walked_, one.path, one.attempt);
      TRY(groups_.start(one.path));
    }
    return Done{};
  }

  Status wait_for_branch() {
    constexpr Milliseconds kMoment{100};
    const std::optional<EndedBranch> ended = groups_.wait(kMoment);
    return ended ? note_end(ended->path, ended->outcome, ended->took) : Status(Done{});
  }

  Status note_end(const std::string& path, const Outcome& outcome, Milliseconds took) {
    TRY(parts_.scope.events.append(pipeline::end_event(path, outcome, took)));
    pipeline::stage_ended(walked_, path, outcome, clock().now());
    return Done{};
  }

  Status step(const pipeline::StageToRun& one) {
    pipeline::stage_began(walked_, one.path, one.attempt);
    const Milliseconds start = clock().monotonic();
    TRY_ASSIGN(const Outcome outcome, run(one));
    return note_end(one.path, outcome, clock().monotonic() - start);
  }

  Result<Outcome> run(const pipeline::StageToRun& one) {
    if (one.part == pipeline::Part::stage) return run_stage(one, parts_);
    TRY(parts_.scope.events.append(pipeline::begin_event(one.path, one.attempt)));
    parts_.scope.node = one.path;
    parts_.scope.options = Json::object();
    const bool out = one.part == pipeline::Part::fan_out;
    const std::string path =
        one.path.substr(0, one.path.size() - (out ? pipeline::fan_out_path("").size()
                                                  : pipeline::fan_in_path("").size()));
    return (out ? groups_.fan_out(*one.node, path) : groups_.fan_in(*one.node, path, walked_))
        .during("stage " + one.path);
  }

  const pipeline::Definition& pipeline_;
  pipeline::WalkState walked_;
  stages::Parts& parts_;
  Groups& groups_;
};

}  // namespace

Result<Outcome> walk(const pipeline::Definition& pipeline, pipeline::WalkState walked,
                     stages::Parts& parts, Groups& groups) {
  parts.scope.default_client = pipeline.default_client;
  return Walking(pipeline, std::move(walked), parts, groups).to_its_end();
}

}  // namespace pawl::runner
