#include "memory/catch_up.hpp"

#include "memory/observation_table.hpp"
#include "run/run_index.hpp"

namespace pawl::memory {

Status catch_up(const store::Layout& layout, store::Database& database, const std::string& target) {
  TRY_ASSIGN(const std::vector<run::RunRow> rows, run::RunTable(database).of_target(target));
  for (const run::RunRow& row : rows) {
    const auto run = RunId::parse(row.run);
    if (row.exit >= 0 || !run) continue;
    std::vector<run::Observation> observations;
    if (run::load_run(layout, *run, observations)) {
      TRY(ObservationTable(database).put(observations));
    }
  }
  return Done{};
}

std::span<const store::KeptTable> kept_tables() {
  static constexpr store::KeptTable kTables[] = {
      {"forgotten", "repository, path", "forgotten path", "forgotten paths"},
      {"offers", "repository, forge, number", "offered pull request", "offered pull requests"},
      {"handled_comments", "repository, forge, kind, comment", "comment that was dealt with",
       "comments that were dealt with"},
      {"observations", "run, subtask, turn", "observation", "observations"},
  };
  return kTables;
}

}  // namespace pawl::memory
