// The account of a day in pawl.db, as budgets ask it.
#pragma once

#include <memory>

#include "llm/budget.hpp"
#include "os/clock.hpp"
#include "store/database.hpp"

namespace pawl::stages {

// `process` and its run stand at the reservations; those of processes that died are let go.
std::unique_ptr<llm::DayAccount> day_account(store::Database& database, os::Clock& clock,
                                             store::LockHolder process);

}  // namespace pawl::stages
