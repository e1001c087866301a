// The rows of observations in pawl.db. Included by store's own sources only.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "store/database.hpp"
#include "store/observation.hpp"
#include "store/sqlite.hpp"

namespace pawl::store {

// One that is known already stays as it is.
Status insert_observation(Connection& connection, const Observation& observation);
Result<std::vector<Observation>> select_observations(Connection& connection,
                                                     const ObservationQuery& query);
Result<std::vector<Observation>> leave_out_forgotten(Connection& connection,
                                                     std::vector<Observation> observations);
Status insert_forgotten(Connection& connection, const std::string& repository,
                        const std::string& path, Timestamp at);

}  // namespace pawl::store
