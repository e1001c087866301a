// Commands of a pipeline: their exit code is the outcome.
#include "base/text/text.hpp"
#include "stages/coding/bench.hpp"
#include "stages/coding/coding_events.hpp"
#include "stages/coding/commands.hpp"
#include "stages/stages.hpp"
#include "stages/worktree_of_run.hpp"

namespace pawl::stages {
namespace {

constexpr std::int64_t kExecTimeout = 1'200;  // seconds

// For a shell, as one word.
std::string quoted_word(std::string_view text) {
  return "'" + replace_all(text, "'", "'\\''") + "'";
}

bool is_variable(std::string_view name) {
  return !name.empty() && !(name.front() >= '0' && name.front() <= '9') &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '_';
         });
}

// What the pipeline hands over are variables: a text of a model is never a part of a command.
Result<std::vector<std::string>> exports_of(const Scope& scope) {
  std::vector<std::string> out;
  for (const pipeline::Taken& taken : scope.in) {
    if (!is_variable(taken.variable)) {
      return fail(Errc::invalid, "\"" + printable(taken.variable, 60) +
                                     "\" is no name of a variable for a command");
    }
    TRY_ASSIGN(const std::optional<std::string> text, scope.artifacts.read(taken.artifact));
    if (!text && !taken.optional) {
      return fail(Errc::not_found, "the stage " + scope.node + " is handed " + taken.artifact +
                                       ", which no stage before it left");
    }
    out.push_back("export " + taken.variable + "=" +
                  quoted_word(trim_end(text.value_or(taken.fallback))));
  }
  return out;
}

std::string log_name(const Scope& scope) { return "exec-" + slug(scope.node, 160) + ".log"; }

}  // namespace

Result<Outcome> exec(const Scope& scope, const RunSettings& settings, Checkout& checkout) {
  TRY(open_worktree(scope, settings, checkout));
  const std::vector<std::string> commands = commands_of(scope.options["cmds"]);
  if (commands.empty()) return Outcome::skip("there are no commands to be run");
  TRY_ASSIGN(std::vector<std::string> script, exports_of(scope));
  script.insert(script.end(), commands.begin(), commands.end());
  const Seconds deadline(scope.options["timeout"].int_or(kExecTimeout));
  TRY(say(scope, "running " + counted(commands.size(), "command")));
  TRY_ASSIGN(const repo::CheckRun run, run_commands(scope, settings, checkout, script, deadline));
  TRY(scope.artifacts.write(log_name(scope), run.output + "\n" + run.reason + "\n"));
  for (const pipeline::Left& left : scope.out)
    TRY(scope.artifacts.write(left.artifact, run.output));
  TRY_ASSIGN(const std::string head, checkout.worktree->head());
  const bool passed = run.outcome == repo::CheckOutcome::passed;
  const bool unknown = run.outcome == repo::CheckOutcome::unknown;
  TRY(scope.events.append(to_event(CodingCommands{.stage = scope.node,
                                                  .head = head,
                                                  .outcome = passed    ? "passed"
                                                             : unknown ? "unknown"
                                                                       : "failed",
                                                  .reason = printable(run.reason, 300),
                                                  .took = run.duration})));
  if (passed) return Outcome{};
  const std::string why = "the commands of " + scope.node + ": " + printable(run.reason, 300);
  if (unknown) return bail_as(run.out_of_time ? "timeout" : "infra", why);
  return failed_check(scope, "other", why);
}

}  // namespace pawl::stages
