#include "stages/reviewing/mending.hpp"

#include <algorithm>

#include "critics/change_diff.hpp"
#include "planner/prompts/shown_files.hpp"
#include "stages/reviewing/asking.hpp"
#include "stages/working/chat_proposer.hpp"
#include "stages/working/commit.hpp"
#include "store/journal.hpp"

namespace pawl::stages {
namespace {

constexpr std::size_t kMendedFilesMax = 5;

std::size_t lines_of(const critics::Diff& diff) {
  std::size_t lines = 0;
  for (const critics::DiffFile& file : diff.files) lines += critics::changed_lines(file);
  return lines;
}

}  // namespace

Remedy remedy_for(std::string id, std::string title, std::string order,
                  const std::vector<std::string>& files) {
  Remedy remedy;
  remedy.task.id = remedy.subtask.id = std::move(id);
  remedy.task.title = remedy.subtask.title = std::move(title);
  remedy.subtask.description = std::move(order);
  for (const std::string& file : files) {
    std::vector<std::string>& hints = remedy.subtask.file_hints;
    if (hints.size() == kMendedFilesMax) break;
    if (std::find(hints.begin(), hints.end(), file) == hints.end()) hints.push_back(file);
  }
  return remedy;
}

bool has_mended(const Scope& scope, std::string_view id) {
  return scope.state().subtasks.contains(std::string(id));
}

Result<bool> was_taken_back(const Scope& scope, const EventKind& kind) {
  TRY_ASSIGN(const store::JournalContent journal, store::read_journal(scope.layout.run(scope.id)));
  return std::any_of(journal.events.begin(), journal.events.end(),
                     [&](const JournalEvent& event) { return event.is(kind); });
}

Result<Mending> propose_mending(const Workshop& shop, const Remedy& remedy) {
  TRY_ASSIGN(const std::unique_ptr<Head> head,
             Head::open(shop.scope, shop.settings, shop.checkout));
  TRY(head->take_baseline());
  const Order order{.task = remedy.task, .subtask = remedy.subtask};
  TRY_ASSIGN(const std::unique_ptr<RunJudge> judge,
             RunJudge::open(shop.scope, shop.settings, shop.checkout, *head, order));
  TRY_ASSIGN(Proposal proposal,
             ChatProposer(shop).propose(order, {.head = *head, .judge = *judge}));
  Mending out{.change = std::move(proposal.change), .title = std::move(proposal.title)};
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

critics::Diff shown_delta(const Scope& scope, const Mending& mending) {
  return critics::cleaned_diff(critics::diff_of(mending.change),
                               [&](std::string_view hunk, const std::string& path) {
                                 return planner::cleaned(&scope.redactor, hunk, path);
                               });
}

Result<critics::MetaVerdict> meta_verdict(const Workshop& shop, const Mending& mending) {
  TRY_ASSIGN(const std::string head, shop.checkout.worktree->head());
  TRY_ASSIGN(const critics::Diff branch, shown_diff(shop.scope, shop.checkout, head));
  critics::MetaVerdict verdict =
      critics::meta_eval({.admitted = mending.admitted.has_value(),
                          .tests_fixed = mending.tests_fixed.size(),
                          .lines = lines_of(shown_delta(shop.scope, mending)),
                          .lines_before = lines_of(branch)});
  if (verdict.winner == critics::Winner::v0 && !mending.obstacle.empty()) {
    verdict.rationale = mending.obstacle;
  }
  return verdict;
}

std::vector<std::string> paths_of(const Mending& mending) {
  std::vector<std::string> paths;
  for (const git::FileChange& file : mending.change.files) paths.push_back(file.path.text());
  return paths;
}

Result<std::string> keep_mending(const Workshop& shop, const Remedy& remedy,
                                 const Mending& mending) {
  CommitRecord record{
      .subtask = remedy.subtask.id,
      .message = commit_message(shop.scope, shop.models, remedy.subtask, mending.title),
      .paths = paths_of(mending),
      .tests_fixed = mending.tests_fixed,
      .tests_added = mending.tests_added,
      .model = shop.models.for_work().name()};
  TRY_ASSIGN(record.commit, commit_change(shop,
                                          {.subtask = record.subtask,
                                           .message = record.message,
                                           .tests_fixed = mending.tests_fixed,
                                           .tests_added = mending.tests_added},
                                          mending.change, *mending.admitted));
  TRY(record_commit(shop.scope, record));
  return record.commit;
}

}  // namespace pawl::stages
