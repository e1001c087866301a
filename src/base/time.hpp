// Points in time as the journal and the views write them: UTC, milliseconds.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace pawl {

using Milliseconds = std::chrono::milliseconds;
using Seconds = std::chrono::seconds;
using Timestamp = std::chrono::time_point<std::chrono::system_clock, Milliseconds>;

// `2026-04-20T09:30:00.125Z` (RFC 3339).
std::string to_iso8601(Timestamp at);
// UTC only (`Z`); any number of fraction digits, cut to milliseconds.
std::optional<Timestamp> parse_iso8601(std::string_view text);
// `850 ms`, `4.2 s`, `3 min 05 s`, `2 h 04 min`.
std::string human_duration(Milliseconds duration);

}  // namespace pawl
