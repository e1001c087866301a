// pawl.db: SQLite in WAL mode. The index of the runs can be rebuilt from the journals; the local
// forge and other things that belong to no run live only here. Only store/ knows SQL.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "base/result.hpp"
#include "store/observation.hpp"
#include "store/run_state.hpp"
#include "store/spending.hpp"

namespace pawl::store {

struct RunRow {
  std::string run;
  std::string target;
  std::string status;  // as stored
  std::string phase;
  std::string branch;
  std::string begun_at;
  std::string last_at;
  int exit = -1;
  std::int64_t pr = 0;
};

struct PullRow {
  std::int64_t number = 0;  // per repository, from 1; shared with issues
  std::string repository;   // git::Target::key
  std::string location;     // where the repository is
  std::string title;
  std::string body;
  std::string state;  // open, merged, closed
  std::string base;
  std::string branch;
  std::string base_commit;
  std::string head_commit;
  std::string merge_commit;
  std::string run;  // the run that opened it
  std::vector<std::string> labels;
  std::string created_at;
  std::string updated_at;
  std::int64_t fixes = 0;  // number of the issue; 0: none
};

struct IssueRow {
  std::int64_t number = 0;  // per repository, from 1; shared with pull requests
  std::string repository;   // git::Target::key
  std::string location;     // where the repository is
  std::string title;
  std::string body;
  std::string state;  // open, closed
  std::string author;
  std::vector<std::string> labels;
  std::int64_t closed_by = 0;  // number of the pull request whose merge closed it; 0: none
  std::string created_at;
  std::string updated_at;
};

struct ObservationQuery {
  std::string repository;          // empty: all of them
  std::optional<Timestamp> since;  // that moment counts
  std::size_t limit = 200;
};

// Safe to call from several threads; several processes may have it open.
class Database {
 public:
  // Creates it (0600) or migrates it by data/migrations/NNNN.sql. A corrupt file is Errc::invalid
  // and the message names `pawl doctor --rebuild-index`; a newer schema is Errc::invalid too.
  static Result<std::unique_ptr<Database>> open(const std::string& path);
  virtual ~Database() = default;

  // ---- index of runs
  // A state older than the one the index knows (by last_seq) changes nothing.
  virtual Status put_run(const RunState& state) = 0;
  virtual Result<std::vector<RunRow>> runs(int limit) = 0;  // newest first
  virtual Result<std::vector<RunRow>> runs_of(const std::string& target) = 0;
  virtual Status forget_run(const std::string& run) = 0;
  virtual Status clear_runs() = 0;
  // The index holds exactly these, all at once: nobody sees a part of it.
  virtual Status replace_runs(std::span<const RunState> states) = 0;

  // ---- memory
  // Those it knows already (by run, subtask and turn) stay as they are.
  virtual Status put_observations(std::span<const Observation> observations) = 0;
  // All of them, made again from the journals. What was forgotten stays forgotten.
  virtual Status replace_observations(std::span<const Observation> observations) = 0;
  // Newest first, without what was forgotten.
  virtual Result<std::vector<Observation>> observations(const ObservationQuery& query) = 0;
  // The same observations, of wherever they are, without what was forgotten.
  virtual Result<std::vector<Observation>> without_forgotten(
      std::vector<Observation> observations) = 0;
  // Of these paths of a repository (none: of all of it), nothing observed up to `at` counts any
  // more.
  virtual Status forget(const std::string& repository, std::span<const std::string> paths,
                        Timestamp at) = 0;

  // ---- spending on models
  // Reserves, all or nothing, over all processes. Reservations of processes that died are settled
  // first, with what their prompts came to.
  virtual Result<SpendingAnswer> reserve_spending(const SpendingRequest& request,
                                                  const IsAlive& is_alive) = 0;
  virtual Status settle_spending(std::int64_t id, const Spending& used) = 0;

  // ---- local forge
  // A pull request of the same `run` is adopted, not made again: `created` says which.
  struct Opened {
    PullRow pull;
    bool created = false;
  };
  virtual Result<Opened> open_pull(const PullRow& pull) = 0;
  virtual Result<std::vector<PullRow>> pulls(const std::string& repository) = 0;  // "" for all
  virtual Result<std::optional<PullRow>> pull(const std::string& repository,
                                              std::int64_t number) = 0;
  virtual Status update_pull(const PullRow& pull) = 0;
  // The number of the argument does not count: it gets the next free one.
  virtual Result<IssueRow> open_issue(const IssueRow& issue) = 0;
  virtual Result<std::vector<IssueRow>> issues(const std::string& repository) = 0;  // "" for all
  virtual Result<std::optional<IssueRow>> issue(const std::string& repository,
                                                std::int64_t number) = 0;
  virtual Status update_issue(const IssueRow& issue) = 0;
};

}  // namespace pawl::store
