// The table of spending on models.
#pragma once

#include "store/spending.hpp"
#include "store/sqlite.hpp"

namespace pawl::store {

// As Database::reserve_spending and settle_spending promise.
Result<SpendingAnswer> reserve_spending(Connection& connection, const SpendingRequest& request,
                                        const IsAlive& is_alive);
Status settle_spending(Connection& connection, std::int64_t id, const Spending& used);

}  // namespace pawl::store
