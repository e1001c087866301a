#include "planner/ci/log_windows.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <iterator>

#include "base/text/text.hpp"

namespace pawl::planner::log_windows_test {

TEST_CASE("a line as it was meant") {
  struct Row {
    const char* line;
    const char* want;
  };
  const Row rows[] = {
      {"2026-01-01T00:00:01.1234567Z make: all", "make: all"},
      {"2026-01-01T00:00:01Z make", "make"},
      {"2026-01-01 is a date", "2026-01-01 is a date"},
      {"\x1b[31;1mred\x1b[0m text", "red text"},
      {"\x1b]0;title\aafter", "after"},
      {"12 %\r58 %\r100 %", "100 %"},
      {"done\r", "done"},
      {"##[group]Run make", "Run make"},
      {"##[endgroup]", ""},
      {"##[error]It broke", "error: It broke"},
      {"[command]/usr/bin/git fetch", "$ /usr/bin/git fetch"},
      {"bytes \xff\xfe", "bytes \xEF\xBF\xBD\xEF\xBF\xBD"},
      {"cut off \x1b[", "cut off"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.line);
    CHECK(plain_log_line(row.line) == row.want);
  }
}

TEST_CASE("what reports an error, in several languages") {
  for (const char* line :
       {"src/a.c:3:5: error: expected ';'", "error[E0308]: mismatched types",
        "thread 'x' panicked at src/lib.rs:3:5:", "E   assert 1 == 2",
        "FAILED tests/test_a.py::test_b - AssertionError", "--- FAIL: TestBox (0.00s)",
        "./box.go:7:2: undefined: lid", "a.ts(3,5): error TS2322: Type 'x'",
        "  \u2715 opens (3 ms)", "not ok 3 - opens",
        "[ERROR] COMPILATION ERROR :", "rspec ./spec/box_spec.rb:4 # Box opens",
        "npm ERR! missing script: test", "sh: 1: ruff: not found but command not found",
        "make: *** [Makefile:3: all] Error 2", "CMake Error at CMakeLists.txt:3 (find_package):"}) {
    CAPTURE(line);
    CHECK(reports_error(line));
  }
  for (const char* line :
       {"12 passed, 0 failed in 0.3s", "error: Process completed with exit code 1.",
        "warning: unused variable", "Compiling error-chain v0.12.4", "ok 3 - opens", "",
        "Found 0 errors, 0 errors in total"}) {
    CAPTURE(line);
    CHECK_FALSE(reports_error(line));
  }
}

TEST_CASE("windows hold what surrounds an error, once, in order") {
  std::string log;
  for (int i = 1; i <= 500; ++i) {
    const bool bad = i == 100 || i == 300;
    log += "2026-01-01T00:00:01.0000000Z " +
           (bad ? "a.c:" + std::to_string(i) + ":1: error: no" : "line " + std::to_string(i)) +
           "\n";
  }
  const LogWindows found = error_windows(log, {}, {.before = 2, .after = 1});
  CHECK(found.errors);
  REQUIRE(found.windows.size() == 2);
  CHECK(found.windows[0].first == 98);
  CHECK(found.windows[0].lines.size() == 4);
  CHECK(found.text() ==
        "[\u2026 97 lines left out \u2026]\nline 98\nline 99\na.c:100:1: error: no\nline 101\n"
        "[\u2026 196 lines left out \u2026]\nline 298\nline 299\na.c:300:1: error: no\nline 301\n"
        "[\u2026 199 lines left out \u2026]\n");
}

TEST_CASE("a log that is larger than its room keeps its first and its last error") {
  std::string log;
  for (int i = 1; i <= 2000; ++i) {
    log += i % 20 == 0 ? "a.c:" + std::to_string(i) + ":1: error: no " + std::string(100, 'x')
                       : "line";
    log += "\n";
  }
  constexpr std::size_t kMost = 2'000;
  const LogWindows found = error_windows(log, {}, {.bytes_max = kMost, .before = 1, .after = 1});
  const std::string text = found.text();
  CHECK(contains(text, "a.c:20:1"));
  CHECK(contains(text, "a.c:2000:1"));
  CHECK(text.size() < kMost + 1'500);
  // The same error again and again is one.
  std::string same;
  for (int i = 0; i < 50; ++i)
    same += std::string(30, '\n') + "x\n\ny\nerror: no such host\n" + std::string(20, 'z') +
            std::to_string(i) + "\nq\nq\nq\nq\nq\nq\nq\nq\nq\nq\nq\nq\nq\nq\nq\nq\nq\nq\nq\n";
  CHECK(error_windows(same).windows.size() == 1);
}

TEST_CASE("only the step that failed") {
  const std::string log =
      "2026-01-01T00:00:01.5000000Z error: of the step before\n"
      "2026-01-01T00:00:05.5000000Z error: of this step\n"
      "2026-01-01T00:00:09.9000000Z error: of the step after\n";
  const auto at = [](const char* text) { return *parse_iso8601(text); };
  const StepSpan step{.from = at("2026-01-01T00:00:04Z"), .to = at("2026-01-01T00:00:07Z")};
  CHECK(error_windows(log, step).text() == "error: of this step\n");
  // Clocks that have nothing in common.
  const StepSpan other{.from = at("2027-01-01T00:00:04Z"), .to = at("2027-01-01T00:00:07Z")};
  CHECK(error_windows(log, other).lines == 3);
}

TEST_CASE("a log without an error shows its end") {
  std::string log;
  for (int i = 1; i <= 200; ++i) log += "line " + std::to_string(i) + "\n";
  const LogWindows found = error_windows(log);
  CHECK_FALSE(found.errors);
  CHECK(found.text().ends_with("line 200\n"));
  CHECK(found.windows.front().lines.size() == 60);
  CHECK(error_windows("").text().empty());
}

TEST_CASE("whatever bytes it has, a log becomes lines of text within their limits") {
  const std::string parts[] = {"error: no\n",
                               "\x1b[3",
                               "\x1b]0;",
                               "\r",
                               "\n",
                               "##[error]",
                               "\xff",
                               "2026-01-01T00:00:01.5Z ",
                               "\a",
                               "m",
                               std::string(900, 'x'),
                               "::group::",
                               "\xEF\xBB\xBF",
                               "ok\n\n\n"};
  std::uint64_t state = 7;
  const auto next = [&](std::size_t most) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::size_t>(state >> 33U) % most;
  };
  for (int round = 0; round < 2'000; ++round) {
    std::string log;
    for (std::size_t i = next(60); i > 0; --i) log += parts[next(std::size(parts))];
    constexpr std::size_t kMost = 600;
    const LogWindows found = error_windows(log, {}, {.bytes_max = kMost, .before = 2, .after = 2});
    std::size_t bytes = 0;
    for (const LogWindow& window : found.windows) {
      for (const std::string& line : window.lines) {
        REQUIRE(line.size() <= 500);
        REQUIRE(is_utf8(line));
        REQUIRE_FALSE(contains(line, "\n"));
        bytes += line.size() + 1;
      }
    }
    REQUIRE(bytes <= kMost + 500);
  }
}

}  // namespace pawl::planner::log_windows_test
