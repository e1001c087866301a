// The observations of this machine, and what was forgotten of them: the tables of the memory in
// pawl.db (data/migrations/memory).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/time.hpp"
#include "run/observation.hpp"
#include "store/database.hpp"

namespace pawl::memory {

struct ObservationQuery {
  std::string repository;          // empty: all of them
  std::optional<Timestamp> since;  // that moment counts
  std::size_t limit = 200;
};

struct Rebuilt {
  std::size_t made = 0;  // observations that were made again from journals
  std::size_t kept = 0;  // observations of other runs, which stayed as they were
};

class ObservationTable {
 public:
  explicit ObservationTable(store::Database& database) : database_(database) {}

  // Those it knows already (by run, subtask and turn) stay as they are.
  Status put(std::span<const run::Observation> observations);
  // These are all the observations of these runs, made again from their journals. Those of other
  // runs stay: where the journal is gone or damaged, they are the only trace of the run. What was
  // forgotten stays forgotten.
  Result<Rebuilt> rebuild(std::span<const std::string> runs,
                          std::span<const run::Observation> observations);
  // Newest first, without what was forgotten.
  Result<std::vector<run::Observation>> find(const ObservationQuery& query);
  // The same observations, of wherever they are, without what was forgotten.
  Result<std::vector<run::Observation>> without_forgotten(
      std::vector<run::Observation> observations);
  // Of these paths of a repository (none: of all of it), nothing observed up to `at` counts any
  // more.
  Status forget(const std::string& repository, std::span<const std::string> paths, Timestamp at);

 private:
  store::Database& database_;
};

}  // namespace pawl::memory
