// A coding agent reviews all that the run changed, and a coding agent mends what reviews are right
// about.
#include "base/text/text.hpp"
#include "stages/coding/prompts.hpp"
#include "stages/coding/turn.hpp"
#include "stages/stages.hpp"
#include "stages/worktree_of_run.hpp"

namespace pawl::stages {
namespace {

std::string last_name(const std::string& node) {
  const auto slash = node.rfind('/');
  return slash == std::string::npos ? node : node.substr(slash + 1);
}

// All reviews of the run, those of parallel children among them, each below its name.
Result<std::string> all_reviews(const Scope& scope) {
  TRY_ASSIGN(const std::vector<std::string> names, scope.artifacts.matching("review-*.md"));
  std::string all;
  for (const std::string& name : names) {
    TRY_ASSIGN(const std::optional<std::string> text, scope.artifacts.read(name));
    if (!text || trim(*text).empty()) continue;
    all += (all.empty() ? "" : "\n\n") +
           shown_data(scope, name, *text, kShownBytesMax / std::max<std::size_t>(1, names.size()));
  }
  return all;
}

}  // namespace

Result<Outcome> review_code(const Scope& scope, const RunSettings& settings, Checkout& checkout,
                            Models& models, const Agents& agents) {
  TRY(open_worktree(scope, settings, checkout));
  Bench bench(scope, settings, checkout, models, agents);
  TRY_ASSIGN(const std::string diff, whole_diff(bench));
  if (diff.empty()) return Outcome::skip("the run changed nothing that could be reviewed");
  TRY_ASSIGN(const std::string plan, plan_text(bench));
  const std::string name = last_name(scope.node);
  TRY_ASSIGN(std::string prompt,
             agent_prompt(scope, "agent-review",
                          {{"plan", shown_data(scope, "plan", plan)},
                           {"base", bench.worktree().base_commit().substr(0, 12)},
                           {"diff", shown_data(scope, "change", diff)}}));
  TRY_ASSIGN(Turn turn, ask_agent(bench, {.label = "review-code:" + name,
                                          .step = {},
                                          .title = {},
                                          .prompt = std::move(prompt)}));
  if (turn.stopped) return bench.end(*std::move(turn.stopped));
  if (trim(turn.text).empty()) return bench.end(bail_as("other", "the review says nothing"));
  TRY(scope.artifacts.write("review-" + name + ".md", turn.text + "\n"));
  return bench.end(Outcome{.reason = {}});
}

Result<Outcome> address_code(const Scope& scope, const RunSettings& settings, Checkout& checkout,
                             Models& models, const Agents& agents) {
  TRY(open_worktree(scope, settings, checkout));
  Bench bench(scope, settings, checkout, models, agents);
  TRY_ASSIGN(const std::string reviews, all_reviews(scope));
  if (reviews.empty()) {
    return bench.end(bail_as("other", "there is no review that could be addressed"));
  }
  TRY_ASSIGN(const std::string plan, plan_text(bench));
  AgentAsk ask{
      .label = "address-code", .step = {}, .title = "fix: Address the review", .prompt = {}};
  TRY_ASSIGN(ask.step, bench.step());
  TRY_ASSIGN(ask.prompt,
             agent_prompt(scope, "agent-address",
                          {{"plan", shown_data(scope, "plan", plan)}, {"reviews", reviews}}));
  TRY_ASSIGN(Turn turn, take_turn(bench, ask));
  if (turn.stopped) return bench.end(*std::move(turn.stopped));
  return bench.end(Outcome{.reason = turn.commit.empty() ? "the review asks for no change" : ""});
}

}  // namespace pawl::stages
