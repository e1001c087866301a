// The index of runs in pawl.db, made of the journals: it only saves reading them.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "run/run_state.hpp"
#include "store/database.hpp"

namespace pawl::run {

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
  // Empty in rows that an older Pawl wrote.
  std::string repository;
  std::string pipeline;
  std::string stage;  // the one that runs, or the last that was begun
  std::string client;
  std::string parent;
  std::string description;
  std::string bail_class;
  std::string decision;
  bool closed = false;
  int attempt = 1;
  std::int64_t micros = 0;    // of answers whose price is known
  std::int64_t unpriced = 0;  // answers whose price is not
  std::int64_t tokens = 0;    // in and out
  std::int64_t commits = 0;
  std::string landed;       // the branch in which its work was seen
  std::string branch_path;  // of a branch of a parallel group: its node in `parent`
  bool finished() const { return exit >= 0; }
};

// What the index holds of a run in that state.
RunRow row_of(const RunState& state);

class RunTable {
 public:
  explicit RunTable(store::Database& database) : database_(database) {}

  // A state older than the one the index knows (by last_seq) changes nothing.
  Status put(const RunState& state);
  Result<std::vector<RunRow>> newest(int limit);  // newest first
  // The ids of those that ended, and of which nothing was said since.
  Result<std::set<std::string>> ended_before(Timestamp time);
  Result<std::vector<RunRow>> of_target(const std::string& target);
  // The index holds exactly these, all at once: nobody sees a part of it.
  Status replace(std::span<const RunState> states);
  // Of a run whose folder is gone.
  Status forget(const std::string& run);

 private:
  store::Database& database_;
};

}  // namespace pawl::run
