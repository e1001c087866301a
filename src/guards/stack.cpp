#include "guards/stack.hpp"

#include "base/text.hpp"

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

Status tell_verdict(const Guard& guard, const Verdict& verdict, Milliseconds took,
                    const Attempt& attempt, EventSink& events) {
  Json data = Json::object({{"subtask", attempt.subtask},
                            {"attempt", attempt.number},
                            {"guard", guard.id},
                            {"ruling", to_string(verdict.ruling)},
                            {"findings", verdict.findings.size()},
                            {"ms", took.count()}});
  return events.append({EventKind::guard_verdict, std::move(data)});
}

}  // namespace

Status report_refusal(const std::vector<Finding>& findings, std::string_view guard,
                      std::string_view event, const Attempt& attempt, EventSink& events) {
  for (const Finding& finding : findings) {
    Json data = Json::object({{"subtask", attempt.subtask},
                              {"attempt", attempt.number},
                              {"guard", guard},
                              {"event", event},
                              {"path", printable(finding.path, 300)},
                              {"line", finding.line},
                              {"message", finding.rule + ": " + finding.message}});
    TRY(events.append({EventKind::guard_refused, std::move(data)}));
  }
  return Done{};
}

Result<Judged> judge(const git::Change& change, const Context& context, const Attempt& attempt,
                     EventSink& events, const std::function<Milliseconds()>& monotonic) {
  Judged judged;
  std::vector<std::string> looked;
  std::optional<Tier> refused;
  for (const Guard& guard : all()) {
    if (refused && guard.tier != *refused) break;
    const Milliseconds start = monotonic();
    Verdict verdict = guard.check(change, context);
    TRY(tell_verdict(guard, verdict, monotonic() - start, attempt, events));
    TRY(report_refusal(verdict.findings, guard.id, guard.event, attempt, events));
    looked.emplace_back(guard.id);
    if (verdict.ruling != Ruling::refuse) continue;
    refused = guard.tier;
    for (Finding& finding : verdict.findings) judged.findings.push_back(std::move(finding));
  }
  if (refused) {
    judged.refused_at = *refused;
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
