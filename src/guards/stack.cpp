#include "guards/stack.hpp"

#include <utility>

#include "base/text/text.hpp"
#include "guards/events.hpp"
#include "guards/limits.hpp"
#include "index/index.hpp"
#include "repo/views/overlay_view.hpp"

namespace pawl::guards {
namespace {

bool refused_before(const Evaluation& evaluation, Tier tier) {
  return evaluation.refused_at && *evaluation.refused_at < tier;
}

}  // namespace

std::vector<Finding> refusing(const Verdict& verdict) {
  std::vector<Finding> out;
  for (const Finding& finding : verdict.findings) {
    if (finding.standing == Standing::refuses) out.push_back(finding);
  }
  return out;
}

std::vector<std::string> rules_of(const Verdict& verdict) {
  std::vector<std::string> rules;
  for (const Finding& finding : verdict.findings) {
    rules.push_back(finding.rule + " " + std::string(to_string(finding.standing)));
  }
  return rules;
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
    for (Finding& finding : guards::refusing(result.verdict)) out.push_back(std::move(finding));
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
    if (context.index != nullptr) context.index->allow(kIndexStepsMax);
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
