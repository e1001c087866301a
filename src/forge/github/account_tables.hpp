// The tables of what GitHub allows an account and was asked (data/migrations/github). Several
// processes share them. All of it can be learnt anew, so a reader of damaged rows loses nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/time.hpp"
#include "store/database.hpp"

namespace pawl::forge {

// GitHub counts the two apart.
enum class ApiResource : std::uint8_t { rest, graphql };
std::string_view to_string(ApiResource resource);

// What is left of an hour's budget until it begins anew.
struct HourLimit {
  std::int64_t allowed = 0;
  std::int64_t remaining = 0;
  Timestamp reset_at;
};

struct Pause {
  Timestamp until;
  std::int64_t strikes = 0;  // pauses in a row, without a request in between that was answered
  Timestamp written_at;      // the last write
};

// Sums of requests.
struct Asked {
  std::int64_t requests = 0;
  std::int64_t points = 0;
  std::int64_t not_modified = 0;
  std::int64_t writes = 0;
  std::int64_t creations = 0;
};

struct KnownAnswer {
  std::string etag;
  std::string next;  // the URL of the next page; empty: none
  std::string body;
};

class AccountTables {
 public:
  // `account` as in `github.com/1f0c…`.
  AccountTables(store::Database& database, std::string account)
      : database_(&database), account_(std::move(account)) {}

  Result<std::optional<HourLimit>> limit(ApiResource resource);
  Status put_limit(ApiResource resource, const HourLimit& limit);
  Result<Pause> pause();
  Status put_pause(const Pause& pause);

  // Of the spans that begin after `since`.
  Result<Asked> asked(ApiResource resource, Timestamp since);
  // Adds to the span of `now`; amounts may be negative. Spans of more than a day ago are forgotten.
  Status add(ApiResource resource, Timestamp now, const Asked& more);

  Result<std::optional<KnownAnswer>> answer(const std::string& url, Timestamp now);
  // Those that were not used for longest are forgotten beyond 10,000, and beyond 64 MiB of all. One
  // of more than 4 MiB is not kept.
  Status put_answer(const std::string& url, const KnownAnswer& answer, Timestamp now);

  // All there are in the database, by name.
  static Result<std::vector<std::string>> accounts(store::Database& database);

 private:
  store::Database* database_;
  std::string account_;
};

}  // namespace pawl::forge
