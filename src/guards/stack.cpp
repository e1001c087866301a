#include "guards/stack.hpp"

#include <utility>

#include "base/text/text.hpp"
#include "guards/events.hpp"
#include "repo/views/overlay_view.hpp"

namespace pawl::git {

// The one maker of git::Admitted.
struct AdmissionKey {
  static Admitted make(std::string fingerprint, std::vector<std::string> guards) {
    return Admitted(std::move(fingerprint), std::move(guards));
  }
};

}  // namespace pawl::git

namespace pawl::guards {
namespace {

Status tell_verdict(const Evaluated& result, const Attempt& attempt, EventSink& events) {
  const auto ms = std::chrono::duration_cast<Milliseconds>(result.took);
  return events.append(
      to_event(GuardVerdict{.subtask = attempt.subtask,
                            .attempt = attempt.number,
                            .guard = std::string(result.guard->id),
                            .ruling = std::string(to_string(result.verdict.ruling)),
                            .findings = result.verdict.findings.size(),
                            .reason = result.verdict.reason,
                            .took = ms}));
}

bool refused_before(const Evaluation& evaluation, Tier tier) {
  return evaluation.refused_at && *evaluation.refused_at < tier;
}

std::vector<Finding> findings_that_refuse(const Verdict& verdict) {
  std::vector<Finding> out;
  for (const Finding& finding : verdict.findings) {
    if (finding.standing == Standing::refuses) out.push_back(finding);
  }
  return out;
}

}  // namespace

Status report_refusal(const std::vector<Finding>& findings, std::string_view guard,
                      std::string_view event, const Attempt& attempt, EventSink& events) {
  for (const Finding& finding : findings) {
    TRY(events.append(to_event(GuardRefused{.subtask = attempt.subtask,
                                            .attempt = attempt.number,
                                            .guard = std::string(guard),
                                            .event = std::string(event),
                                            .path = printable(finding.path, 300),
                                            .line = finding.line,
                                            .message = finding.rule + ": " + finding.message})));
  }
  return Done{};
}

std::vector<Finding> Evaluation::findings() const {
  std::vector<Finding> out;
  for (const Evaluated& result : results) {
    out.insert(out.end(), result.verdict.findings.begin(), result.verdict.findings.end());
  }
  return out;
}

std::vector<Finding> Evaluation::refusing() const {
  std::vector<Finding> out;
  for (const Evaluated& result : results) {
    for (Finding& finding : findings_that_refuse(result.verdict)) out.push_back(std::move(finding));
  }
  return out;
}

Evaluation evaluate(const git::Change& change, const Context& given, const Policy& policy,
                    const Stopwatch& stopwatch) {
  Context context = given;
  std::optional<repo::OverlayView> head;
  if (context.base != nullptr && context.head == nullptr) {
    context.head = &head.emplace(*context.base, change);
  }
  Evaluation evaluation;
  for (const Guard& guard : all()) {
    if (evaluation.refused_at && !policy.all_tiers && guard.tier != *evaluation.refused_at) break;
    if (!policy.wants(guard)) continue;
    const bool ungathered = guard.tier == Tier::tool && !context.evidence && context.gather;
    const bool spared = ungathered && refused_before(evaluation, guard.tier);
    if (ungathered && !spared) context.evidence = std::exchange(context.gather, nullptr)();
    const Nanoseconds start = stopwatch();
    Verdict verdict = guard.check(change, context);
    if (spared && verdict.ruling == Ruling::unknown) {
      verdict.reason = "nothing was run, for a cheaper check refuses the change already";
    } else {
      settle(guard, policy, verdict);
    }
    if (verdict.ruling == Ruling::refuse && !evaluation.refused_at) {
      evaluation.refused_at = guard.tier;
    }
    evaluation.results.push_back(
        {.guard = &guard, .verdict = std::move(verdict), .took = stopwatch() - start});
  }
  return evaluation;
}

Result<Judged> judge(const git::Change& change, const Context& context, Policy policy,
                     const Attempt& attempt, EventSink& events, const Stopwatch& stopwatch) {
  policy.scope_refuses = true;
  Judged judged;
  judged.evaluation = evaluate(change, context, policy, stopwatch);
  std::vector<std::string> looked;
  for (const Evaluated& result : judged.evaluation.results) {
    TRY(tell_verdict(result, attempt, events));
    TRY(report_refusal(findings_that_refuse(result.verdict), result.guard->id, result.guard->event,
                       attempt, events));
    looked.emplace_back(result.guard->id);
  }
  judged.findings = judged.evaluation.refusing();
  if (judged.evaluation.refused()) {
    judged.refused_at = *judged.evaluation.refused_at;
  } else {
    judged.admitted = git::AdmissionKey::make(change.fingerprint(), std::move(looked));
  }
  return judged;
}

std::string feedback_of(const std::vector<Finding>& findings) {
  std::string out;
  for (const Finding& finding : findings) {
    out += "- " + printable(finding.path, 300);
    if (finding.line > 0) out += ":" + std::to_string(finding.line);
    out += " [" + finding.rule + "] " + finding.message + "\n  " + finding.feedback + "\n";
  }
  return out;
}

}  // namespace pawl::guards
