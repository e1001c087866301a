#include "store/observation.hpp"

#include <algorithm>

namespace pawl::store {
namespace {

Observation observed(const RunState& state, const std::string& id, const SubtaskState& subtask,
                     const JournalEvent& event) {
  Observation out;
  out.run = state.run;
  out.subtask = id;
  out.turn = subtask.turns;
  out.repository = state.repository;
  out.target = state.target;
  out.at = event.at;
  out.paths = subtask.paths.empty() ? subtask.hints : subtask.paths;
  out.model = subtask.model.empty() ? state.model : subtask.model;
  out.branch = state.branch;
  out.base_commit = state.base_commit;
  return out;
}

// A subtask that was never tried says nothing about its files.
ObservationOutcome outcome_of(const SubtaskState& subtask) {
  if (subtask.status == SubtaskStatus::committed) return ObservationOutcome::success;
  if (subtask.status == SubtaskStatus::skipped) return ObservationOutcome::skipped;
  return subtask.attempts > 0 ? ObservationOutcome::fail : ObservationOutcome::aborted;
}

std::vector<Observation> ended_subtask(const RunState& state, const JournalEvent& event,
                                       SubtaskStatus status) {
  const auto found = state.subtasks.find(event.data["subtask"].string_or(""));
  // Once it was committed, other ends of a subtask change nothing.
  if (found == state.subtasks.end() || found->second.status != status) return {};
  const SubtaskState& subtask = found->second;
  Observation out = observed(state, found->first, subtask, event);
  out.outcome = outcome_of(subtask);
  out.commit = subtask.commit;
  out.reason = subtask.reason;
  if (status == SubtaskStatus::failed) {
    out.failure_modes = subtask.failure_modes;
    out.rules = subtask.rules;
  }
  return {std::move(out)};
}

std::vector<Observation> cut_off(const RunState& state, const JournalEvent& event) {
  std::vector<Observation> out;
  for (const auto& [id, subtask] : state.subtasks) {
    if (subtask.status != SubtaskStatus::in_progress) continue;
    Observation one = observed(state, id, subtask, event);
    one.turn = subtask.turns + 1;
    one.outcome = ObservationOutcome::aborted;
    one.paths = subtask.hints;
    one.reason = state.reason;
    out.push_back(std::move(one));
  }
  return out;
}

}  // namespace

std::string_view to_string(ObservationOutcome outcome) {
  return kObservationOutcomes[static_cast<std::size_t>(outcome)];
}

std::optional<ObservationOutcome> outcome_named(std::string_view name) {
  const auto* found = std::find(kObservationOutcomes.begin(), kObservationOutcomes.end(), name);
  if (found == kObservationOutcomes.end()) return std::nullopt;
  return static_cast<ObservationOutcome>(found - kObservationOutcomes.begin());
}

std::vector<Observation> observations_of(const RunState& state, const JournalEvent& event) {
  if (state.repository.empty()) return {};
  if (event.is(EventKind::subtask_committed)) {
    return ended_subtask(state, event, SubtaskStatus::committed);
  }
  if (event.is(EventKind::subtask_failed)) {
    return ended_subtask(state, event, SubtaskStatus::failed);
  }
  if (event.is(EventKind::subtask_skipped)) {
    return ended_subtask(state, event, SubtaskStatus::skipped);
  }
  const bool stopped = event.is(EventKind::run_interrupted) || event.is(EventKind::run_aborted);
  return stopped ? cut_off(state, event) : std::vector<Observation>();
}

Json to_json(const Observation& observation) {
  return Json::object({{"run", observation.run},
                       {"subtask", observation.subtask},
                       {"turn", observation.turn},
                       {"repository", observation.repository},
                       {"target", observation.target},
                       {"at", to_iso8601(observation.at)},
                       {"outcome", to_string(observation.outcome)},
                       {"failure_modes", Json::array_of(observation.failure_modes)},
                       {"rules", Json::array_of(observation.rules)},
                       {"paths", Json::array_of(observation.paths)},
                       {"model", observation.model},
                       {"branch", observation.branch},
                       {"base_commit", observation.base_commit},
                       {"commit", observation.commit},
                       {"reason", observation.reason}});
}

}  // namespace pawl::store
