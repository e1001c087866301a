#include "base/result.hpp"

#include <cstdio>
#include <cstdlib>

namespace pawl {

std::string_view to_string(Errc code) {
  switch (code) {
    case Errc::invalid: return "invalid";
    case Errc::not_found: return "not_found";
    case Errc::conflict: return "conflict";
    case Errc::denied: return "denied";
    case Errc::timeout: return "timeout";
    case Errc::cancelled: return "cancelled";
    case Errc::io: return "io";
    case Errc::upstream: return "upstream";
  }
  return "unknown";
}

std::string Error::to_line() const {
  std::string line;
  for (auto frame = trail.rbegin(); frame != trail.rend(); ++frame) {
    line += *frame;
    line += frame + 1 == trail.rend() ? ": " : " › ";
  }
  return line + message;
}

void check_failed(const char* file, int line, std::string_view condition,
                  std::string_view message) {
  std::fprintf(stderr, "pawl: broken assumption at %s:%d: %.*s (%.*s)\n", file, line,
               static_cast<int>(condition.size()), condition.data(),
               static_cast<int>(message.size()), message.data());
  std::fflush(stderr);
  std::abort();
}

void no_value(const Error& error) { PAWL_CHECK(false, "value() of a failure: " + error.to_line()); }

void no_error() { PAWL_CHECK(false, "error() of a success"); }

}  // namespace pawl
