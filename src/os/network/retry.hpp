// When a refused request is worth another try, and how long to wait before it.
#pragma once

#include <optional>
#include <string_view>

#include "base/time.hpp"
#include "os/network/http.hpp"
#include "os/random.hpp"

namespace pawl::os {

inline constexpr Milliseconds kRetryAfterMax{120'000};

// 408, 409, 429 and those of 5xx that may pass.
bool status_may_pass(int status);

// What Retry-After (seconds or an HTTP date) or retry-after-ms asks for, at most `most`; nothing
// when there is neither, or nobody can read it.
std::optional<Milliseconds> retry_after(const HttpResponse& response, Timestamp now,
                                        Milliseconds most = kRetryAfterMax);

// `Sun, 06 Nov 1994 08:49:37 GMT`.
std::optional<Timestamp> parse_http_date(std::string_view text);

// 1, 2, 4 … seconds, at most 60, less up to half of it by chance. `tries` counts from 0. What the
// server asked for goes first, plus up to a tenth, so that many clients do not come back at once.
Milliseconds retry_wait(int tries, std::optional<Milliseconds> asked, Random& random);

}  // namespace pawl::os
