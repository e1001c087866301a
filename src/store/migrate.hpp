// Brings pawl.db to the schema of this Pawl. Each module that keeps tables in it has a list of its
// own, data/migrations/<owner>/NNNN.sql, and a row of `schema_versions` that says how far it is.
#pragma once

#include "base/result.hpp"

namespace pawl::store {

class Connection;

// Each file in a transaction of its own; several processes may try at once. A database of before
// there were owners (user_version 1 to 4) is taken over first, with all it holds. invalid when the
// database is newer than this Pawl, as a whole or for one owner; owners this Pawl does not know
// are left alone.
Status migrate(Connection& connection);

}  // namespace pawl::store
