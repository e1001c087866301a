#include "stages/working/attempt.hpp"

#include <utility>

#include "guards/stack.hpp"
#include "run/work_events.hpp"
#include "stages/offers.hpp"
#include "stages/working/commit.hpp"

namespace pawl::stages {
namespace {

using guards::Finding;

AttemptEnd end_of(ProposalEnd end) {
  switch (end) {
    case ProposalEnd::nothing: return AttemptEnd::unchanged;
    case ProposalEnd::unreadable: return AttemptEnd::unreadable;
    case ProposalEnd::too_large: return AttemptEnd::too_large;
    case ProposalEnd::change:
    case ProposalEnd::refused: break;
  }
  return AttemptEnd::refused;
}

Result<AttemptResult> refused(const Scope& scope, const judge::Attempt& attempt,
                              AttemptResult result, std::vector<Finding> findings,
                              std::string tier) {
  std::vector<Json> list;
  list.reserve(findings.size());
  for (const Finding& finding : findings) list.push_back(guards::to_json(finding));
  TRY(scope.events.append(to_event(run::SubtaskRefused{.subtask = attempt.subtask,
                                                       .attempt = attempt.number,
                                                       .tier = tier,
                                                       .findings = std::move(list)})));
  result.end = AttemptEnd::refused;
  result.tier = std::move(tier);
  result.findings = std::move(findings);
  return result;
}

// Where this very change was offered before; empty when it was not. Asked before anything is built
// or tested for it.
std::string offered_before(const Workshop& shop, const Order& order, const git::Change& change) {
  if (order.offers == nullptr || order.offers->empty()) return {};
  std::vector<planner::FileTrace> traces;
  for (const git::FileChange& file : change.files) {
    traces.push_back(planner::trace_of(file.path, file.before, file.after));
  }
  const std::vector<std::string> concerns =
      planner::concerns_of(order.task, order.subtask, concern_names(shop.settings.request));
  const planner::PastOffer* offer = planner::offer_of_change(*order.offers, concerns, traces);
  return offer == nullptr ? std::string() : planner::why_left(*offer);
}

// A refusal that no guard of the table made: reported the same way.
Result<AttemptResult> refused_early(const Scope& scope, const judge::Attempt& attempt,
                                    AttemptResult result, EarlyRefusal refusal) {
  TRY(judge::report_refusal(refusal.findings, refusal.guard, refusal.event, attempt, scope.events));
  return refused(scope, attempt, std::move(result), std::move(refusal.findings),
                 std::move(refusal.tier));
}

EarlyRefusal refused_by_tests(std::string_view rule, const git::Change& change, std::string message,
                              std::string feedback) {
  const guards::Guard* guard = guards::find("tests");
  return {.findings = {{.rule = "tests/" + std::string(rule),
                        .kind = guards::RuleKind::scope,
                        .path = change.files.front().path.text(),
                        .line = 0,
                        .message = std::move(message),
                        .feedback = std::move(feedback)}},
          .guard = std::string(guard->id),
          .event = std::string(guard->event),
          .tier = std::string(to_string(guard->tier))};
}

// A test that fails for what is reported is kept, and committed with a fix alone. Whatever is
// sanctioned or suppressed, it was seen to fail.
Result<AttemptResult> reproduced(const Workshop& shop, const RunJudge& judge, AttemptResult result,
                                 const git::Change& change) {
  std::optional<Reproduction> shown = judge.reproduction(change);
  if (!shown) {
    return refused_early(shop.scope, judge.attempt(), std::move(result),
                         refused_by_tests("shows-nothing", change, "no new test was seen to fail",
                                          "Write a test that fails on the code as it is."));
  }
  result.end = AttemptEnd::reproduced;
  result.paths.clear();
  for (const git::FileChange& file : change.files) result.paths.push_back(file.path.text());
  result.reproduction = *std::move(shown);
  return result;
}

// Whatever is sanctioned or suppressed: with a fix the test passes that it brings along.
std::optional<EarlyRefusal> refuse_unfixed(const RunJudge& judge, const Order& order) {
  if (order.reproduction == nullptr) return std::nullopt;
  std::string why = judge.why_not_fixed(*order.reproduction);
  if (why.empty()) return std::nullopt;
  return refused_by_tests("not-mended", order.reproduction->change, std::move(why),
                          "Make the test pass that shows what is reported.");
}

Result<AttemptResult> commit_admitted(const Workshop& shop, const RunJudge& judge,
                                      const Order& order, AttemptResult result,
                                      const Proposal& proposal, const git::Admitted& admitted) {
  const git::Change& change = proposal.change;
  result.tests_fixed = judge.tests_fixed();
  result.tests_added = judge.tests_added(change);
  result.message =
      commit_message(shop.scope, shop.models, order.subtask, proposal.title, proposal.model);
  TRY_ASSIGN(result.commit, commit_change(shop,
                                          {.subtask = order.subtask.id,
                                           .message = result.message,
                                           .tests_fixed = result.tests_fixed,
                                           .tests_added = result.tests_added,
                                           .attempt = order.number,
                                           .model = proposal.model},
                                          change, admitted));
  result.end = AttemptEnd::committed;
  result.paths.clear();
  for (const git::FileChange& file : change.files) result.paths.push_back(file.path.text());
  return result;
}

}  // namespace

Result<AttemptResult> attempt(const Workshop& shop, Head& head, Proposer& proposer,
                              const Order& order) {
  TRY_ASSIGN(const std::unique_ptr<RunJudge> judge,
             RunJudge::open(shop.scope, shop.settings, shop.checkout, head, order));
  TRY_ASSIGN(Proposal proposal, proposer.propose(order, {.head = head, .judge = *judge}));
  AttemptResult result;
  result.end = end_of(proposal.end);
  result.reason = proposal.reason;
  result.paths = std::move(proposal.paths);
  result.answer = std::move(proposal.answer);
  if (proposal.end == ProposalEnd::refused) {
    return refused_early(shop.scope, judge->attempt(), std::move(result),
                         std::move(proposal.refusal));
  }
  if (proposal.end != ProposalEnd::change) return result;
  if (order.reproduction != nullptr) {
    if (auto refusal = refuse_changed_test(*order.reproduction, proposal.change)) {
      return refused_early(shop.scope, judge->attempt(), std::move(result), *std::move(refusal));
    }
  }
  if (std::string offered = offered_before(shop, order, proposal.change); !offered.empty()) {
    result.end = AttemptEnd::offered;
    result.reason = std::move(offered);
    return result;
  }
  if (order.reproduction != nullptr) {
    proposal.change = with_reproduction(*order.reproduction, std::move(proposal.change));
  }
  TRY_ASSIGN(judge::Judged judged, judge->judge(proposal.change, proposal.unjudged));
  if (order.subtask.reproduces && !judged.evaluation.refused()) {
    return reproduced(shop, *judge, std::move(result), proposal.change);
  }
  if (!judged.admitted) {
    return refused(shop.scope, judge->attempt(), std::move(result), std::move(judged.findings),
                   std::string(to_string(judged.refused_at)));
  }
  if (auto refusal = refuse_unfixed(*judge, order)) {
    return refused_early(shop.scope, judge->attempt(), std::move(result), *std::move(refusal));
  }
  return commit_admitted(shop, *judge, order, std::move(result), proposal, *judged.admitted);
}

}  // namespace pawl::stages
