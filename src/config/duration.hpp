// Times as people write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pawl::config {

// Seconds of `90`, `90s`, `30m`, `2h`, `1d` or several of them, the larger first: `1h30m`. A bare
// number is seconds. Nothing for any other text, and for more than 10,000 days.
std::optional<std::int64_t> parse_duration(std::string_view text);

// The shortest such text: `90s`, `30m`, `1h30m`; 0 is `0s`.
std::string short_duration(std::int64_t seconds);

}  // namespace pawl::config
