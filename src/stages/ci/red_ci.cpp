#include "stages/ci/red_ci.hpp"

#include <algorithm>
#include <set>

#include "base/text/text.hpp"
#include "evidence/flaky_memory.hpp"
#include "planner/ci/log_windows.hpp"
#include "run/effects.hpp"
#include "stages/ci/ci_events.hpp"
#include "stages/results.hpp"

namespace pawl::stages {
namespace {

constexpr std::string_view kRerunKey = "ci-rerun:";
constexpr const char* kFlakyStack = "ci";  // of checks, in the memory of flaky tests
constexpr std::size_t kRedMax = 6;         // checks that are looked into

planner::StepSpan failing_step(const forge::JobLog& log) {
  for (const forge::JobStep& step : log.steps) {
    if (!forge::is_red(step.conclusion)) continue;
    const auto from = parse_iso8601(step.started_at);
    const auto to = parse_iso8601(step.completed_at);
    return from && to ? planner::StepSpan{*from, *to} : planner::StepSpan{};
  }
  return {};
}

std::string failing_step_name(const forge::JobLog& log) {
  for (const forge::JobStep& step : log.steps) {
    if (forge::is_red(step.conclusion)) return ", step " + printable(step.name, 200);
  }
  return {};
}

Result<planner::TestFailure> log_of(const RedPlace& place, const forge::CiSignal& signal) {
  planner::TestFailure out{
      .id = "job " + printable(signal.name, 200), .file = {}, .message = {}, .folder = {}};
  const auto log = place.forge.checks().log(signal);
  if (!log) {
    if (log.error().kind == forge::TroubleKind::cancelled) return forge::to_error(log.error());
    TRY(say(place.scope, "the log of " + printable(signal.name, 100) +
                             " cannot be read: " + printable(log.error().message, 300)));
    return out;
  }
  out.id += failing_step_name(*log);
  out.message =
      place.scope.redactor.apply(planner::error_windows(log->text, failing_step(*log)).text());
  return out;
}

// The checks that are red on the base commit, by name.
Result<std::set<std::string>> red_on_base(const RedPlace& place) {
  std::set<std::string> names;
  const forge::CiQuestion question{.number = place.number, .head_commit = place.base_commit};
  if (place.base_commit.empty()) return names;
  const auto states = place.forge.checks().ci(std::span(&question, 1));
  if (!states && states.error().kind == forge::TroubleKind::cancelled) {
    return forge::to_error(states.error());
  }
  if (!states) return names;
  for (const forge::CiSignal& signal : states->front().signals) {
    if (forge::is_red(signal)) names.insert(signal.name);
  }
  return names;
}

bool names_any(const std::vector<std::string>& files, const std::vector<std::string>& changed) {
  return std::any_of(files.begin(), files.end(), [&](const std::string& file) {
    return std::find(changed.begin(), changed.end(), file) != changed.end();
  });
}

bool is_remembered(const Scope& scope, const Checkout& checkout, const std::string& check) {
  const evidence::FlakyMemory memory = evidence::FlakyMemory::load(
      scope.ports.files, flaky_file(scope, checkout), scope.ports.clock.now());
  return std::any_of(memory.entries().begin(), memory.entries().end(), [&](const auto& entry) {
    return entry.stack == kFlakyStack && entry.id == check;
  });
}

// A workflow that this run began again.
bool was_begun_again(const Scope& scope, std::int64_t workflow_run) {
  const std::string key = std::string(kRerunKey) + std::to_string(workflow_run);
  const run::RunState state = scope.state();
  return workflow_run != 0 && state.effects.contains(key);
}

// Who may not begin it again has had no second look; somebody else may have begun it, and an answer
// that was lost says nothing of it.
Result<Json> begin_again(forge::Forge& forge, const forge::WorkflowRun& seen) {
  const auto again = forge.checks().rerun_failed(seen);
  if (again || again.error().kind == forge::TroubleKind::conflict) {
    return Json::object({{"attempt", seen.attempt + 1}});
  }
  if (again.error().kind == forge::TroubleKind::cancelled) return forge::to_error(again.error());
  const auto now = forge.checks().workflow_run(seen.id);
  if (now && (now->attempt > seen.attempt || now->status != forge::CheckStatus::completed)) {
    return Json::object({{"attempt", now->attempt}});
  }
  return Json::object({{"refused", printable(again.error().message, 300)}});
}

}  // namespace

Result<std::vector<RedCheck>> look_into(const RedPlace& place, const forge::CiJudgement& judged,
                                        const std::string& head) {
  TRY_ASSIGN(const std::set<std::string> before, red_on_base(place));
  std::vector<RedCheck> out;
  for (const forge::CiSignal& signal : judged.red) {
    if (out.size() == kRedMax) break;
    TRY(go_on(place.scope));
    RedCheck red{.signal = signal};
    TRY_ASSIGN(red.log, log_of(place, signal));
    red.files = planner::files_named(red.log, place.tree);
    red.ran_again = was_begun_again(place.scope, signal.workflow_run);
    red.reason = cause_of({.conclusion = signal.conclusion,
                           .log = red.log.message,
                           .red_on_base = before.contains(signal.name),
                           .known_flaky = is_remembered(place.scope, place.checkout, signal.name),
                           .names_the_change = names_any(red.files, place.changed),
                           // What cannot be begun again has had its chance.
                           .ran_again = red.ran_again || signal.workflow_run == 0});
    TRY(place.scope.events.append(
        to_event(CiCauseFound{.head = head,
                              .check = printable(signal.name, 200),
                              .cause = std::string(to_string(red.reason.cause)),
                              .why = red.reason.why})));
    out.push_back(std::move(red));
  }
  return out;
}

Result<bool> run_again(const Scope& scope, forge::Forge& forge, const std::vector<RedCheck>& red) {
  if (!forge.capabilities().rerun_checks) return false;
  bool begun = false;
  std::set<std::int64_t> done;
  for (const RedCheck& one : red) {
    const bool may_pass =
        one.reason.cause == CiCause::flaky || one.reason.cause == CiCause::infrastructure;
    const std::int64_t id = one.signal.workflow_run;
    if (!may_pass || one.ran_again || id == 0 || !done.insert(id).second) continue;
    const auto seen = forge.checks().workflow_run(id);
    if (!seen) {
      if (seen.error().kind == forge::TroubleKind::cancelled) return forge::to_error(seen.error());
      continue;
    }
    const run::Effect effect{
        .key = std::string(kRerunKey) + std::to_string(id),
        .kind = "ci-rerun",
        .intent = Json::object({{"workflow_run", id}, {"attempt", seen->attempt}})};
    const run::EffectSteps steps{
        .find = [&]() -> Result<std::optional<Json>> {
          TRY_ASSIGN(const forge::WorkflowRun now, forge.checks().workflow_run(id));
          if (now.attempt == 1 && now.status == forge::CheckStatus::completed)
            return std::optional<Json>();
          return std::optional(Json::object({{"attempt", now.attempt}}));
        },
        .act = [&]() -> Result<Json> { return begin_again(forge, *seen); }};
    TRY(say(scope, "beginning the failed jobs of " + printable(seen->name, 100) + " again"));
    TRY_ASSIGN(const Json made, run::perform(scope.events, scope.state(), effect, steps));
    begun = begun || !made.has("refused");
  }
  return begun;
}

Status remember_flaky(const Scope& scope, const Checkout& checkout,
                      const std::vector<RedCheck>& earlier, const forge::CiState& now) {
  repo::CheckRun passed;
  passed.stack = kFlakyStack;
  for (const RedCheck& red : earlier) {
    const bool green = std::any_of(now.signals.begin(), now.signals.end(), [&](const auto& signal) {
      return signal.name == red.signal.name && signal.workflow_run == red.signal.workflow_run &&
             signal.conclusion == forge::Conclusion::success;
    });
    if (!green) continue;
    passed.flaky.push_back({.id = red.signal.name, .file = {}, .message = {}});
    TRY(scope.events.append(to_event(CiCauseFound{.head = now.head_commit,
                                                  .check = printable(red.signal.name, 200),
                                                  .cause = std::string(to_string(CiCause::flaky)),
                                                  .why = "it passes when it is run again"})));
  }
  if (passed.flaky.empty()) return Done{};
  const std::string file = flaky_file(scope, checkout);
  evidence::FlakyMemory memory =
      evidence::FlakyMemory::load(scope.ports.files, file, scope.ports.clock.now());
  if (memory.learn({passed})) TRY(memory.save(scope.ports.files, file));
  return Done{};
}

}  // namespace pawl::stages
