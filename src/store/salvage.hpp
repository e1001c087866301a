// What a damaged database still tells of the things that live nowhere else.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"

namespace pawl::store {

struct Salvaged {
  std::vector<std::string> kept;  // `3 pull requests`, in the new database now
  std::vector<std::string> lost;  // `issues`: what could not be read to its end
};

// Copies pull requests, issues, what was forgotten and the ledger of what was spent from a database
// that was put aside into the one that took its place, row by row from both ends, as far as they
// can be read. The damaged file is only read. Rows the new one has stay as they are.
Result<Salvaged> salvage(const std::string& damaged, const std::string& database);

}  // namespace pawl::store
