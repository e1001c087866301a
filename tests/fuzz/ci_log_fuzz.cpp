// A log of CI: what is left of it holds no escapes, no line without end, and not more than asked
// for.
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.hpp"
#include "base/text/text.hpp"
#include "planner/ci/log_windows.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pawl::planner;
  const std::string_view log(reinterpret_cast<const char*>(data), size);
  constexpr std::size_t kLineMax = 500;
  const LogCut cut{.bytes_max = 2'000};
  const LogWindows found = error_windows(log, {}, cut);
  std::size_t bytes = 0;
  std::size_t next = 1;
  for (const LogWindow& window : found.windows) {
    PAWL_CHECK(window.first >= next, "windows overlap, or are out of order");
    next = window.first + window.lines.size();
    for (const std::string& line : window.lines) {
      PAWL_CHECK(line.find('\n') == std::string::npos, "a line of several lines");
      PAWL_CHECK(line.size() <= kLineMax, "a line without end");
      PAWL_CHECK(pawl::is_utf8(line), "bytes that are no text");
      bytes += line.size() + 1;
    }
  }
  PAWL_CHECK(next <= found.lines + 1, "more lines than the log has");
  PAWL_CHECK(bytes <= cut.bytes_max + kLineMax, "more than was asked for");
  return 0;
}
