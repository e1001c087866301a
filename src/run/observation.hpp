// What became of a subtask, as later runs on the same repository remember it. Observations are made
// of a run's journal and can be made again from it at any time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "base/text/fixed_words.hpp"
#include "base/time.hpp"
#include "run/run_state.hpp"

namespace pawl::run {

enum class ObservationOutcome : std::uint8_t {
  success,  // a verified commit
  fail,     // no attempt survived
  skipped,  // nothing was to be done
  aborted,  // it was not tried to its end
  partial,  // only ever reported by others
};
inline constexpr auto kObservationOutcomes =
    fixed_words("success", "fail", "skipped", "aborted", "partial");
std::string_view to_string(ObservationOutcome outcome);
std::optional<ObservationOutcome> outcome_named(std::string_view name);

struct Observation {
  std::string run;
  std::string subtask;
  int turn = 1;            // a run that was resumed may take several turns at a subtask
  std::string repository;  // git::Target::key
  std::string target;      // where the repository is, for people
  Timestamp at;
  ObservationOutcome outcome = ObservationOutcome::fail;
  std::vector<std::string> failure_modes;
  std::vector<std::string> rules;  // of guards that refused: `syntax/parse-error`
  std::vector<std::string> paths;  // what the answers touched, or the hints when they touched none
  std::string model;
  std::string branch;
  std::string base_commit;
  std::string commit;  // of success
  std::string reason;  // for people
  bool operator==(const Observation&) const = default;
};

// What `event` ended, given the state right after it. Nothing for journals that do not name their
// repository, as older ones do not. Pure.
std::vector<Observation> observations_of(const RunState& state, const JournalEvent& event);

// What became of a subtask whose end is the newest event of the state; nothing while it is open.
std::optional<Observation> last_observation(const RunState& state, const std::string& subtask);

// `memory list --json`: names and order are byte-stable.
Json to_json(const Observation& observation);

}  // namespace pawl::run
