#include "planner/ci/log_windows.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <set>

#include "base/text/text.hpp"

namespace pawl::planner {
namespace {

constexpr std::size_t kLineBytesMax = 400;
constexpr std::size_t kStampLength = 20;  // `2026-01-01T00:00:00Z`, with a fraction before the Z
constexpr char kEscape = '\x1b';

// Where the time before a line ends; 0 when it has none.
std::size_t stamp_end(std::string_view line) {
  if (line.size() < kStampLength || line[4] != '-' || line[7] != '-' || line[10] != 'T') return 0;
  const auto end = line.find('Z', kStampLength - 1);
  if (end == std::string_view::npos || end > kStampLength + 10) return 0;
  const bool digits =
      std::all_of(line.begin() + kStampLength - 1, line.begin() + static_cast<std::ptrdiff_t>(end),
                  [](char c) { return c == '.' || (c >= '0' && c <= '9'); });
  return digits ? end + 1 : 0;
}

// `ESC [ … letter` and `ESC ] … BEL`.
std::string without_escapes(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != kEscape) {
      out += text[i];
      continue;
    }
    if (i + 1 >= text.size()) break;
    const char kind = text[++i];
    if (kind == '[') {
      while (i + 1 < text.size() && (text[i + 1] < '@' || text[i + 1] > '~')) ++i;
      ++i;
    } else if (kind == ']') {
      while (i + 1 < text.size() && text[i + 1] != '\a' && text[i + 1] != kEscape) ++i;
      ++i;
    }
  }
  return out;
}

// `##[error]no` and `::error file=a.c,line=3::no`, as GitHub's runner marks lines.
std::string without_marks(std::string_view text) {
  for (const std::string_view gone : {"##[endgroup]", "##[debug]", "::endgroup::", "::debug::"}) {
    if (text.starts_with(gone)) return {};
  }
  struct Mark {
    std::string_view mark;
    std::string_view instead;
  };
  constexpr Mark kMarks[] = {
      {"##[group]", ""},        {"##[section]", ""},          {"##[command]", "$ "},
      {"##[error]", "error: "}, {"##[warning]", "warning: "}, {"::group::", ""},
      {"[command]", "$ "}};
  for (const Mark& each : kMarks) {
    if (text.starts_with(each.mark)) {
      return std::string(each.instead) + std::string(text.substr(each.mark.size()));
    }
  }
  return std::string(text);
}

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> starts) {
  return std::any_of(starts.begin(), starts.end(),
                     [&](std::string_view start) { return text.starts_with(start); });
}

bool holds_any(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return contains(text, part); });
}

// What says only that something failed before.
bool is_echo(std::string_view line) {
  return contains(line, "Process completed with exit code") ||
         contains(line, "ERR! A complete log of this run") || contains(line, " 0 errors") ||
         contains(line, " 0 failed") || contains(line, "errors: 0");
}

struct Line {
  std::string text;
  bool error = false;
};

// The time before a line, to the second.
std::optional<Timestamp> time_of(std::string_view line) {
  const std::size_t end = stamp_end(line);
  return end == 0 ? std::nullopt : parse_iso8601(line.substr(0, end));
}

std::vector<Line> lines_of(std::string_view log, const StepSpan& step) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (log.starts_with(kByteOrderMark)) log.remove_prefix(kByteOrderMark.size());
  const bool bounded = step.from != Timestamp{} && step.to != Timestamp{};
  std::vector<Line> lines;
  for (const std::string_view raw : split_lines(log)) {
    if (bounded) {
      const auto at = time_of(raw);
      if (at && (*at < step.from || *at >= step.to + Seconds(1))) continue;
    }
    std::string text = plain_log_line(raw);
    if (text.empty() && (lines.empty() || lines.back().text.empty())) continue;
    const bool error = reports_error(text);
    lines.push_back({.text = std::move(text), .error = error});
  }
  return lines;
}

struct Range {
  std::size_t from = 0;
  std::size_t to = 0;  // behind the last line
};

std::vector<Range> ranges_of(const std::vector<Line>& lines, const LogCut& cut) {
  std::vector<Range> ranges;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!lines[i].error) continue;
    const std::size_t from = i - std::min(i, cut.before);
    const std::size_t to = std::min(lines.size(), i + 1 + cut.after);
    if (!ranges.empty() && from <= ranges.back().to) {
      ranges.back().to = to;
    } else {
      ranges.push_back({from, to});
    }
  }
  return ranges;
}

LogWindow window_of(const std::vector<Line>& lines, const Range& range) {
  LogWindow window{.first = range.from + 1, .lines = {}};
  for (std::size_t i = range.from; i < range.to; ++i) window.lines.push_back(lines[i].text);
  return window;
}

std::size_t bytes_of(const LogWindow& window) {
  return std::accumulate(
      window.lines.begin(), window.lines.end(), std::size_t{0},
      [](std::size_t sum, const std::string& line) { return sum + line.size() + 1; });
}

// The errors alone, by which windows are compared: what is around them may count or be timed.
std::string errors_in(const LogWindow& window) {
  std::string out;
  for (const std::string& line : window.lines) {
    if (reports_error(line)) out += line + "\n";
  }
  return out;
}

// A window that is too large loses lines at its end: the first error says most.
void shorten(LogWindow& window, std::size_t bytes_max) {
  std::size_t bytes = 0;
  std::size_t kept = 0;
  while (kept < window.lines.size() && bytes + window.lines[kept].size() < bytes_max) {
    bytes += window.lines[kept++].size() + 1;
  }
  window.lines.resize(std::max<std::size_t>(kept, std::min<std::size_t>(1, window.lines.size())));
}

