// The index of runs in pawl.db, made of the journals: it only saves reading them.
#pragma once

#include <cstdint>
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
};

class RunTable {
 public:
  explicit RunTable(store::Database& database) : database_(database) {}

  // A state older than the one the index knows (by last_seq) changes nothing.
  Status put(const RunState& state);
  Result<std::vector<RunRow>> newest(int limit);  // newest first
  Result<std::vector<RunRow>> of_target(const std::string& target);
  // The index holds exactly these, all at once: nobody sees a part of it.
  Status replace(std::span<const RunState> states);

 private:
  store::Database& database_;
};

}  // namespace pawl::run
