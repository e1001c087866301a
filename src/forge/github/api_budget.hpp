// How much of GitHub may be used, and when: the limits that GitHub publishes, what its answers say
// is left, a reserve for people who use the same token, and pauses it asks for. Processes that use
// one account share all of it by the database.
//
// Limits: https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api and
// https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api
#pragma once

#include "forge/github/account_tables.hpp"
#include "forge/trouble.hpp"
#include "os/cancel.hpp"
#include "os/clock.hpp"
#include "os/network/http.hpp"

namespace pawl::forge {

struct BudgetRules {
  double reserve = 0.4;           // share of an hour's budget that is left to people
  Milliseconds write_gap{1'000};  // between two writes
  Milliseconds wait_max{10'000};  // what is to be waited for longer is answered, not waited for
};

// What a request costs.
struct ApiCost {
  ApiResource resource = ApiResource::rest;
  bool write = false;
  bool creates = false;  // text that people are notified of

  // Of GitHub's limit for a minute.
  std::int64_t points() const { return write ? 5 : 1; }
};

class ApiBudget {
 public:
  ApiBudget(AccountTables tables, os::Clock& clock, const os::Cancel& cancel, BudgetRules rules)
      : tables_(std::move(tables)), clock_(clock), cancel_(cancel), rules_(rules) {}

  // Before a request is sent; counts it. Waits for what is near; rate_limited, with `retry_at`, for
  // what is not. Of writes, one at a time may be between this and settle (Api sees to it).
  Answered admit(const ApiCost& cost);
  // After the answer: learns what it says is left.
  Answered settle(const ApiCost& cost, const os::HttpResponse& response);
  // When a request that was refused as one too many may be sent again.
  Answer<Timestamp> retry_at();

 private:
  // The time from which on the request may be sent, and why not before.
  struct Wait {
    Timestamp until;
    std::string why;
  };
  Answer<Wait> wait_for(const ApiCost& cost);
  Answer<Wait> wait_for_minute(const ApiCost& cost);
  Answer<Wait> wait_for_hour(const ApiCost& cost);
  Answered learn_limit(const os::HttpResponse& response);
  Answered learn_pause(const ApiCost& cost, const os::HttpResponse& response);

  AccountTables tables_;
  os::Clock& clock_;
  const os::Cancel& cancel_;
  BudgetRules rules_;
};

}  // namespace pawl::forge
