#include "proof/judged_commits.hpp"

#include "run/work_events.hpp"

namespace pawl::proof {

std::map<std::string, JudgedCommit> judged_commits(std::span<const JournalEvent> events) {
  std::map<std::string, JudgedCommit> open;  // by subtask: its attempt under way
  std::map<std::string, JudgedCommit> commits;
  for (const JournalEvent& event : events) {
    if (event.is(guards::kGuardOrder)) {
      guards::GuardOrder asked = guards::guard_order_of(event);
      JudgedCommit& attempt = open[asked.subtask];
      attempt.verdicts.clear();
      attempt.asked = std::move(asked);
    } else if (event.is(guards::kGuardVerdict)) {
      guards::GuardVerdict verdict = guards::guard_verdict_of(event);
      JudgedCommit& attempt = open[verdict.subtask];
      // Journals of older programs have no order before them.
      const bool other =
          !attempt.verdicts.empty() && attempt.verdicts.back().attempt != verdict.attempt;
      if (other) attempt.verdicts.clear();
      attempt.verdicts.push_back(std::move(verdict));
    } else if (event.is(run::kSubtaskCommitted)) {
      const run::SubtaskCommitted done = run::subtask_committed_of(event);
      JudgedCommit judged = open[done.subtask];
      judged.commit = done.commit;
      judged.subtask = done.subtask;
      judged.model = done.model;
      judged.attempt = done.attempt.value_or(0);
      judged.seq = event.seq;
      commits[done.commit] = std::move(judged);
    }
  }
  return commits;
}

}  // namespace pawl::proof
