#include "stages/ci/own_ci.hpp"

#include "base/text/text.hpp"
#include "evidence/check_needs.hpp"
#include "stages/ci/ci_events.hpp"
#include "stages/measuring/run_script.hpp"

namespace pawl::stages {
namespace {

using forge::Conclusion;

// What cannot be said waits for a person: it is neither green nor red.
Conclusion conclusion_of(const repo::CheckRun& run) {
  switch (run.outcome) {
    case repo::CheckOutcome::passed: return Conclusion::success;
    case repo::CheckOutcome::failed: return Conclusion::failure;
    case repo::CheckOutcome::unknown: break;
  }
  return run.out_of_time ? Conclusion::timed_out : Conclusion::action_required;
}

}  // namespace

std::string own_ci_command(const RunSettings& settings, const Checkout& checkout,
                           const forge::Forge& forge) {
  if (!forge.capabilities().report_checks) return {};
  return evidence::setup_command(settings.config.ci_command, checkout.target.name);
}

Status run_own_ci(const Scope& scope, const RunSettings& settings, const Checkout& checkout,
                  forge::Forge& forge, const forge::CiQuestion& question) {
  const std::string command = own_ci_command(settings, checkout, forge);
  if (command.empty()) return Done{};
  TRY_ASSIGN(const auto known, forge.checks().list(question.head_commit, {}));
  for (const forge::Check& check : known.items) {
    const bool said = check.name == kOwnCheck && check.status == forge::CheckStatus::completed &&
                      check.conclusion != Conclusion::action_required;
    if (said) return Done{};
  }
  TRY(say(scope, "running the CI of this machine: " + printable(command, 100)));
  TRY(forge.checks().report(question.number,
                            {.name = kOwnCheck, .status = forge::CheckStatus::in_progress},
                            question.head_commit));
  TRY_ASSIGN(
      const repo::CheckRun run,
      run_script(
          scope, settings, checkout,
          {.script = command, .scratch = "ci", .deadline = Seconds(settings.config.ci_timeout_s)}));
  const Conclusion conclusion = conclusion_of(run);
  std::string output = scope.redactor.apply(run.output);
  if (!run.reason.empty()) output += (output.empty() ? "" : "\n") + run.reason + "\n";
  TRY(forge.checks().report(
      question.number, {.name = kOwnCheck, .conclusion = conclusion, .output = std::move(output)},
      question.head_commit));
  return scope.events.append(
      to_event(CiCommand{.head = question.head_commit,
                         .outcome = std::string(forge::to_string(conclusion)),
                         .reason = printable(run.reason, 500),
                         .took = run.duration}));
}

}  // namespace pawl::stages
