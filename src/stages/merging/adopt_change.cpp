#include "stages/merging/adopt_change.hpp"

#include "base/text/text.hpp"
#include "run/work_events.hpp"
#include "stages/working/attempt.hpp"
#include "stages/working/commit.hpp"

namespace pawl::stages {
namespace {

constexpr std::size_t kAdoptRefusalsShown = 5;

// Whose change is known already.
class ChangeGiver final : public Proposer {
 public:
  ChangeGiver(git::ReadChange change, const AdoptOrder& order)
      : change_(std::move(change)), order_(order) {}

  Result<Proposal> propose(const Order& /*order*/, Workplace /*place*/) override {
    Proposal proposal;
    proposal.title = order_.title;
    proposal.model = order_.maker;
    if (change_.change.empty()) {
      proposal.reason = "nothing is to be done";
      return proposal;
    }
    proposal.end = ProposalEnd::change;
    for (const git::FileChange& file : change_.change.files) {
      proposal.paths.push_back(file.path.text());
    }
    proposal.change = change_.change;
    proposal.unjudged = {.unsafe = change_.unsafe, .unread = change_.unread};
    return proposal;
  }

 private:
  git::ReadChange change_;
  const AdoptOrder& order_;
};

std::string refusals(const std::vector<guards::Finding>& findings) {
  std::vector<std::string> lines;
  for (const guards::Finding& finding : findings) {
    if (lines.size() == kAdoptRefusalsShown) break;
    lines.push_back(finding.rule + " on " + printable(finding.path, 100) + ": " +
                    printable(finding.message, 200));
  }
  return join(lines, "; ");
}

}  // namespace

Result<std::string> adopted_before(const Workshop& shop, const std::string& step) {
  TRY_ASSIGN(const std::vector<git::CommitInfo> commits, shop.checkout.worktree->commits());
  for (const git::CommitInfo& commit : commits) {
    const bool ours = commit.trailer("Pawl-Run") == shop.scope.id.text() &&
                      commit.trailer("Pawl-Subtask") == step;
    if (!ours) continue;
    TRY(settle_commits(shop.scope, shop.checkout, shop.models));
    return commit.id;
  }
  return std::string();
}

Result<Adopted> adopt_change(const Workshop& shop, const AdoptOrder& asked,
                             git::ReadChange change) {
  planner::Task task;
  planner::Subtask subtask;
  task.id = shop.scope.node;
  task.title = subtask.title = asked.title;
  subtask.id = asked.step;
  TRY_ASSIGN(const std::unique_ptr<Head> head,
             Head::open(shop.scope, shop.settings, shop.checkout));
  const config::Config& config = shop.settings.config;
  if (config.run_checks && (config.guard_build || config.guard_tests)) TRY(head->take_baseline());
  TRY(shop.scope.events.append(
      to_event(run::SubtaskBegin{.subtask = asked.step, .attempt = 1, .hints = {}})));
  ChangeGiver giver(std::move(change), asked);
  const Order order{.task = task, .subtask = subtask, .free = true, .words = asked.words};
  TRY_ASSIGN(const AttemptResult result, attempt(shop, *head, giver, order));
  if (result.end == AttemptEnd::committed) {
    TRY(record_commit(shop.scope, {.subtask = asked.step,
                                   .commit = result.commit,
                                   .message = result.message,
                                   .paths = result.paths,
                                   .tests_fixed = result.tests_fixed,
                                   .tests_added = result.tests_added,
                                   .attempt = 1,
                                   .model = asked.maker}));
    TRY(head->keep_results());
    return Adopted{.commit = result.commit, .refused = {}};
  }
  const std::string why =
      result.findings.empty() ? result.reason : "refused: " + refusals(result.findings);
  TRY(shop.scope.events.append(to_event(run::SubtaskFailed{.subtask = asked.step,
                                                           .reason = printable(why, 1'000),
                                                           .attempts = 1,
                                                           .paths = {},
                                                           .failure_modes = {},
                                                           .rules = {},
                                                           .model = asked.maker})));
  return Adopted{.commit = {}, .refused = why};
}

}  // namespace pawl::stages
