// More patience with tests: limits of time that are longer, tests that are tried again.
#include <optional>
#include <string>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/limits.hpp"
#include "guards/tests/changed_lines.hpp"
#include "guards/tests/tampering_parts.hpp"
#include "repo/kinds/family.hpp"

namespace pawl::guards {
namespace {

// Words of lines whose number is a time to wait.
constexpr auto kTimes = fixed_words("timeout", "time_limit", "timelimit", "deadline", "within",
                                    "wait", "sleep", "second", "duration", "eventually", "delay",
                                    "alarm", "millis", "maxtime", "max_time", "patience");

// What sets a limit where a shorter one held by itself.
constexpr auto kLimits =
    fixed_words("jest.setTimeout(", "test.setTimeout(", "this.timeout(",
                "testTimeout:", "vi.setConfig(", "DEFAULT_TIMEOUT_INTERVAL", "mark.timeout(",
                "@Timeout(", "test.slow(", "tcase_set_timeout(", "default_max_wait_time",
                "default_wait_time", "BATS_TEST_TIMEOUT=", "hookTimeout:", "@Test(timeout",
                "--timeout", "--test-timeout", "-timeout ", "#[timeout(", "#[ntest::timeout(");

// What has a test run again when it failed: plugins and options of pytest, Jest, Vitest, Mocha,
// Playwright, Cypress, JUnit, Surefire, RSpec, CTest, Bats, nextest, gotestsum, Bazel, GitLab, Nx.
constexpr auto kRetries = fixed_words(
    "flaky(", "mark.flaky", "@flaky", "reruns", "retryTimes(", ".retries(", "--retries", "--retry",
    "--reruns", "RepeatedIfExceptions", "@Retry", "RetryingTest", "@Flaky", "rerunFailingTests",
    "retry:", "retries:", "\"retries\"", "retries =", "\"retry\"", "retry =", "--repeat until-pass",
    "BATS_TEST_RETRIES", "--rerun-fails", "rspec/retry", "rspec-retry", "flaky_test_attempts",
    "maxRetries", "max_retries", "nick-fields/retry", "nick-invision/retry", "retry_count",
    "default_retry_count", "--rerun-failed", "#[flaky", "flaky_test", "max_attempts", "RetryRule",
    "RetryAnalyzer", "retryAnalyzer", "testRetries", "--attempts", "@RepeatedTest(", "retry_on",
    "RUN_UNTIL_PASS", "gtest_repeat", "--max-retries");

// Where two lines begin to differ, from the first digit of that number on.
std::size_t first_difference(std::string_view before, std::string_view after) {
  std::size_t head = 0;
  while (head < before.size() && head < after.size() && before[head] == after[head]) ++head;
  while (head > 0 &&
         (is_digit(before[head - 1]) || before[head - 1] == '.' || before[head - 1] == '_')) {
    --head;
  }
  return head;
}

// The number at that place, and where it ends.
std::optional<double> number_at(std::string_view text, std::size_t head, std::size_t& end) {
  end = head;
  while (end < text.size() && (is_digit(text[end]) || text[end] == '.' || text[end] == '_')) ++end;
  return parse_double(replace_all(text.substr(head, end - head), "_", ""));
}

// The two lines but for numbers, each of which is larger now.
bool grew(std::string_view before, std::string_view after) {
  do {
    const std::size_t head = first_difference(before, after);
    std::size_t old_end = 0;
    std::size_t end = 0;
    const auto old = number_at(before, head, old_end);
    const auto now = number_at(after, head, end);
    if (!old || !now || *now <= *old) return false;
    before.remove_prefix(old_end);
    after.remove_prefix(end);
  } while (before != after);
  return true;
}

bool holds_any(std::string_view line, WordsView words) {
  for (const std::string_view word : words) {
    if (contains(line, word)) return true;
  }
  return false;
}
bool holds_any_folded(std::string_view line, WordsView words) {
  for (const std::string_view word : words) {
    if (contains_folded(line, word)) return true;
  }
  return false;
}

// The end of a test of Jest or Mocha with a limit of its own: `}, 120000);`.
bool closes_with_limit(std::string_view line) {
  const std::string_view plain = trim(line);
  if (!plain.starts_with("}, ") && !plain.starts_with("},")) return false;
  const std::string_view rest = trim(plain.substr(2));
  const std::size_t end = rest.find_first_not_of("0123456789_");
  return end != 0 && end != std::string_view::npos && end > 3 && rest[end] == ')';
}

// `cmd || cmd`, `until cmd`, a loop around it.
bool tries_again(std::string_view line) {
  const auto at = line.find("||");
  if (at != std::string_view::npos && runs_tests(line.substr(at + 2)) &&
      runs_tests(line.substr(0, at))) {
    return true;
  }
  const std::string_view plain = trim(line);
  const bool loop = plain.starts_with("until ") || contains(plain, "&& break") ||
                    contains(plain, "for i in 1 2") || contains(plain, "for attempt in");
  return loop && runs_tests(line);
}

void report_patience(const git::FileChange& file, std::string_view rule, int line,
                     const std::string& what, Verdict& verdict) {
  verdict.applies();
  verdict.refuse(
      tampering_finding(rule, file, line, what, "Mend what makes the test slow or unsteady."));
}

}  // namespace

void check_patience(const git::FileChange& file, const ChangedLines& changed, Verdict& verdict) {
  if (changed.empty()) return;
  const bool tests = repo::is_test_file(file.path) || repo::lies_among_tests(file.path);
  if (!tests && !is_settings(file.path, *file.after)) return;
  std::size_t reported = 0;
  for (const ChangedLine& each : changed) {
    if (each.after.empty() || reported >= kFindingsPerFileMax) continue;
    const std::string shown = "\"" + printable(trim(each.after), 80) + "\"";
    if (holds_any_folded(each.after, kTimes) && grew(each.before, each.after)) {
      report_patience(file, "raised-limit", each.line, "waits longer: " + shown, verdict);
      ++reported;
      continue;
    }
    const bool again = (holds_any(each.after, kRetries) && !holds_any(each.before, kRetries)) ||
                       (holds_any(each.after, kRetries) && grew(each.before, each.after)) ||
                       (tries_again(each.after) && !tries_again(each.before));
    if (again) {
      report_patience(file, "retried-test", each.line, "a test that fails is tried again: " + shown,
                      verdict);
      ++reported;
    } else if ((tests || runs_tests(each.after)) &&
               ((holds_any(each.after, kLimits) && !holds_any(each.before, kLimits)) ||
                (closes_with_limit(each.after) && !closes_with_limit(each.before)))) {
      report_patience(file, "raised-limit", each.line, "sets a limit of its own: " + shown,
                      verdict);
      ++reported;
    }
  }
}

}  // namespace pawl::guards
