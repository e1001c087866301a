#include "runner/fan_in.hpp"

#include <algorithm>
#include <map>

#include "base/text/text.hpp"
#include "git/worktrees/rescue.hpp"
#include "pipeline/node_paths.hpp"
#include "runner/group_journal.hpp"

namespace pawl::runner {
namespace {

using pipeline::Outcome;
using pipeline::OutcomeKind;

// In the order of the pipeline.
Result<std::vector<MadeBranch>> made_branches(const FanIn& in) {
  const auto settled = settled_before(in.earlier, in.ready, in.group.merge);
  std::vector<MadeBranch> branches;
  for (std::size_t i = 0; i < in.ready.runs.size(); ++i) {
    MadeBranch branch{.name = in.group.children[i].name, .run = in.ready.runs[i]};
    const auto record = in.walked.stages.find(pipeline::below(in.ready.group, branch.name));
    if (record != in.walked.stages.end() &&
        record->second.status == pipeline::StageRecord::Status::ended) {
      branch.outcome = record->second.outcome;
    }
    if (const auto said = settled.find(branch.name); said != settled.end()) {
      branch.settled = said->second.outcome;
      branch.settled_why = said->second.reason;
    }
    TRY(in.ground.look(branch));
    branches.push_back(std::move(branch));
  }
  return branches;
}

Status record_merge(const FanIn& in, const std::vector<MadeBranch>& branches,
                    const Merged& merged) {
  const std::string policy(to_string(in.group.merge));
  for (const MergeNote& note : merged.notes) {
    TRY(in.events.append(to_event(GroupMerged{.group = in.ready.group,
                                              .policy = policy,
                                              .branch = note.branch,
                                              .outcome = note.outcome,
                                              .commit = note.commit,
                                              .reason = note.reason})));
  }
  return in.ground.keep_notes(branches, merged);
}

}  // namespace

bool MadeBranch::good() const {
  if (!outcome) return false;
  return outcome->kind == OutcomeKind::done || outcome->kind == OutcomeKind::skipped ||
         outcome->kind == OutcomeKind::finish;
}

Result<Outcome> bring_together(const FanIn& in) {
  TRY(in.ground.collect_artifacts());
  Outcome outcome = pipeline::joined(in.group, in.ready.group, in.walked);
  // A group that bails keeps all it has: a resume goes on with its branches where they are.
  if (outcome.kind == OutcomeKind::bail) return outcome;
  TRY_ASSIGN(const std::vector<MadeBranch> branches, made_branches(in));
  TRY_ASSIGN(const Merged merged, merge_branches(in, branches));
  TRY(record_merge(in, branches, merged));
  TRY(in.ground.show());
  if (merged.bail) {
    outcome = *merged.bail;
    TRY_ASSIGN(const std::string kept, in.ground.keep_sides(branches));
    outcome.reason += kept;
    return outcome;
  }
  for (const MadeBranch& branch : branches) {
    const auto note = std::find_if(merged.notes.begin(), merged.notes.end(),
                                   [&](const MergeNote& one) { return one.branch == branch.name; });
    const bool taken =
        branch.settled == "merged" || (note != merged.notes.end() && note->outcome == "merged");
    if (branch.good()) TRY(in.ground.release(branch, taken));
    // Nobody comes back to one that bailed where the group went on without it.
    const bool bailed = branch.outcome && branch.outcome->kind == OutcomeKind::bail;
    if (bailed && outcome.kind == OutcomeKind::done) TRY(in.ground.give_up(branch));
  }
  return outcome;
}

std::string side_ref(const std::string& run, const std::string& group, const std::string& side,
                     const std::string& commit) {
  constexpr std::size_t kShortId = 12;
  return git::kRescuePrefix + run + "/" + replace_all(group, "@", "-") + "/" + side + "-" +
         commit.substr(0, kShortId);
}

}  // namespace pawl::runner
