// What of a CI log says why it failed: a pure function of its text. Logs are data; what a prompt is
// shown of them is framed by whoever asks.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.hpp"

namespace pawl::planner {

// When the step that failed ran, to the second; both default: nobody says.
struct StepSpan {
  Timestamp from{};
  Timestamp to{};
};

struct LogCut {
  std::size_t bytes_max = 8'000;
  std::size_t before = 10;  // lines before one that reports an error
  std::size_t after = 6;
  std::size_t tail = 60;  // lines, of a log where no line does
};

struct LogWindow {
  std::size_t first = 1;  // line of the log without its clutter
  std::vector<std::string> lines;
};

struct LogWindows {
  std::vector<LogWindow> windows;  // in order
  std::size_t lines = 0;           // of the whole log
  bool errors = false;             // some line reports an error; else this is the end of the log
  // With a line for what is left out between them.
  std::string text() const;
};

// One line as it was meant: without the time before it, colours, what a progress bar had written
// over, and the marks of GitHub's groups; empty when nothing is left.
std::string plain_log_line(std::string_view line);
// Whether the line reports an error: of compilers, test runners, package managers and shells of
// several languages.
bool reports_error(std::string_view plain_line);

// The lines that report errors with those around them. Windows that say the same count once; where
// not all fit, the first and the last are kept, then the others in order. Lines of other steps are
// left out where the log has times and `step` is known.
LogWindows error_windows(std::string_view log, const StepSpan& step = {}, const LogCut& cut = {});

}  // namespace pawl::planner
