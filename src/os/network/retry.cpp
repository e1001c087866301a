#include "os/network/retry.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::os {
namespace {

constexpr Milliseconds kFirstWait{1'000};
constexpr int kDoublingsMax = 6;
constexpr Milliseconds kRetryWaitMax{60'000};

constexpr auto kMonths =
    fixed_words("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");

Milliseconds scaled_pause(Milliseconds duration, double factor) {
  return Milliseconds(std::llround(static_cast<double>(duration.count()) * factor));
}

// A count of `unit`, without overflow however large the number is.
std::optional<Milliseconds> count_of(std::string_view text, double unit_ms, Milliseconds most) {
  const auto number = parse_double(trim(text));
  if (!number || !(*number >= 0)) return std::nullopt;
  const double ms = std::min(*number * unit_ms, static_cast<double>(most.count()));
  return Milliseconds(std::llround(ms));
}

std::optional<Milliseconds> time_of_day(std::string_view text) {
  const auto parts = split(text, ':');
  if (parts.size() != 3) return std::nullopt;
  const auto hours = parse_int(parts[0]);
  const auto minutes = parse_int(parts[1]);
  const auto seconds = parse_int(parts[2]);
  if (!hours || !minutes || !seconds) return std::nullopt;
  if (*hours < 0 || *hours > 23 || *minutes < 0 || *minutes > 59) return std::nullopt;
  if (*seconds < 0 || *seconds > 60) return std::nullopt;
  return Milliseconds(((*hours * 60 + *minutes) * 60 + *seconds) * 1000);
}

}  // namespace

bool status_may_pass(int status) {
  if (status == 408 || status == 409 || status == 429) return true;
  return status >= 500 && status != 501 && status != 505;
}

std::optional<Timestamp> parse_http_date(std::string_view text) {
  const auto words = split_words(text);
  if (words.size() != 6 || words[5] != "GMT") return std::nullopt;
  const auto day = parse_int(words[1]);
  const auto month = std::find(kMonths.begin(), kMonths.end(), words[2]);
  const auto year = parse_int(words[3]);
  const auto time = time_of_day(words[4]);
  if (!day || month == kMonths.end() || !year || !time) return std::nullopt;
  if (*day < 1 || *day > 31 || *year < 1970 || *year > 9999) return std::nullopt;
  const std::chrono::year_month_day date(
      std::chrono::year(static_cast<int>(*year)),
      std::chrono::month(static_cast<unsigned>(month - kMonths.begin()) + 1),
      std::chrono::day(static_cast<unsigned>(*day)));
  if (!date.ok()) return std::nullopt;
  return std::chrono::time_point_cast<Milliseconds>(std::chrono::sys_days(date)) + *time;
}

std::optional<Milliseconds> retry_after(const HttpResponse& response, Timestamp now,
                                        Milliseconds most) {
  if (const auto exact = count_of(response.header("retry-after-ms"), 1, most)) return exact;
  const std::string_view text = response.header("retry-after");
  if (const auto seconds = count_of(text, 1000, most)) return seconds;
  const auto date = parse_http_date(text);
  if (!date) return std::nullopt;
  return std::clamp(*date - now, Milliseconds(0), most);
}

Milliseconds retry_wait(int tries, std::optional<Milliseconds> asked, Random& random) {
  if (asked) return std::min(scaled_pause(*asked, 1 + random.fraction() / 10), kRetryAfterMax);
  const Milliseconds full =
      std::min(kFirstWait * (1 << std::clamp(tries, 0, kDoublingsMax)), kRetryWaitMax);
  return scaled_pause(full, 0.5 + random.fraction() / 2);
}

}  // namespace pawl::os
