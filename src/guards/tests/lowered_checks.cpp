#include "guards/tests/lowered_checks.hpp"

#include <algorithm>
#include <array>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/lexical.hpp"

namespace pawl::guards {
namespace {

// Names whose number is a floor. The general ones count only below a word that says what for.
constexpr auto kFloors =
    fixed_words("fail_under", "fail-under", "failUnder", "cov-fail-under", "minimum_coverage",
                "minimum-coverage", "minimumCoverage", "min_coverage", "min-coverage",
                "minCoverage", "coverage_threshold", "coverage-threshold", "MIN_COVERAGE",
                "COVERAGE_MIN", "COVERAGE_THRESHOLD", "check-coverage-minimum", "fail-under-lines",
                "fail-under-functions", "fail-under-regions", "fail-under-branches", "minMsi",
                "minCoveredMsi", "min-msi", "min-covered-msi", "minScore");
constexpr auto kJestFloors = fixed_words("branches", "functions", "lines", "statements");
// Of JaCoCo and Stryker.
constexpr auto kReportFloors = fixed_words("minimum", "break", "low", "high");
constexpr auto kCodecovFloors = fixed_words("target");

constexpr auto kSuppressions = fixed_words(
    "noqa", "type: ignore", "pylint: disable", "pyright: ignore", "mypy: ignore-errors",
    "pragma: no cover", "nosec", "eslint-disable", "@ts-ignore", "@ts-nocheck", "@ts-expect-error",
    "biome-ignore", "istanbul ignore", "c8 ignore", "v8 ignore", "tslint:disable", "nolint",
    "NOLINT", "cppcheck-suppress", "rubocop:disable", "shellcheck disable", "prettier-ignore",
    "lint:ignore", "LCOV_EXCL", "NOSONAR", "checkstyle:off");

// Remarks that scanners of security take for leave: Bandit and gosec, Semgrep, Trivy, tfsec,
// Checkov, gitleaks, detect-secrets, Pawl, CodeQL, Sonar, DevSkim, KICS, Horusec.
constexpr auto kSilencers =
    fixed_words("nosec", "nosemgrep", "trivy:ignore", "tfsec:ignore", "checkov:skip",
                "gitleaks:allow", "pragma: allowlist", "pragma: whitelist", "pawl:allow-secret",
                "lgtm[", "codeql[", "NOSONAR", "DevSkim: ignore", "kics-scan ignore", "nohorus",
                "trufflehog:ignore", "ggignore", "secretlint-disable", "bearer:disable");

bool is_option_byte(char c) { return is_word(c) || c == '-'; }

// `name = 80`, `"name": 80`, `name: 80%`, `--name=80`, `--name 80`.
std::optional<double> number_of(std::string_view line, std::string_view name) {
  const std::size_t at = line.find(name);
  if (at == std::string_view::npos) return std::nullopt;
  const bool option = at > 1 && line.substr(at - 2, 2) == "--";
  if (at > 0 && is_option_byte(line[at - 1]) && !option) return std::nullopt;
  std::string_view rest = line.substr(at + name.size());
  if (!rest.empty() && is_option_byte(rest.front())) return std::nullopt;
  const std::size_t sign = rest.find_first_not_of(" \t\"'=:>(");
  if (sign == std::string_view::npos || sign == 0) return std::nullopt;
  rest = rest.substr(sign);
  std::size_t end = 0;
  while (end < rest.size() && ((rest[end] >= '0' && rest[end] <= '9') || rest[end] == '.')) ++end;
  return parse_double(rest.substr(0, end));
}

void find_floors(std::string_view text, WordsView names, std::vector<Threshold>& found) {
  int number = 0;
  for (const std::string_view line : split_lines(text)) {
    ++number;
    for (const std::string_view name : names) {
      if (const auto value = number_of(line, name)) {
        found.push_back({std::string(name), *value, number});
      }
    }
  }
}

bool is_configuration(const RepoPath& path) {
  static constexpr auto kEndings =
      fixed_words(".toml", ".cfg", ".ini", ".yml", ".yaml", ".json", ".js", ".cjs", ".mjs", ".ts",
                  ".rc", ".xml", ".gradle", ".kts", ".rb", ".jsonc", ".properties");
  const std::string ending = path.extension();
  if (ending.empty()) return true;  // Makefile, .coveragerc, .simplecov
  return std::find(kEndings.begin(), kEndings.end(), ending) != kEndings.end();
}

std::string_view first_order(std::string_view comment, WordsView orders) {
  for (const std::string_view order : orders) {
    const std::size_t at = comment.find(order);
    if (at == std::string_view::npos) continue;
    // The order stands first in its comment, or after another one: prose may speak of it.
    const std::string_view before = comment.substr(0, at);
    const bool first = before.find_first_not_of("/#*<!- \t;@") == std::string_view::npos;
    const bool behind = before.ends_with("# ") || before.ends_with("// ") || before.ends_with("#");
    if (first || behind) return order;
  }
  return {};
}

}  // namespace

std::vector<Threshold> thresholds_in(const RepoPath& path, std::string_view text) {
  std::vector<Threshold> found;
  if (!is_configuration(path)) return found;
  const bool any = std::any_of(kFloors.begin(), kFloors.end(),
                               [&](std::string_view name) { return contains(text, name); });
  if (any) find_floors(text, kFloors, found);
  if (contains(text, "jacoco") || contains(text, "stryker") ||
      path.name().find("stryker") != std::string_view::npos) {
    find_floors(text, kReportFloors, found);
  }
  if (contains(text, "coverageThreshold") || contains(text, "thresholds") ||
      contains(text, "check-coverage") || path.name().starts_with(".nycrc") ||
      path.name().starts_with(".c8rc")) {
    find_floors(text, kJestFloors, found);
  }
  if (contains(lower(path.name()), "codecov")) find_floors(text, kCodecovFloors, found);
  return found;
}

std::string_view suppression_in(std::string_view comment) {
  return first_order(comment, kSuppressions);
}

std::string_view silencer_in(std::string_view comment) { return first_order(comment, kSilencers); }

std::string_view suppressing_attribute(std::string_view line) {
  line = trim(line);
  for (const std::string_view mark : {"#[allow(", "#![allow(", "#[expect(", "@SuppressWarnings",
                                      "@Suppress(", "#[cfg_attr(coverage"}) {
    if (line.starts_with(mark))
      return mark.starts_with('@') ? mark : mark.substr(0, mark.size() - 1);
  }
  return {};
}

}  // namespace pawl::guards
