// A coding agent does what the pipeline's own words say.
#include "base/text/text.hpp"
#include "planner/prompts/template.hpp"
#include "stages/coding/prompts.hpp"
#include "stages/coding/turn.hpp"
#include "stages/stages.hpp"
#include "stages/worktree_of_run.hpp"

namespace pawl::stages {
namespace {

std::vector<std::string> wanted_outputs(const Scope& scope) {
  std::vector<std::string> names;
  for (const pipeline::Left& left : scope.out) names.push_back(left.artifact);
  return names;
}

std::string outputs_words(const std::vector<std::string>& names) {
  if (names.empty()) return {};
  return planner::render("prompts/agent-outputs.md",
                         {{"folder", std::string(kOutFolder)}, {"names", join(names, ", ")}}) +
         "\n";
}

// What was left where it was asked for; the stage fails without one it has to leave.
Result<std::optional<Outcome>> keep_outputs(const Scope& scope, const Turn& turn) {
  for (const pipeline::Left& left : scope.out) {
    const auto found = turn.outputs.find(left.artifact);
    if (found != turn.outputs.end()) {
      TRY(scope.artifacts.write(left.artifact, to_utf8(found->second)));
    } else if (!left.optional) {
      return std::optional(bail_as("other", "the agent did not leave " + left.artifact));
    }
  }
  return std::optional<Outcome>();
}

}  // namespace

Result<Outcome> agent_step(const Scope& scope, const RunSettings& settings, Checkout& checkout,
                           Models& models, const Agents& agents) {
  TRY(open_worktree(scope, settings, checkout));
  Bench bench(scope, settings, checkout, models, agents);
  if (trim(scope.prompt).empty()) {
    return bench.end(Outcome::bail("other", 2, "the stage has no prompt"));
  }
  AgentAsk ask{.label = "agent:" + scope.node,
               .step = {},
               .title = "chore: " + scope.node,
               .prompt = {},
               .outputs = wanted_outputs(scope)};
  for (const Json& host : scope.options["hosts"].items()) ask.hosts.push_back(host.string_or(""));
  TRY_ASSIGN(ask.prompt,
             agent_prompt(scope, "agent-step", {{"outputs", outputs_words(ask.outputs)}}));
  const bool reads_only = scope.options["read_only"].bool_or(false);
  if (!reads_only) {
    TRY_ASSIGN(ask.step, bench.step());
  }
  TRY_ASSIGN(Turn turn, reads_only ? ask_agent(bench, ask) : take_turn(bench, ask));
  if (turn.stopped) return bench.end(*std::move(turn.stopped));
  // One that only says something may say it.
  if (reads_only && scope.out.size() == 1 && turn.outputs.empty() && !trim(turn.text).empty()) {
    turn.outputs[scope.out.front().artifact] = without_fence(turn.text) + "\n";
  }
  TRY_ASSIGN(std::optional<Outcome> missing, keep_outputs(scope, turn));
  if (missing) return bench.end(*std::move(missing));
  return bench.end(Outcome{});
}

}  // namespace pawl::stages
