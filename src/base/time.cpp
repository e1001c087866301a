#include "base/time.hpp"

#include <array>
#include <cstdio>

#include "base/text.hpp"

namespace pawl {
namespace {

std::optional<int> digits(std::string_view text, std::size_t at, std::size_t count) {
  if (at + count > text.size()) return {};
  const auto value = parse_int(text.substr(at, count));
  if (!value || *value < 0) return {};
  return static_cast<int>(*value);
}

}  // namespace

std::string to_iso8601(Timestamp at) {
  const auto day = std::chrono::floor<std::chrono::days>(at);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(at - day);
  std::array<char, 40> out{};
  std::snprintf(
      out.data(), out.size(), "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ", static_cast<int>(date.year()),
      static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
      static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
      static_cast<int>(clock.seconds().count()), static_cast<int>(clock.subseconds().count()));
  return out.data();
}

std::optional<Timestamp> parse_iso8601(std::string_view text) {
  const auto year = digits(text, 0, 4);
  const auto month = digits(text, 5, 2);
  const auto day = digits(text, 8, 2);
  const auto hour = digits(text, 11, 2);
  const auto minute = digits(text, 14, 2);
  const auto second = digits(text, 17, 2);
  if (!year || !month || !day || !hour || !minute || !second) return {};
  const std::chrono::year_month_day date(std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day)));
  if (!date.ok() || *hour > 23 || *minute > 59 || *second > 60) return {};
  Milliseconds fraction{0};
  std::size_t at = 19;
  if (at < text.size() && text[at] == '.') {
    const auto millis = digits(text, at + 1, 3);
    if (!millis) return {};
    fraction = Milliseconds(*millis);
    at += 4;
  }
  if (text.substr(at) != "Z") return {};
  return std::chrono::sys_days(date) + std::chrono::hours(*hour) + std::chrono::minutes(*minute) +
         Seconds(*second) + fraction;
}

std::string human_duration(Milliseconds duration) {
  std::array<char, 40> out{};
  const long long ms = duration.count();
  if (ms < 1000) {
    std::snprintf(out.data(), out.size(), "%lld ms", ms);
  } else if (ms < 60'000) {
    std::snprintf(out.data(), out.size(), "%.1f s", static_cast<double>(ms) / 1000.0);
  } else if (ms < 3'600'000) {
    std::snprintf(out.data(), out.size(), "%lld min %02lld s", ms / 60'000, ms / 1000 % 60);
  } else {
    std::snprintf(out.data(), out.size(), "%lld h %02lld min", ms / 3'600'000, ms / 60'000 % 60);
  }
  return out.data();
}

}  // namespace pawl
