// Brings a database to the schema of this Pawl: data/migrations/NNNN.sql, one after the other.
#pragma once

#include "base/result.hpp"
#include "store/sqlite.hpp"

namespace pawl::store {

// Each file in a transaction of its own, with its number as the new user_version; several
// processes may try at once. invalid when the database is newer than this Pawl.
Status migrate(Connection& connection);

}  // namespace pawl::store
