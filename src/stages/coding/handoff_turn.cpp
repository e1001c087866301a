#include "stages/coding/handoff_turn.hpp"

#include "base/text/text.hpp"
#include "stages/coding/prompts.hpp"
#include "stages/coding/turn.hpp"

namespace pawl::stages {

Result<std::string> done_since(const Bench& bench, const std::string& base) {
  git::Git& git = bench.shop().checkout.git;
  const std::string& folder = bench.worktree().folder();
  TRY_ASSIGN(const std::vector<git::CommitInfo> commits, git.log(folder, base, "HEAD"));
  std::string text;
  for (const git::CommitInfo& commit : commits) {
    text += commit.id.substr(0, 12) + " " + printable(commit.subject, 200) + "\n";
  }
  TRY_ASSIGN(const std::string diff, git.diff(folder, base, "HEAD"));
  return text + "\n" + diff;
}

Result<HandoffAnswer> ask_handoff(Bench& bench, const HandoffAsk& ask) {
  const Scope& scope = bench.scope();
  TRY_ASSIGN(std::string prompt, agent_prompt(scope, "agent-handoff",
                                              {{"plan", shown_data(scope, "plan", ask.plan)},
                                               {"spec", spec_block(bench)},
                                               {"done", shown_data(scope, "done so far", ask.done)},
                                               {"folder", std::string(kOutFolder)}}));
  // The folder is a new one each time: a signal that lies there is of this turn.
  TRY_ASSIGN(
      Turn turn,
      ask_agent(bench, {.label = "handoff",
                        .step = {},
                        .title = {},
                        .prompt = std::move(prompt),
                        .outputs = {std::string(kHandoff), "plan.md", std::string(kChildPlan)}}));
  if (turn.stopped) return HandoffAnswer{.stopped = std::move(turn.stopped)};
  const auto signal = turn.outputs.find(std::string(kHandoff));
  if (signal == turn.outputs.end()) {
    return HandoffAnswer{.stopped = bail_as("other", "handoff: the agent left no signal")};
  }
  Result<Handoff> decided = handoff_from(signal->second, turn.outputs[std::string(kChildPlan)]);
  if (!decided) {
    return HandoffAnswer{.stopped = bail_as("other", "handoff: " + decided.error().message)};
  }
  const std::string rolling = open_tasks(turn.outputs["plan.md"]);
  return HandoffAnswer{.handoff = *std::move(decided),
                       .rolling = trim(rolling).empty() ? ask.plan : rolling};
}

}  // namespace pawl::stages
