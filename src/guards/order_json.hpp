// What a change was asked for, and what softens its rulings, as JSON: a journal and a proof keep
// both, so that anybody can judge the change again from the repository alone.
#pragma once

#include "base/json.hpp"
#include "base/result.hpp"
#include "guards/guard.hpp"
#include "guards/policy.hpp"

namespace pawl::guards {

// All of an order but what only a worktree knows (`obstacle`). What is empty or as by default is
// left out; of the files of a reproduction only their paths are in it, for the change holds them.
Json to_json(const Order& order);
Result<Order> order_from_json(const Json& json);

// Of a run: suppressions are not in it, for the base has them.
Json to_json(const Policy& policy);
// Errc::invalid when it names a guard nobody knows.
Result<Policy> policy_from_json(const Json& json);

}  // namespace pawl::guards
