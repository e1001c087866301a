#include "forge/github/api_budget.hpp"

#include <algorithm>
#include <cmath>

#include "base/text/text.hpp"
#include "forge/github/api_trouble.hpp"
#include "os/network/retry.hpp"

namespace pawl::forge {
namespace {

// Points of a minute, and requests that create content in a minute and in an hour.
constexpr std::int64_t kRestPoints = 900;
constexpr std::int64_t kGraphqlPoints = 2'000;
constexpr std::int64_t kCreationsOfMinute = 80;
constexpr std::int64_t kCreationsOfHour = 500;
constexpr Milliseconds kMinute{60'000};
constexpr Milliseconds kHour{3'600'000};
// A span of the tables: what was asked within the last one may count a little too long.
constexpr Milliseconds kSpan{10'000};
constexpr int kDoublingsOfPause = 6;

std::optional<std::int64_t> count_in(const os::HttpResponse& response, std::string_view header) {
  const auto number = parse_int(response.header(header));
  if (!number || *number < 0) return std::nullopt;
  return static_cast<std::int64_t>(*number);
}

}  // namespace

Answer<ApiBudget::Wait> ApiBudget::wait_for_minute(const ApiCost& cost) {
  const Timestamp now = clock_.now();
  TRY_ASSIGN(const Asked asked, tables_.asked(cost.resource, now - kMinute));
  const std::int64_t most = cost.resource == ApiResource::rest ? kRestPoints : kGraphqlPoints;
  if (asked.points + cost.points() > most) {
    return Wait{now + kSpan, "the points of a minute are used up"};
  }
  if (!cost.creates) return Wait{now, {}};
  if (asked.creations >= kCreationsOfMinute) {
    return Wait{now + kSpan, "enough was written in a minute"};
  }
  TRY_ASSIGN(const Asked hour, tables_.asked(cost.resource, now - kHour));
  if (hour.creations < kCreationsOfHour) return Wait{now, {}};
  return Wait{now + kMinute, "enough was written in an hour"};
}

Answer<ApiBudget::Wait> ApiBudget::wait_for_hour(const ApiCost& cost) {
  const Timestamp now = clock_.now();
  TRY_ASSIGN(const auto limit, tables_.limit(cost.resource));
  if (!limit || limit->reset_at <= now) return Wait{now, {}};
  const auto reserve =
      static_cast<std::int64_t>(std::ceil(static_cast<double>(limit->allowed) * rules_.reserve));
  if (limit->remaining > reserve) return Wait{now, {}};
  return Wait{limit->reset_at,
              std::to_string(limit->remaining) + " of " + std::to_string(limit->allowed) + " " +
                  std::string(to_string(cost.resource)) + " requests of this hour are left, " +
                  std::to_string(reserve) + " are kept for people (github.reserve)"};
}

Answer<ApiBudget::Wait> ApiBudget::wait_for(const ApiCost& cost) {
  TRY_ASSIGN(const Pause pause, tables_.pause());
  TRY_ASSIGN(const Wait minute, wait_for_minute(cost));
  TRY_ASSIGN(const Wait hour, wait_for_hour(cost));
  Wait longest{clock_.now(), {}};
  for (const Wait& wait : {Wait{pause.until, "GitHub asked for a pause"}, minute, hour}) {
    if (wait.until > longest.until) longest = wait;
  }
  if (cost.write && pause.written_at + rules_.write_gap > longest.until) {
    longest = {pause.written_at + rules_.write_gap, "writes are spaced"};
  }
  return longest;
}

Answered ApiBudget::admit(const ApiCost& cost) {
  const Timestamp begun = clock_.now();
  for (;;) {
    TRY_ASSIGN(const Wait wait, wait_for(cost));
    const Timestamp now = clock_.now();
    if (wait.until <= now) break;
    if (wait.until - begun > rules_.wait_max) {
      return Trouble{.kind = TroubleKind::rate_limited,
                     .message = "GitHub is not asked now: " + wait.why,
                     .way_out = "`pawl api-budget` shows what is left",
                     .retry_at = wait.until};
    }
    if (!clock_.sleep(wait.until - now, &cancel_)) {
      return Trouble{.kind = TroubleKind::cancelled,
                     .message = "asked to stop while waiting for GitHub's limits",
                     .way_out = {}};
    }
  }
  TRY(tables_.add(cost.resource, clock_.now(),
                  {.requests = 1,
                   .points = cost.points(),
                   .writes = cost.write ? 1 : 0,
                   .creations = cost.creates ? 1 : 0}));
  return Done{};
}

Answered ApiBudget::learn_limit(const os::HttpResponse& response) {
  const auto allowed = count_in(response, "x-ratelimit-limit");
  const auto remaining = count_in(response, "x-ratelimit-remaining");
  const auto reset = count_in(response, "x-ratelimit-reset");
  if (!allowed || !remaining || !reset) return Done{};
  const std::string_view named = response.header("x-ratelimit-resource");
  // Others (search, code scanning) have budgets of their own, of which little is used.
  if (!named.empty() && named != "core" && named != "graphql") return Done{};
  TRY(tables_.put_limit(
      named == "graphql" ? ApiResource::graphql : ApiResource::rest,
      {.allowed = *allowed, .remaining = *remaining, .reset_at = Timestamp(Seconds(*reset))}));
  return Done{};
}

// retry-after, else the end of the hour when it is used up, else a minute, doubled each time.
Answered ApiBudget::learn_pause(const ApiCost& cost, const os::HttpResponse& response) {
  const Timestamp now = clock_.now();
  TRY_ASSIGN(Pause pause, tables_.pause());
  if (cost.write) pause.written_at = now;
  if (is_rate_limit(response)) {
    Timestamp until =
        now + kMinute * (1 << std::min<std::int64_t>(pause.strikes, kDoublingsOfPause));
    const auto reset = count_in(response, "x-ratelimit-reset");
    if (const auto asked = os::retry_after(response, now, kHour * 24)) {
      until = now + *asked;
    } else if (reset && response.header("x-ratelimit-remaining") == "0") {
      until = Timestamp(Seconds(*reset));
    }
    pause.until = std::max(pause.until, until);
    ++pause.strikes;
  } else if (response.status < 500) {
    pause.strikes = 0;
  }
  TRY(tables_.put_pause(pause));
  return Done{};
}

Answered ApiBudget::settle(const ApiCost& cost, const os::HttpResponse& response) {
  constexpr int kNotModified = 304;
  TRY(learn_limit(response));
  TRY(learn_pause(cost, response));
  if (response.status == kNotModified) {
    TRY(tables_.add(cost.resource, clock_.now(), {.not_modified = 1}));
  }
  return Done{};
}

Answer<Timestamp> ApiBudget::retry_at() {
  TRY_ASSIGN(const Pause pause, tables_.pause());
  return std::max(pause.until, clock_.now());
}

}  // namespace pawl::forge
