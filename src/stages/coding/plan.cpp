// A coding agent writes a plan, unless a person brought one.
#include "base/text/text.hpp"
#include "stages/coding/prompts.hpp"
#include "stages/coding/turn.hpp"
#include "stages/stages.hpp"
#include "stages/worktree_of_run.hpp"

namespace pawl::stages {
namespace {

constexpr std::string_view kPlanText = "plan.md";

// What is wanted, in the words of a person or of an issue.
std::string wanted_of(const Bench& bench) {
  const Request& request = bench.request();
  std::string wanted = request.instructions.empty() ? request.task : request.instructions;
  if (request.issue) {
    wanted += (wanted.empty() ? "" : "\n\n") + std::string("Issue #") +
              std::to_string(request.issue->number) + ": " + request.issue->title + "\n\n" +
              request.issue->body;
  }
  return wanted;
}

}  // namespace

Result<Outcome> plan(const Scope& scope, const RunSettings& settings, Checkout& checkout,
                     Models& models, const Agents& agents) {
  TRY(open_worktree(scope, settings, checkout));
  Bench bench(scope, settings, checkout, models, agents);
  if (!trim(settings.request.plan).empty()) {
    TRY(scope.artifacts.write(kPlanText, settings.request.plan));
    return bench.end(Outcome{.reason = {}});
  }
  const std::string wanted = wanted_of(bench);
  if (trim(wanted).empty()) {
    return bench.end(Outcome::bail("other", 2,
                                   "nobody says what is wanted: there is no plan, and "
                                   "no instructions"));
  }
  TRY_ASSIGN(std::string prompt,
             agent_prompt(scope, "agent-plan",
                          {{"wanted", shown_data(scope, "what is wanted", wanted)},
                           {"spec", spec_block(bench)}}));
  TRY_ASSIGN(
      Turn turn,
      ask_agent(bench, {.label = "plan", .step = {}, .title = {}, .prompt = std::move(prompt)}));
  if (turn.stopped) return bench.end(*std::move(turn.stopped));
  const std::string text = without_fence(turn.text);
  if (text.empty()) return bench.end(bail_as("other", "the agent answered with no plan"));
  TRY(scope.artifacts.write(kPlanText, text + "\n"));
  return bench.end(Outcome{.reason = {}});
}

}  // namespace pawl::stages
