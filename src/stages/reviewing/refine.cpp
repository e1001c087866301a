#include "stages/reviewing/refine.hpp"

#include "base/assets.hpp"
#include "base/text/text.hpp"
#include "critics/events.hpp"
#include "llm/answers/json_answer.hpp"
#include "planner/prompts/template.hpp"
#include "stages/context_windows.hpp"
#include "stages/reviewing/asking.hpp"
#include "stages/reviewing/mending.hpp"

namespace pawl::stages {
namespace {

constexpr int kJudgeAnswersMax = 2;

std::string remarks_text(const std::vector<critics::Finding>& findings) {
  std::string text;
  for (const critics::Finding& finding : findings) {
    text += "- " + std::string(to_string(finding.severity)) + ", " + printable(finding.file, 300) +
            ":" + std::to_string(finding.line) + ": " + finding.summary + "\n  " + finding.quote +
            "\n";
  }
  return planner::framed("what reviewers found", text);
}

Remedy remedy_of(const std::vector<critics::Finding>& findings) {
  std::vector<std::string> files;
  for (const critics::Finding& finding : findings) files.push_back(finding.file);
  return remedy_for(
      std::string(kRefine), "Mend what reviewers found",
      planner::render("prompts/critics-refine.md", {{"findings", remarks_text(findings)}}), files);
}

// A model breaks a tie, and has to be convinced: whatever it fails to say is v0.
class TieBreak {
 public:
  TieBreak(const Workshop& shop, const std::vector<critics::Finding>& findings,
           const critics::Diff& delta)
      : shop_(shop), findings_(findings), delta_(delta) {}

  Result<critics::MetaVerdict> ask() {
    TRY_ASSIGN(const llm::Room window, window_of(shop_.scope, shop_.models, config::Role::devil));
    const std::int64_t fixed = llm::weight_of(system()) + llm::weight_of(text({}));
    const std::int64_t most = window.weight(window.question_limit());
    const auto chunks = critics::cut(
        delta_, {.chunk = std::max<std::int64_t>(0, most - fixed), .fixed = fixed, .total = most});
    if (chunks.size() != 1 || !critics::coverage_of(delta_, chunks).whole()) {
      return v0("too large to be compared");
    }
    TRY_ASSIGN(llm::ChatRequest request,
               request_of(shop_.scope,
                          planner::made_prompt(window, system(),
                                               text(critics::text_of(delta_, chunks.front())), {}),
                          window, "devil", "which version is better"));
    TRY_ASSIGN(request.schema, Json::parse(*asset("schemas/critics-meta.json")));
    TRY_ASSIGN(const schema::JsonSchema schema, schema::JsonSchema::compile(request.schema));
    const auto said =
        llm::ask_json(*model_of(shop_.models, config::Role::devil), std::move(request), schema,
                      shop_.scope.events, kJudgeAnswersMax);
    if (!said) {
      if (said.error().code == Errc::cancelled) return said.error();
      return v0("meta_eval_failed: " + printable(said.error().message, 200));
    }
    const std::string why = printable(said->value["rationale"].string_or(""), 300);
    if (said->value["winner"].text() != "v1") return v0(why);
    return critics::MetaVerdict{.winner = critics::Winner::v1, .rationale = why};
  }

 private:
  static critics::MetaVerdict v0(std::string why) {
    return {.winner = critics::Winner::v0, .rationale = std::move(why)};
  }
  static std::string system() { return planner::render("prompts/review-system.md", {}); }
  std::string text(const std::string& delta) const {
    return planner::render("prompts/critics-meta.md",
                           {{"findings", remarks_text(findings_)},
                            {"delta", planner::framed("what v1 changes of v0", delta)}});
  }

  const Workshop& shop_;
  const std::vector<critics::Finding>& findings_;
  const critics::Diff& delta_;
};

Result<critics::MetaVerdict> weigh(const Workshop& shop, const Mending& mending,
                                   const std::vector<critics::Finding>& findings) {
  TRY_ASSIGN(const std::string head, shop.checkout.worktree->head());
  TRY_ASSIGN(critics::MetaVerdict verdict, meta_verdict(shop, mending));
  if (verdict.winner == critics::Winner::tie) {
    TRY_ASSIGN(verdict, TieBreak(shop, findings, shown_delta(shop.scope, mending)).ask());
  }
  TRY(shop.scope.events.append(
      to_event(critics::MetaEvalJudge{.v0_sha = head,
                                      .winner = std::string(to_string(verdict.winner)),
                                      .rationale = verdict.rationale})));
  return verdict;
}

Status revert(const Scope& scope, const std::string& rationale) {
  return scope.events.append(
      to_event(critics::RefinerReverted{.winner = "v0", .rationale = printable(rationale, 500)}));
}

}  // namespace

bool refined(const Scope& scope) { return has_mended(scope, kRefine); }

Status refine_branch(const Workshop& shop, const std::vector<critics::Finding>& findings) {
  const Scope& scope = shop.scope;
  if (refined(scope)) return Done{};
  TRY_ASSIGN(const bool taken_back, was_taken_back(scope, critics::kRefinerReverted));
  if (taken_back) return Done{};
  TRY(say(scope, "mending what reviewers found"));
  const Remedy remedy = remedy_of(findings);
  TRY_ASSIGN(const Mending mending, propose_mending(shop, remedy));
  TRY(scope.events.append(
      to_event(critics::RefinerPropose{.triggers_count = findings.size(),
                                       .files_supplied = remedy.subtask.file_hints.size(),
                                       .patches_count = mending.change.files.size()})));
  if (mending.change.empty()) return revert(scope, mending.obstacle);
  TRY_ASSIGN(const critics::MetaVerdict verdict, weigh(shop, mending, findings));
  if (verdict.winner != critics::Winner::v1) return revert(scope, verdict.rationale);
  TRY_ASSIGN(const std::string commit, keep_mending(shop, remedy, mending));
  return scope.events.append(
      to_event(critics::RefinerKept{.path = paths_of(mending), .commit = commit}));
}

}  // namespace pawl::stages