// The first, the last, then the others in order, as far as there is room.
std::vector<LogWindow> fitting(std::vector<LogWindow> all, std::size_t bytes_max) {
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (order.size() > 2) std::rotate(order.begin() + 1, order.end() - 1, order.end());
  std::set<std::size_t> taken;
  std::size_t left = bytes_max;
  for (const std::size_t i : order) {
    const bool first = taken.empty();
    if (first) shorten(all[i], all.size() == 1 ? left : left * 2 / 3);
    const std::size_t bytes = bytes_of(all[i]);
    if (bytes > left && !first) continue;
    left -= std::min(left, bytes);
    taken.insert(i);
  }
  std::vector<LogWindow> out;
  for (const std::size_t i : taken) out.push_back(std::move(all[i]));
  return out;
}

}  // namespace

std::string plain_log_line(std::string_view line) {
  line.remove_prefix(stamp_end(line));
  if (line.starts_with(' ')) line.remove_prefix(1);
  while (line.ends_with('\r') || line.ends_with('\n')) line.remove_suffix(1);
  // What a progress bar wrote over.
  if (const auto back = line.rfind('\r'); back != std::string_view::npos) {
    line.remove_prefix(back + 1);
  }
  const std::string plain = without_marks(trim_end(without_escapes(line)));
  std::string text = to_utf8(plain);
  return text.size() <= kLineBytesMax ? text : printable(text, kLineBytesMax);
}

bool reports_error(std::string_view line) {
  if (is_echo(line)) return false;
  const std::string_view text = trim(line);
  if (starts_with_any(text, {"error: ",
                             "Error: ",
                             "error[",
                             "ERROR ",
                             "ERROR: ",
                             "[ERROR]",
                             "fatal: ",
                             "FATAL",
                             "FAILED ",
                             "FAIL ",
                             "FAIL:",
                             "FAIL\t",
                             "--- FAIL",
                             "not ok ",
                             "E   ",
                             "Traceback (most recent call last)",
                             "panic: ",
                             "npm ERR!",
                             "npm error",
                             "BUILD FAILED",
                             "BUILD FAILURE",
                             "\u2715 ",
                             "\u2717 ",
                             "\u00d7 ",
                             "\u25cf ",
                             "rspec ./",
                             "Failure:",
                             "1) ",
                             "make: ***",
                             "ninja: build stopped",
                             "CMake Error",
                             "Segmentation fault",
                             "Exception in thread",
                             "FAILURES!",
                             "There was 1 failure"})) {
    return true;
  }
  return holds_any(text, {": error: ",
                          ": fatal error: ",
                          ": error TS",
                          " error TS",
                          "AssertionError",
                          "SyntaxError: ",
                          "TypeError: ",
                          "NameError: ",
                          "ImportError: ",
                          "ModuleNotFoundError: ",
                          "ReferenceError: ",
                          "KeyError: ",
                          "ValueError: ",
                          "AttributeError: ",
                          "NoMethodError",
                          "panicked at",
                          "undefined reference to",
                          "cannot find symbol",
                          "command not found",
                          "No such file or directory",
                          "Permission denied",
                          "No space left on device",
                          "test result: FAILED",
                          "Tests failed",
                          "Could not resolve",
                          "timed out",
                          "Connection refused",
                          "Connection reset",
                          "Assertion failed",
                          "Unhandled",
                          "Killed",
                          "*** ["}) ||
         // `a.go:3:5: undefined: x`, as Go's compiler and vet print.
         (contains(text, ".go:") && contains(text, ": "));
}

std::string LogWindows::text() const {
  std::string out;
  std::size_t next = 1;
  const auto left_out = [&](std::size_t until) {
    if (until > next) out += "[\u2026 " + counted(until - next, "line") + " left out \u2026]\n";
  };
  for (const LogWindow& window : windows) {
    left_out(window.first);
    for (const std::string& line : window.lines) out += line + "\n";
    next = window.first + window.lines.size();
  }
  left_out(lines + 1);
  return out;
}

LogWindows error_windows(std::string_view log, const StepSpan& step, const LogCut& cut) {
  std::vector<Line> lines = lines_of(log, step);
  // Times that do not belong to the step after all.
  if (lines.empty()) lines = lines_of(log, {});
  LogWindows out{.windows = {}, .lines = lines.size()};
  const std::vector<Range> ranges = ranges_of(lines, cut);
  out.errors = !ranges.empty();
  if (ranges.empty()) {
    const std::size_t from = lines.size() - std::min(lines.size(), cut.tail);
    LogWindow tail = window_of(lines, {from, lines.size()});
    while (tail.lines.size() > 1 && bytes_of(tail) > cut.bytes_max) {
      tail.lines.erase(tail.lines.begin());
      ++tail.first;
    }
    if (!tail.lines.empty()) out.windows.push_back(std::move(tail));
    return out;
  }
  std::vector<LogWindow> all;
  std::set<std::string> seen;
  for (const Range& range : ranges) {
    LogWindow window = window_of(lines, range);
    if (seen.insert(errors_in(window)).second) all.push_back(std::move(window));
  }
  out.windows = fitting(std::move(all), cut.bytes_max);
  return out;
}

}  // namespace pawl::planner
