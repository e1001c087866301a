#include "runner/group_journal.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "pipeline/node_paths.hpp"
#include "run/events.hpp"
#include "stages/stage.hpp"

namespace pawl::runner {

using pipeline::Outcome;

int turn_of(std::span<const JournalEvent> events, const std::string& group) {
  int turn = 1;
  for (const JournalEvent& event : events) {
    if (event.name != run::kStageEnd.name) continue;
    const run::StageEnd end = run::stage_end_of(event);
    if (end.stage == pipeline::fan_out_path(group) && end.outcome == "done") ++turn;
  }
  return turn;
}

Result<GroupReady> ready_of(std::span<const JournalEvent> events, const std::string& group) {
  for (auto event = events.rbegin(); event != events.rend(); ++event) {
    if (event->name != kGroupReady.name) continue;
    GroupReady found = group_ready_of(*event);
    if (found.group == group) return found;
  }
  return fail(Errc::not_found, "the branches of " + group + " were never made ready");
}

std::map<std::string, GroupMerged> settled_before(std::span<const JournalEvent> events,
                                                  const GroupReady& ready,
                                                  pipeline::MergePolicy policy) {
  std::map<std::string, GroupMerged> said_last;
  bool these = false;  // the branches made last
  for (const JournalEvent& event : events) {
    if (event.name == kGroupReady.name) {
      const GroupReady made = group_ready_of(event);
      if (made.group != ready.group) continue;
      const bool same = made.runs == ready.runs;
      // What was said of other branches of these names says nothing of these.
      if (!same || !these) said_last.clear();
      these = same;
    }
    if (event.name != kGroupMerged.name) continue;
    const GroupMerged said = group_merged_of(event);
    if (said.group == ready.group) said_last[said.branch] = said;
  }
  const bool picked = policy == pipeline::MergePolicy::pick &&
                      std::any_of(said_last.begin(), said_last.end(),
                                  [](const auto& one) { return one.second.outcome == "merged"; });
  std::erase_if(said_last, [&](const auto& one) {
    const std::string& outcome = one.second.outcome;
    return !among({"unchanged", "merged", "kept"}, outcome) && !(picked && outcome == "refused");
  });
  return said_last;
}

Outcome outcome_of_gone(const GoneBranch& gone, const std::optional<run::RunState>& state) {
  std::optional<Outcome> outcome;
  if (state) outcome = outcome_of_branch(*state);
  const bool well = outcome && !outcome->was_cancelled();
  if (well && outcome->kind == pipeline::OutcomeKind::bail && !outcome->reason.empty()) {
    outcome->reason = gone.path + ": " + outcome->reason;
  }
  const bool ended_here = gone.cancelled || !gone.over_budget.empty();
  if (well && (gone.exited || !ended_here)) return *outcome;
  if (!gone.over_budget.empty()) {
    return Outcome::bail(std::string(stages::kBudgetClass), stages::kBudgetExit,
                         gone.path + " was stopped: " + gone.over_budget);
  }
  if (gone.cancelled) {
    return Outcome::cancelled(gone.path + " was stopped: a branch beside it bailed");
  }
  return Outcome::bail("infra", 1,
                       gone.path + ": its process ended without a word, " + gone.how +
                           (gone.said.empty() ? "" : ": " + printable(gone.said, 200)));
}

run::Cost counted_before(std::span<const JournalEvent> events, const std::string& run) {
  run::Cost sum;
  for (const JournalEvent& event : events) {
    if (event.name != run::kRunBranchCost.name) continue;
    const run::RunBranchCost one = run::run_branch_cost_of(event);
    if (one.run != run) continue;
    sum.calls += one.calls;
    sum.tokens_in += one.tokens_in;
    sum.tokens_out += one.tokens_out;
    sum.micros += one.micros;
    sum.unpriced += one.unpriced;
    sum.model_ms += one.model_ms;
  }
  return sum;
}

run::RunBranchCost cost_since(const std::string& path, const std::string& run,
                              const run::Cost& counted, const run::Cost& now) {
  return {.branch = path,
          .run = run,
          .calls = now.calls - counted.calls,
          .tokens_in = now.tokens_in - counted.tokens_in,
          .tokens_out = now.tokens_out - counted.tokens_out,
          .micros = now.micros - counted.micros,
          .unpriced = now.unpriced - counted.unpriced,
          .model_ms = now.model_ms - counted.model_ms};
}

std::optional<Outcome> outcome_of_branch(const run::RunState& state) {
  if (!state.finished()) return std::nullopt;
  switch (state.status) {
    case run::RunStatus::succeeded: {
      Outcome done;
      done.reason = state.reason;
      return done;
    }
    case run::RunStatus::nothing_to_do: return Outcome::skip(state.reason);
    case run::RunStatus::partial: return Outcome::part(state.bail_class, state.exit, state.reason);
    case run::RunStatus::waiting: return Outcome::wait(state.reason);
    default: break;
  }
  constexpr int kInterrupted = 130;
  if (state.exit == kInterrupted) return Outcome::cancelled(state.reason);
  return Outcome::bail(state.bail_class.empty() ? "other" : state.bail_class, state.exit,
                       state.reason);
}

}  // namespace pawl::runner
