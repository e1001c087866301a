#include "stages/reviewing/refine.hpp"

#include <algorithm>
#include <set>

#include "base/assets.hpp"
#include "base/text/text.hpp"
#include "critics/change_diff.hpp"
#include "critics/events.hpp"
#include "critics/weighing.hpp"
#include "llm/answers/json_answer.hpp"
#include "planner/prompts/shown_files.hpp"
#include "planner/prompts/template.hpp"
#include "stages/context_windows.hpp"
#include "stages/reviewing/asking.hpp"
#include "stages/working/chat_proposer.hpp"
#include "stages/working/commit.hpp"

namespace pawl::stages {
namespace {

constexpr const char* kRefine = "refine";  // as the id of a subtask
constexpr std::size_t kRefinedFilesMax = 5;
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

struct RefineWork {
  planner::Task task;
  planner::Subtask subtask;
};

RefineWork work_of(const std::vector<critics::Finding>& findings) {
  std::set<std::string> files;
  for (const critics::Finding& finding : findings) {
    if (files.size() < kRefinedFilesMax) files.insert(finding.file);
  }
  RefineWork work;
  work.task.id = work.subtask.id = kRefine;
  work.task.title = work.subtask.title = "Mend what reviewers found";
  work.subtask.description =
      planner::render("prompts/critics-refine.md", {{"findings", remarks_text(findings)}});
  work.subtask.file_hints.assign(files.begin(), files.end());
  return work;
}

// A change that would answer the remarks, judged and not committed.
struct Refinement {
  git::Change change;
  std::string title;
  std::optional<git::Admitted> admitted;
  std::vector<std::string> tests_fixed;
  std::vector<run::ProvenTest> tests_added;
  std::string obstacle;  // why there is none
};

Result<Refinement> propose_refinement(const Workshop& shop, const RefineWork& work) {
  TRY_ASSIGN(const std::unique_ptr<Head> head,
             Head::open(shop.scope, shop.settings, shop.checkout));
  TRY(head->take_baseline());
  TRY_ASSIGN(const std::unique_ptr<os::Root> root,
             os::Root::open(shop.checkout.worktree->folder()));
  const Order order{.task = work.task, .subtask = work.subtask};
  TRY_ASSIGN(const std::unique_ptr<RunJudge> judge,
             RunJudge::open(shop.scope, shop.settings, shop.checkout, *head, *root, order));
  TRY_ASSIGN(Proposal proposal, ChatProposer(shop).propose(
                                    order, {.head = *head, .worktree = *root, .judge = *judge}));
  Refinement out{.change = std::move(proposal.change), .title = std::move(proposal.title)};
  if (proposal.end == ProposalEnd::refused && !proposal.refusal.findings.empty()) {
    out.obstacle = "apply_failed: " + proposal.refusal.findings.front().message;
  } else if (proposal.end != ProposalEnd::change) {
    out.obstacle = "nothing was proposed: " + proposal.reason;
  }
  if (!out.obstacle.empty()) return out;
  TRY_ASSIGN(judge::Judged judged, judge->judge(out.change));
  out.admitted = std::move(judged.admitted);
  if (!out.admitted && !judged.findings.empty()) {
    out.obstacle = judged.findings.front().rule + ": " + judged.findings.front().message;
  }
  out.tests_fixed = judge->tests_fixed();
  out.tests_added = judge->tests_added(out.change);
  return out;
}

std::size_t lines_of(const critics::Diff& diff) {
  std::size_t lines = 0;
  for (const critics::DiffFile& file : diff.files) lines += critics::changed_lines(file);
  return lines;
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

Result<critics::MetaVerdict> weigh(const Workshop& shop, const Refinement& refinement,
                                   const std::vector<critics::Finding>& findings) {
  const Scope& scope = shop.scope;
  const critics::Diff delta = critics::cleaned_diff(
      critics::diff_of(refinement.change), [&](std::string_view hunk, const std::string& path) {
        return planner::cleaned(&scope.redactor, hunk, path);
      });
  TRY_ASSIGN(const std::string head, shop.checkout.worktree->head());
  TRY_ASSIGN(const critics::Diff branch, shown_diff(scope, shop.checkout, head));
  critics::MetaVerdict verdict = critics::meta_eval({.admitted = refinement.admitted.has_value(),
                                                     .tests_fixed = refinement.tests_fixed.size(),
                                                     .lines = lines_of(delta),
                                                     .lines_before = lines_of(branch)});
  if (verdict.winner == critics::Winner::v0 && !refinement.obstacle.empty()) {
    verdict.rationale = refinement.obstacle;
  }
  if (verdict.winner == critics::Winner::tie) {
    TRY_ASSIGN(verdict, TieBreak(shop, findings, delta).ask());
  }
  TRY(scope.events.append(
      to_event(critics::MetaEvalJudge{.v0_sha = head,
                                      .winner = std::string(to_string(verdict.winner)),
                                      .rationale = verdict.rationale})));
  return verdict;
}

Status revert(const Scope& scope, const std::string& rationale) {
  return scope.events.append(
      to_event(critics::RefinerReverted{.winner = "v0", .rationale = printable(rationale, 500)}));
}

Status keep(const Workshop& shop, const RefineWork& work, const Refinement& refinement) {
  CommitRecord record{
      .subtask = kRefine,
      .message = commit_message(shop.scope, shop.models, work.subtask, refinement.title),
      .tests_fixed = refinement.tests_fixed,
      .tests_added = refinement.tests_added,
      .model = shop.models.for_work().name()};
  TRY_ASSIGN(record.commit, commit_change(shop,
                                          {.subtask = kRefine,
                                           .message = record.message,
                                           .tests_fixed = refinement.tests_fixed,
                                           .tests_added = refinement.tests_added},
                                          refinement.change, *refinement.admitted));
  for (const git::FileChange& file : refinement.change.files) {
    record.paths.push_back(file.path.text());
  }
  TRY(record_commit(shop.scope, record));
  return shop.scope.events.append(
      to_event(critics::RefinerKept{.path = record.paths, .commit = record.commit}));
}

}  // namespace

bool refined(const Scope& scope) { return scope.state().subtasks.contains(kRefine); }

Status refine_branch(const Workshop& shop, const std::vector<critics::Finding>& findings) {
  const Scope& scope = shop.scope;
  if (refined(scope)) return Done{};
  TRY(say(scope, "mending what reviewers found"));
  const RefineWork work = work_of(findings);
  TRY_ASSIGN(const Refinement refinement, propose_refinement(shop, work));
  TRY(scope.events.append(
      to_event(critics::RefinerPropose{.triggers_count = findings.size(),
                                       .files_supplied = work.subtask.file_hints.size(),
                                       .patches_count = refinement.change.files.size()})));
  if (refinement.change.empty()) return revert(scope, refinement.obstacle);
  TRY_ASSIGN(const critics::MetaVerdict verdict, weigh(shop, refinement, findings));
  if (verdict.winner != critics::Winner::v1) return revert(scope, verdict.rationale);
  return keep(shop, work, refinement);
}

}  // namespace pawl::stages
