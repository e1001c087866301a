// What a person sees of a run while it goes on: a view of its events on standard error.
#pragma once

#include <mutex>

#include "cli/kit/command.hpp"
#include "cli/kit/progress.hpp"
#include "llm/events.hpp"
#include "planner/events.hpp"
#include "planner/plan.hpp"
#include "run/events.hpp"
#include "runner/run.hpp"

namespace pawl::cli {

class RunScreen {
 public:
  explicit RunScreen(Context& context)
      : context_(context), progress_(context.console, context.ports.clock) {}

  // Called for every event, also from the heartbeat's thread.
  void show(const JournalEvent& event, const run::RunState& state);
  // What is done before there is a run, and in it.
  void notify(const std::string& text);
  // Lists the plan and asks, until the answer is yes, no, or a plan changed in the person's editor.
  Result<planner::Consent> confirm(const planner::TaskPlan& plan, const std::string& remark);
  // The last lines: what came of it and what to do next.
  void finish(const runner::RunEnd& end);

 private:
  void show_metric(const run::MetricMeasured& metric);
  void show_sandbox(const run::SandboxLevel& sandbox);
  void show_rule(const planner::PlanRuleApplied& rule);
  void show_call(const llm::LlmCall& call);
  // Whether the event was one of models.
  bool show_model(const JournalEvent& event);
  void show_subtask(const JournalEvent& event, const run::RunState& state);
  // The plan as the person left it in their editor; nothing when it is as it was.
  Result<std::optional<Json>> edited(const planner::TaskPlan& plan);

  Context& context_;
  Progress progress_;
  std::mutex mutex_;
  std::size_t measured_ = 0;
  std::size_t planned_ = 0;
  bool working_ = false;
  std::string draft_;  // of a plan that could not be read when the editor was left
};

// The plan that a run made and kept; not_found while there is none.
Result<planner::TaskPlan> made_plan(const Context& context, const RunId& run);

}  // namespace pawl::cli
