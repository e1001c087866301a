#include "judge/judge.hpp"

#include <algorithm>
#include <utility>

#include "base/text/text.hpp"
#include "evidence/schema_cache.hpp"
#include "guards/config/configured.hpp"
#include "guards/events.hpp"
#include "guards/guards.hpp"

namespace pawl::judge {
namespace {

using guards::Evaluated;
using guards::Evaluation;
using guards::Finding;

Status record_verdict(const Evaluated& result, const Attempt& attempt, EventSink& events) {
  const auto ms = std::chrono::duration_cast<Milliseconds>(result.took);
  return events.append(
      to_event(guards::GuardVerdict{.subtask = attempt.subtask,
                                    .attempt = attempt.number,
                                    .guard = std::string(result.guard->id),
                                    .ruling = std::string(to_string(result.verdict.ruling)),
                                    .findings = result.verdict.findings.size(),
                                    .reason = result.verdict.reason,
                                    .took = ms,
                                    .rules = guards::rules_of(result.verdict)}));
}

Status record_score(const Evaluated& result, const Attempt& attempt, EventSink& events) {
  if (result.guard->id != "psi-lite" || !result.verdict.score) return Done{};
  return events.append(
      to_event(guards::PsiLiteScored{.subtask_id = attempt.subtask,
                                     .attempt = attempt.number,
                                     .psi = result.verdict.score->value,
                                     .weakest_file = result.verdict.score->weakest_file}));
}

Status record(const Evaluated& result, const Attempt& attempt, EventSink& events) {
  TRY(record_verdict(result, attempt, events));
  TRY(record_score(result, attempt, events));
  return report_refusal(guards::refusing(result.verdict), result.guard->id, result.guard->event,
                        attempt, events);
}

// What is no part of the change is reported as the write gate's, whether or not it was asked for.
guards::Verdict* gate_of(Evaluation& evaluation) {
  const auto gate =
      std::find_if(evaluation.results.begin(), evaluation.results.end(),
                   [](const Evaluated& result) { return result.guard->id == "write-gate"; });
  return gate == evaluation.results.end() ? nullptr : &gate->verdict;
}

void refuse(Evaluation& evaluation, guards::Verdict& gate, Finding finding) {
  gate.refuse(std::move(finding));
  evaluation.refused_at = guards::Tier::gate;
}

struct UnsafeRule {
  std::string_view rule;
  std::string_view what;
  std::string_view feedback;
};

UnsafeRule rule_of(git::UnsafeKind kind) {
  switch (kind) {
    case git::UnsafeKind::path: break;
    case git::UnsafeKind::behind_link:
      return {"write-gate/unreachable-path", "the path is behind a symbolic link",
              "Name a regular file that is not behind a symbolic link."};
    case git::UnsafeKind::mode:
      return {"write-gate/odd-mode", "files are regular (100644), executable (100755) or links",
              "Give the file one of these modes."};
    case git::UnsafeKind::tree:
      return {"write-gate/broken-tree", "git would not have written this folder",
              "Make the commit anew with git."};
  }
  return {"write-gate/unsafe-path", "no program can write this path safely", "Rename the file."};
}

void add_unsafe(const std::vector<git::Unsafe>& all, Evaluation& evaluation,
                guards::Verdict& gate) {
  for (const git::Unsafe& unsafe : all) {
    const UnsafeRule rule = rule_of(unsafe.kind);
    refuse(evaluation, gate,
           {.rule = std::string(rule.rule),
            .kind = guards::RuleKind::defect,
            .path = unsafe.path,
            .line = 0,
            .message = std::string(rule.what) + ": " + unsafe.why,
            .feedback = std::string(rule.feedback)});
  }
}

// One that a change makes so large is refused, one that was so large before could not be checked.
void add_unread(const std::vector<git::Unread>& unread, Evaluation& evaluation,
                guards::Verdict& gate) {
  for (const git::Unread& file : unread) {
    const std::string size = std::to_string(file.size) + " bytes are more than Pawl judges";
    if (!file.after) {
      gate.cannot(file.path + " before the change: " + size);
      continue;
    }
    refuse(evaluation, gate,
           {.rule = "write-gate/unjudged",
            .kind = guards::RuleKind::defect,
            .path = file.path,
            .line = 0,
            .message = size,
            .feedback = "Keep the file out of the repository, or split it."});
  }
}

}  // namespace

Judge::Judge(Setup setup) : setup_(std::move(setup)), context_{std::move(setup_.order)} {
  context_.base = &setup_.base.tree();
  context_.settings = guards::configured_settings(setup_.config);
  context_.fetched_schema = evidence::fetched_schemas(setup_.files, setup_.schemas);
  if (setup_.tools == nullptr) return;
  context_.own_parser = [tools = setup_.tools](syntax::Language language, const RepoPath& path,
                                               const std::string& text) {
    return tools->parses(language, path, text);
  };
}

Result<std::unique_ptr<Judge>> Judge::open(Setup setup) {
  std::unique_ptr<Judge> judge(new Judge(std::move(setup)));
  Setup& own = judge->setup_;
  const repo::RepoView& owner = own.owner == nullptr ? own.base.tree() : *own.owner;
  TRY_ASSIGN(own.policy.suppressions, guards::suppressions_of(owner));
  TRY(owner.trouble());
  return judge;
}

std::vector<Finding> Judge::refuse_paths(const git::Change& change) const {
  guards::Policy policy;
  policy.last = guards::Tier::gate;
  return guards::evaluate(change, context_, policy, setup_.stopwatch).refusing();
}

double Judge::psi(const git::Change& change) const {
  const guards::Verdict weighed = guards::psi_lite(change, context_);
  return weighed.score ? weighed.score->value : context_.settings.psi_alpha;
}

Result<Evaluation> Judge::evaluate(const git::Change& change, const Unjudged& unjudged) {
  index_ = setup_.base.index_with(change);
  context_.index = index_.get();
  context_.evidence = nullptr;
  Tools* tools = setup_.tools;
  if (tools != nullptr) {
    if (!unjudged.unsafe.empty()) {
      tools->forbid("nothing was run, for a part of the change is unsafe");
    }
    context_.gather = [&] {
      context_.evidence = tools->gather(change, setup_.policy, index_.get());
      return context_.evidence;
    };
  }
  Evaluation evaluation = guards::evaluate(change, context_, setup_.policy, setup_.stopwatch);
  context_.gather = nullptr;
  if (guards::Verdict* gate = gate_of(evaluation); gate != nullptr) {
    add_unsafe(unjudged.unsafe, evaluation, *gate);
    add_unread(unjudged.unread, evaluation, *gate);
  }
  TRY(setup_.base.tree().trouble());
  return evaluation;
}

Result<Judged> Judge::judge(const git::Change& change, const Attempt& attempt, EventSink& events,
                            const Unjudged& unjudged) {
  setup_.policy.scope_refuses = true;
  Judged judged;
  TRY_ASSIGN(judged.evaluation, evaluate(change, unjudged));
  std::vector<std::string> looked;
  for (const Evaluated& result : judged.evaluation.results) {
    TRY(record(result, attempt, events));
    looked.emplace_back(result.guard->id);
  }
  judged.findings = judged.evaluation.refusing();
  if (judged.evaluation.refused()) {
    judged.refused_at = *judged.evaluation.refused_at;
  } else if (!context_.reproduces) {
    judged.admitted = git::Admitted(change.fingerprint(), std::move(looked));
  }
  return judged;
}

Status report_refusal(const std::vector<Finding>& findings, std::string_view guard,
                      std::string_view event, const Attempt& attempt, EventSink& events) {
  for (const Finding& finding : findings) {
    TRY(events.append(
        to_event(guards::GuardRefused{.subtask = attempt.subtask,
                                      .attempt = attempt.number,
                                      .guard = std::string(guard),
                                      .event = std::string(event),
                                      .path = printable(finding.path, 300),
                                      .line = finding.line,
                                      .message = finding.rule + ": " + finding.message})));
  }
  if (findings.empty()) return Done{};
  constexpr std::size_t kErrorBytesMax = 300;
  return events.append(
      to_event(guards::Refusal{.kind = std::string(event),
                               .subtask_id = attempt.subtask,
                               .attempt = attempt.number,
                               .path = printable(findings.front().path, 300),
                               .error = printable(findings.front().message, kErrorBytesMax)}));
}

}  // namespace pawl::judge
