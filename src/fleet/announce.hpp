// Which ends of runs a session was told of already.
#pragma once

#include "fleet/table.hpp"
#include "store/database.hpp"

namespace pawl::fleet {

// Of the runs that ended those nobody was told of yet; from now on they count as told. Of any
// number of sessions that ask at once, one gets each.
Result<std::vector<RunLine>> take_news(store::Database& database,
                                       const std::vector<RunLine>& ended);

}  // namespace pawl::fleet
