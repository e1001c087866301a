#include "stages/merging/weigh_change.hpp"

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "stages/coding/coding_events.hpp"
#include "stages/coding/commands.hpp"
#include "stages/working/run_judge.hpp"

namespace pawl::stages {
namespace {

constexpr Seconds kMergeCommandsTimeout{1'200};
constexpr std::size_t kTroubleShown = 300;

using Commands = Weight::Commands;

struct CheckedCommands {
  Commands outcome = Commands::none;
  std::string trouble;
};

Result<CheckedCommands> check_commands(const Workshop& shop, const std::string& commit) {
  const std::vector<std::string>& commands = shop.settings.request.commands;
  if (commands.empty()) return CheckedCommands{};
  const Scope& scope = shop.scope;
  TRY(say(scope, "running " + counted(commands.size(), "command") + " on " + commit.substr(0, 12)));
  TRY_ASSIGN(const repo::CheckRun run, run_commands_at(scope, shop.settings, shop.checkout, commit,
                                                       commands, kMergeCommandsTimeout));
  CheckedCommands checked{.outcome = Commands::unknown,
                          .trouble = printable(run.reason, kTroubleShown)};
  if (run.outcome == repo::CheckOutcome::passed)
    checked = {.outcome = Commands::passed, .trouble = {}};
  if (run.outcome == repo::CheckOutcome::failed) checked.outcome = Commands::failed;
  static constexpr auto kOutcomes = fixed_words("passed", "failed", "unknown");
  TRY(scope.events.append(
      to_event(CodingCommands{.stage = scope.node,
                              .head = commit,
                              .outcome = std::string(kOutcomes[static_cast<int>(run.outcome)]),
                              .reason = printable(run.reason, kTroubleShown),
                              .took = run.duration})));
  return checked;
}

// What refuses, as one line.
std::string first_refusal(const std::vector<guards::Finding>& findings) {
  if (findings.empty()) return "nothing admitted it";
  const guards::Finding& first = findings.front();
  return first.rule + " on " + printable(first.path, 100) + ": " + printable(first.message, 200) +
         (findings.size() > 1 ? " and " + counted(findings.size() - 1, "finding") + " more" : "");
}

}  // namespace

Result<Weight> weigh_change(const Workshop& shop, const AdoptOrder& asked,
                            const git::ReadChange& change, const std::string& commit,
                            std::int64_t lines) {
  planner::Task task;
  planner::Subtask subtask;
  task.id = shop.scope.node;
  task.title = subtask.title = asked.title;
  subtask.id = asked.step;
  TRY_ASSIGN(const std::unique_ptr<Head> head,
             Head::open(shop.scope, shop.settings, shop.checkout));
  const config::Config& config = shop.settings.config;
  if (config.run_checks && (config.guard_build || config.guard_tests)) TRY(head->take_baseline());
  const Order order{.task = task, .subtask = subtask, .free = true, .words = asked.words};
  TRY_ASSIGN(const std::unique_ptr<RunJudge> judge,
             RunJudge::open(shop.scope, shop.settings, shop.checkout, *head, order));
  TRY_ASSIGN(const judge::Judged judged,
             judge->judge(change.change, {.unsafe = change.unsafe, .unread = change.unread}));
  Weight weight{.refused = {}, .lines = lines};
  if (!judged.admitted) {
    weight.refused = first_refusal(judged.findings);
    return weight;
  }
  weight.remarks = judged.evaluation.findings().size();
  weight.psi = judge->psi(change.change);
  TRY_ASSIGN(const CheckedCommands checked, check_commands(shop, commit));
  weight.commands = checked.outcome;
  weight.trouble = checked.trouble;
  return weight;
}

Result<std::string> objection_of_commands(const Workshop& shop, const std::string& commit) {
  TRY_ASSIGN(const CheckedCommands checked, check_commands(shop, commit));
  switch (checked.outcome) {
    case Commands::passed:
    case Commands::none: break;
    case Commands::unknown: return "the commands cannot be run with it: " + checked.trouble;
    case Commands::failed: return "the commands fail with it: " + checked.trouble;
  }
  return std::string();
}

}  // namespace pawl::stages
