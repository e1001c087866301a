// pawl.db made again from what the journals say, without touching what they do not.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "memory/observation_table.hpp"
#include "os/ports.hpp"
#include "store/database.hpp"
#include "store/layout.hpp"
#include "store/salvage.hpp"

namespace pawl::runner {

struct RebuiltIndex {
  std::size_t runs = 0;  // rows of the index, made of as many journals
  memory::Rebuilt observations;
  std::vector<std::string> broken;     // runs whose journal is damaged, left out
  std::vector<std::string> untouched;  // `3 pull requests`: what stands only in the database
};
// The index of runs and the observations of these runs, made again from their journals. All else in
// the database stays: pull requests, issues, reviews, comments, checks, the ledger, what was
// forgotten, and observations of runs whose journal is gone or damaged.
Result<RebuiltIndex> rebuild_index(os::Files& files, const store::Layout& layout,
                                   store::Database& database);

// The tables of all modules whose rows no journal can make again.
std::vector<store::KeptTable> kept_tables();

// When runs are there and pawl.db is not: makes it again from their journals (the index, the
// memory, what was spent today) and reports it, with what cannot be made again. Empty when nothing
// was missing.
Result<std::string> restore_database(os::Ports& ports, const store::Layout& layout);

}  // namespace pawl::runner
