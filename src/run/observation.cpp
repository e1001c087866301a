#include "run/observation.hpp"

#include <algorithm>
#include <utility>

#include "run/events.hpp"
#include "run/work_events.hpp"

namespace pawl::run {
namespace {

struct SubtaskEnd {
  std::string subtask;
  SubtaskStatus status;
};

std::optional<SubtaskEnd> end_of(const JournalEvent& event) {
  if (event.is(kSubtaskCommitted)) {
    return SubtaskEnd{subtask_committed_of(event).subtask, SubtaskStatus::committed};
  }
  if (event.is(kSubtaskFailed)) {
    return SubtaskEnd{subtask_failed_of(event).subtask, SubtaskStatus::failed};
  }
  if (event.is(kSubtaskSkipped)) {
    return SubtaskEnd{subtask_skipped_of(event).subtask, SubtaskStatus::skipped};
  }
  return std::nullopt;
}

Observation observed(const RunState& state, const std::string& id, const SubtaskState& subtask) {
  Observation out;
  out.run = state.run;
  out.subtask = id;
  out.turn = subtask.turns;
  out.repository = state.repository;
  out.target = state.target;
  out.at = state.last_at;
  out.paths = subtask.paths.empty() ? subtask.hints : subtask.paths;
  out.model = subtask.model.empty() ? state.model : subtask.model;
  out.branch = state.branch;
  out.base_commit = state.base_commit;
  return out;
}

// A subtask that was never tried shows nothing about its files.
ObservationOutcome outcome_of(const SubtaskState& subtask) {
  if (subtask.status == SubtaskStatus::committed) return ObservationOutcome::success;
  if (subtask.status == SubtaskStatus::skipped) return ObservationOutcome::skipped;
  return subtask.attempts > 0 ? ObservationOutcome::fail : ObservationOutcome::aborted;
}

bool has_ended(const SubtaskState& subtask) {
  return subtask.status == SubtaskStatus::committed || subtask.status == SubtaskStatus::failed ||
         subtask.status == SubtaskStatus::skipped;
}

std::vector<Observation> cut_off(const RunState& state) {
  std::vector<Observation> out;
  for (const auto& [id, subtask] : state.subtasks) {
    if (subtask.status != SubtaskStatus::in_progress) continue;
    Observation one = observed(state, id, subtask);
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
  const auto found = std::find(kObservationOutcomes.begin(), kObservationOutcomes.end(), name);
  if (found == kObservationOutcomes.end()) return std::nullopt;
  return static_cast<ObservationOutcome>(found - kObservationOutcomes.begin());
}

std::optional<Observation> last_observation(const RunState& state, const std::string& subtask) {
  const auto found = state.subtasks.find(subtask);
  if (state.repository.empty() || found == state.subtasks.end() || !has_ended(found->second)) {
    return std::nullopt;
  }
  const SubtaskState& ended = found->second;
  Observation out = observed(state, subtask, ended);
  out.outcome = outcome_of(ended);
  out.commit = ended.commit;
  out.reason = ended.reason;
  if (ended.status == SubtaskStatus::failed) {
    out.failure_modes = ended.failure_modes;
    out.rules = ended.rules;
  }
  return out;
}

std::vector<Observation> observations_of(const RunState& state, const JournalEvent& event) {
  if (state.repository.empty()) return {};
  if (event.is(kRunInterrupted) || event.is(kRunAborted)) {
    return cut_off(state);
  }
  const std::optional<SubtaskEnd> end = end_of(event);
  if (!end) return {};
  const auto found = state.subtasks.find(end->subtask);
  // Once it was committed, other ends of a subtask change nothing.
  if (found == state.subtasks.end() || found->second.status != end->status) return {};
  return {*last_observation(state, end->subtask)};
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

}  // namespace pawl::run
