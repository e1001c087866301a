#include "runner/walk.hpp"

#include "base/text/text.hpp"
#include "runner/walking.hpp"
#include "stages/coding/before_agents.hpp"

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

const stages::Stage& row_of(const pipeline::Node& node) {
  const stages::Stage* stage = stages::find(node.type);
  PAWL_CHECK(stage != nullptr, node.type);
  return *stage;
}

// A branch, for people.
std::string how_it_ended(const EndedBranch& branch) {
  const Outcome& outcome = branch.outcome;
  const std::string why = printable(outcome.reason, 300);
  if (outcome.kind == pipeline::OutcomeKind::bail) {
    // Its reason begins with the path.
    return (outcome.was_cancelled() ? "stopped" : "bailed, " + outcome.bail_class) + ": " + why;
  }
  return branch.path + ": " + std::string(to_string(outcome.kind)) +
         (why.empty() ? "" : ", " + why);
}

// Stages by their rows, branches as processes.
class Worker final : public NodeWorker {
 public:
  Worker(stages::Parts& parts, Groups& groups) : parts_(parts), groups_(groups) {}

  Status go_on() override { return stages::go_on(parts_.scope); }

  std::string_view phase_of(const pipeline::Node& stage) override { return row_of(stage).phase; }

  Result<Outcome> stage(const pipeline::StageToRun& one) override {
    const stages::Stage& stage = row_of(*one.node);
    parts_.models.budget->begin_stage();
    limit(parts_.scope.artifacts, stage, *one.node);
    parts_.scope.node = one.path;
    parts_.scope.options = one.node->options;
    parts_.scope.client = one.node->client;
    parts_.scope.prompt = one.node->prompt;
    parts_.scope.in = one.node->in;
    parts_.scope.out = one.node->out;
    return stage.run(parts_);
  }

  Result<Outcome> fan_out(const pipeline::StageToRun& one, const std::string& group) override {
    enter(one);
    return groups_.fan_out(*one.node, group);
  }

  Result<Outcome> fan_in(const pipeline::StageToRun& one, const std::string& group,
                         const pipeline::WalkState& walked) override {
    enter(one);
    return groups_.fan_in(*one.node, group, walked);
  }

  // What is gone is gone for branches that have not begun, too.
  Result<std::optional<Outcome>> start(const std::string& path) override {
    const Status held = parts_.models.budget->hold();
    if (!held && held.error().code == Errc::denied) {
      return std::optional(Outcome::bail(std::string(stages::kBudgetClass), stages::kBudgetExit,
                                         path + " was not begun: " + held.error().message));
    }
    TRY(held);
    TRY(groups_.start(path));
    return std::optional<Outcome>();
  }

  void cancel(const std::string& path) override { groups_.cancel(path); }
  bool busy() const override { return groups_.busy(); }

  Result<std::optional<EndedBranch>> wait(Milliseconds moment) override {
    std::optional<EndedBranch> ended = groups_.wait(moment);
    if (!ended) TRY(groups_.watch_costs());
    if (ended) {
      TRY(groups_.note_cost(ended->path));
      TRY(stages::say(parts_.scope, how_it_ended(*ended)));
    }
    return ended;
  }

 private:
  void enter(const pipeline::StageToRun& one) {
    parts_.scope.node = one.path;
    parts_.scope.options = Json::object();
  }

  stages::Parts& parts_;
  Groups& groups_;
};

}  // namespace

Result<Outcome> walk(const pipeline::Definition& pipeline, pipeline::WalkState walked,
                     stages::Parts& parts, Groups& groups) {
  parts.scope.default_client = pipeline.default_client;
  // A branch begins where its run has looked already.
  if (walked.stages.empty() && parts.scope.stands_on.empty()) {
    TRY_ASSIGN(std::optional<Outcome> unwanted, stages::look_before_agents(parts, pipeline));
    if (unwanted) return *std::move(unwanted);
  }
  Worker worker(parts, groups);
  return walk_to_end(pipeline, std::move(walked),
                     {.events = parts.scope.events,
                      .journal = parts.scope.journal,
                      .clock = parts.scope.ports.clock,
                      .cancel = parts.scope.ports.cancel,
                      .worker = worker});
}

}  // namespace pawl::runner
