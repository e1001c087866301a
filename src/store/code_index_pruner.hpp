// What holds index.db within its limit, in small steps. Included by store's own sources only.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/result.hpp"
#include "store/code_index.hpp"
#include "store/sqlite.hpp"

namespace pawl::store {

// Who prunes, by the clocks of the file.
struct PrunedBy {
  std::int64_t opening = 0;
  std::int64_t tick = 0;        // contents brought since then are not looked at
  std::int64_t repository = 0;  // its path list stays
};

// One step in a transaction of its own, when the file is beyond its limit, or another process began
// to prune and has not reached the share yet; else nothing. Looks at `contents` contents, those not
// used for longest first: what a path list holds gets a new stamp and another chance (the CLOCK
// algorithm, Corbató 1968), the rest goes with its postings. When that is not much, a part of the
// path list goes that was not used for longest, unless it was used in one of the last openings.
Status prune_step(Connection& connection, const CodeIndexLimits& limits, const PrunedBy& by,
                  std::size_t contents);

}  // namespace pawl::store
