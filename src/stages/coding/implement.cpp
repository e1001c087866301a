// A coding agent carries out the plan.
#include "base/text/text.hpp"
#include "stages/coding/prompts.hpp"
#include "stages/coding/turn.hpp"
#include "stages/stages.hpp"
#include "stages/worktree_of_run.hpp"

namespace pawl::stages {

Result<Outcome> implement(const Scope& scope, const RunSettings& settings, Checkout& checkout,
                          Models& models, const Agents& agents) {
  TRY(open_worktree(scope, settings, checkout));
  Bench bench(scope, settings, checkout, models, agents);
  TRY_ASSIGN(const std::string plan, plan_text(bench));
  if (trim(plan).empty()) {
    return bench.end(Outcome::bail("other", 2, "there is no plan to carry out"));
  }
  AgentAsk ask{.label = "implement", .step = {}, .title = title_of_text(plan), .prompt = {}};
  TRY_ASSIGN(ask.step, bench.step());
  TRY_ASSIGN(ask.prompt, agent_prompt(scope, "agent-implement",
                                      {{"plan", shown_data(scope, "plan", plan)},
                                       {"spec", spec_block(bench)}}));
  TRY_ASSIGN(Turn turn, take_turn(bench, ask));
  if (turn.stopped) return bench.end(*std::move(turn.stopped));
  if (turn.commit.empty()) {
    return bench.end(bail_as("other", "implement: the agent changed nothing"));
  }
  return bench.end(Outcome{.reason = {}});
}

}  // namespace pawl::stages
