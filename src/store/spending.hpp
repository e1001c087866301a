// What calls to models used on a day, over all processes that share the state folder.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/result.hpp"
#include "store/lock.hpp"

namespace pawl::store {

struct Spending {
  std::int64_t tokens = 0;
  std::int64_t micros = 0;  // millionths of a US dollar
  std::int64_t ms = 0;

  bool operator==(const Spending&) const = default;
};

struct SpendingRequest {
  std::string day;     // 2026-01-31
  LockHolder process;  // and its run
  Spending wanted;
  Spending prompt;  // the part that counts if the process dies; no more than `wanted`
  Spending limit;   // 0: none
};

struct SpendingAnswer {
  Spending spent;                  // by calls that ended
  Spending reserved;               // by calls that are under way
  std::optional<std::int64_t> id;  // nothing when the limit does not hold what is wanted
};

// Whether a process still runs.
using IsAlive = std::function<bool(const LockHolder& process)>;

}  // namespace pawl::store
