// Commands that have to pass, and an agent that mends what they find, a bounded number of times.
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "stages/coding/coding_events.hpp"
#include "stages/coding/commands.hpp"
#include "stages/coding/prompts.hpp"
#include "stages/coding/turn.hpp"
#include "stages/stages.hpp"
#include "stages/worktree_of_run.hpp"

namespace pawl::stages {
namespace {

constexpr std::int64_t kCommandsTimeout = 1'200;  // seconds
constexpr std::size_t kLogShown = 20'000;

class Verifying {
 public:
  Verifying(Bench& bench, std::vector<std::string> commands)
      : bench_(bench), commands_(std::move(commands)) {}

  Result<Outcome> run(int attempts_max) {
    std::string why;
    for (int attempt = 1; attempt <= attempts_max; ++attempt) {
      TRY_ASSIGN(const repo::CheckRun checked, check(attempt));
      if (checked.outcome == repo::CheckOutcome::passed) return Outcome{};
      why = printable(checked.reason, 300);
      // Nobody can mend what nobody can run.
      if (checked.outcome == repo::CheckOutcome::unknown) {
        return bail_as(checked.out_of_time ? "timeout" : "infra",
                       "the commands could not be checked: " + why);
      }
      if (attempt == attempts_max) break;
      TRY_ASSIGN(Turn turn, fix(attempt, checked));
      if (turn.stopped) return *std::move(turn.stopped);
      if (turn.commit.empty()) why += "; the agent changed nothing for it";
    }
    return bail_as("exhausted", "the commands still fail after " +
                                    counted(static_cast<std::size_t>(attempts_max), "attempt") +
                                    ": " + why);
  }

 private:
  Result<repo::CheckRun> check(int attempt) {
    const Scope& scope = bench_.scope();
    const Seconds deadline(scope.options["commands_timeout"].int_or(kCommandsTimeout));
    TRY(say(scope, "running " + counted(commands_.size(), "command") + ", attempt " +
                       std::to_string(attempt)));
    TRY_ASSIGN(repo::CheckRun run, run_commands(scope, bench_.shop().settings,
                                                bench_.shop().checkout, commands_, deadline));
    TRY_ASSIGN(const std::string head, bench_.worktree().head());
    TRY(scope.artifacts.write(
        log_of_attempt(scope, "verify", attempt),
        commands_listed(commands_) + "\n\n" + run.output + "\n" + run.reason + "\n"));
    static constexpr auto kOutcomes = fixed_words("passed", "failed", "unknown");
    TRY(scope.events.append(
        to_event(CodingCommands{.stage = scope.node,
                                .attempt = attempt,
                                .head = head,
                                .outcome = std::string(kOutcomes[static_cast<int>(run.outcome)]),
                                .reason = printable(run.reason, 300),
                                .took = run.duration})));
    return run;
  }

  Result<Turn> fix(int attempt, const repo::CheckRun& run) {
    const Scope& scope = bench_.scope();
    const std::string name = "verify-fix-" + std::to_string(attempt);
    AgentAsk ask{.label = name, .step = {}, .title = "fix: Make the checks pass", .prompt = {}};
    TRY_ASSIGN(ask.step, bench_.step("fix-" + std::to_string(attempt)));
    TRY_ASSIGN(const std::string diff, whole_diff(bench_));
    TRY_ASSIGN(ask.prompt,
               agent_prompt(scope, "agent-fix",
                            {{"commands", commands_listed(commands_)},
                             {"output", shown_data(scope, "output", run.output, kLogShown)},
                             {"diff", shown_data(scope, "change", diff)}}));
    return take_turn(bench_, ask);
  }

  Bench& bench_;
  std::vector<std::string> commands_;
};

}  // namespace

Result<Outcome> verify(const Scope& scope, const RunSettings& settings, Checkout& checkout,
                       Models& models, const Agents& agents) {
  TRY(open_worktree(scope, settings, checkout));
  const Request& request = settings.request;
  std::vector<std::string> commands =
      request.commands.empty() ? commands_of(scope.options["cmds"]) : request.commands;
  if (commands.empty()) return Outcome::skip("there are no commands to be run");
  Bench bench(scope, settings, checkout, models, agents);
  const auto attempts_max =
      static_cast<int>(scope.options["max_attempts"].int_or(request.test_attempts_max));
  TRY_ASSIGN(Outcome outcome, Verifying(bench, std::move(commands)).run(attempts_max));
  return bench.end(std::move(outcome));
}

}  // namespace pawl::stages
