#include "base/time.hpp"

#include <array>
#include <cstdio>

namespace pawl {
namespace {

// Reads a text from its front; the first thing that is not as asked makes all of it wrong.
class Fields {
 public:
  explicit Fields(std::string_view text) : rest_(text) {}

  int digits(std::size_t count) {
    int value = 0;
    for (std::size_t i = 0; i < count; ++i) value = value * 10 + digit();
    return value;
  }
  void mark(char wanted) {
    if (!take(wanted)) ok_ = false;
  }
  bool take(char wanted) {
    if (!rest_.starts_with(wanted)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  // Any number of digits; what is finer than a millisecond is cut off.
  Milliseconds fraction() {
    int millis = 0;
    int unit = 100;
    do {
      millis += digit() * unit;
      unit /= 10;
    } while (ok_ && !rest_.empty() && is_digit(rest_.front()));
    return Milliseconds(millis);
  }
  bool at_end() const { return ok_ && rest_.empty(); }

 private:
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  int digit() {
    if (rest_.empty() || !is_digit(rest_.front())) {
      ok_ = false;
      return 0;
    }
    const int value = rest_.front() - '0';
    rest_.remove_prefix(1);
    return value;
  }

  std::string_view rest_;
  bool ok_ = true;
};

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
  Fields fields(text);
  const int year = fields.digits(4);
  fields.mark('-');
  const int month = fields.digits(2);
  fields.mark('-');
  const int day = fields.digits(2);
  fields.mark('T');
  const int hour = fields.digits(2);
  fields.mark(':');
  const int minute = fields.digits(2);
  fields.mark(':');
  const int second = fields.digits(2);
  const Milliseconds fraction = fields.take('.') ? fields.fraction() : Milliseconds(0);
  fields.mark('Z');
  const std::chrono::year_month_day date(std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day)));
  if (!fields.at_end() || !date.ok() || hour > 23 || minute > 59 || second > 60) return {};
  return std::chrono::sys_days(date) + std::chrono::hours(hour) + std::chrono::minutes(minute) +
         Seconds(second) + fraction;
}

std::string human_duration(Milliseconds duration) {
  std::array<char, 40> out{};
  const long long ms = duration.count();
  if (ms < 1000) {
    std::snprintf(out.data(), out.size(), "%lld ms", ms);
  } else if (ms < 60'000) {
    std::snprintf(out.data(), out.size(), "%lld.%lld s", ms / 1000, ms / 100 % 10);
  } else if (ms < 3'600'000) {
    std::snprintf(out.data(), out.size(), "%lld min %02lld s", ms / 60'000, ms / 1000 % 60);
  } else {
    std::snprintf(out.data(), out.size(), "%lld h %02lld min", ms / 3'600'000, ms / 60'000 % 60);
  }
  return out.data();
}

}  // namespace pawl
