// Commands and settings of runners that leave tests out.
#include <algorithm>
#include <set>
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

// Options that choose tests or leave some out: pytest, unittest, Jest, Vitest, Mocha, node:test,
// Playwright, go test, cargo, Maven, Gradle, CTest, GoogleTest, Catch2, RSpec, minitest, Bats.
constexpr auto kChoosing = fixed_words(
    "--ignore", "--ignore-glob", "--deselect", "-k", "-m", "--exclude", "-E", "-LE", "-L", "-R",
    "--skip", "-skip", "-run", "--run", "-short", "--grep", "-g", "--fgrep", "-f", "--invert", "-x",
    "-DskipTests", "-Dtest", "-DexcludedGroups", "-Dgroups", "--filter", "--tests", "--test",
    "--lib", "--bins", "--bin", "--testPathIgnorePatterns", "--testNamePattern", "-t",
    "--testPathPattern", "--testPathPatterns", "--onlyChanged", "-o", "--changed", "--lf",
    "--last-failed", "--gtest_filter", "--only", "--tag", "--tags", "--exclude-tag",
    "--exclude-tags", "--filter-tags", "--no-run", "--example", "-e", "--shard", "--name", "-n",
    "--pattern", "--exclude-pattern", "--test-name-pattern", "--test-skip-pattern",
    "--collect-only", "--list", "--dry-run", "--doc", "--grep-invert", "--project",
    "-Dmaven.test.skip", "--label-exclude", "--label-regex", "--exclude-regex", "--tests-regex",
    "--maxfail", "--exitfirst", "--bail", "--passWithNoTests", "--findRelatedTests", "--related",
    "--spec", "-p", "--package", "-Dsurefire.skip", "--exclude-task", "--stepwise", "--sw",
    "--gtest_also_run_disabled_tests=0");
// Words without which a command takes fewer tests.
constexpr auto kTakingAll =
    fixed_words("./...", "--all", "--workspace", "--all-features", "--all-targets", "--recursive",
                "-r", "--run-ignored", "--include-ignored", "--runslow", "--no-bail");

// Keys whose entries are left out, and keys whose entries are all that is taken.
constexpr auto kLeavingOut =
    fixed_words("norecursedirs", "testPathIgnorePatterns", "modulePathIgnorePatterns",
                "collect_ignore", "collect_ignore_glob", "testIgnore", "exclude_pattern",
                "filter_run_excluding", "excludedGroups", "excludeTags", "excludeTestsMatching",
                "excludeCategories", "skipTests", "passWithNoTests", "deselect", "exclude-tests",
                "watchPathIgnorePatterns", "grepInvert", "skip-tests", "ctest_exclude",
                "CTEST_CUSTOM_TESTS_IGNORE", "excludeSpecPattern", "skip_tests", "exclude_dirs");
constexpr auto kTaking = fixed_words(
    "testpaths", "testMatch", "testRegex", "python_files", "python_classes", "python_functions",
    "testDir", "test_files", "envlist", "env_list", "specPattern", "testFiles", "includeTags",
    "testNamePattern", "onlyChanged", "spec_files", "roots");
// Lines that turn tests off where they stand.
constexpr auto kOff =
    fixed_words("test=false", "doctest=false", "autotests=false", "enabled=false", "onlyIf{false}",
                "DISABLEDTRUE", "WILL_FAIL", "BUILD_TESTINGOFF", "<skip>true<", "<skipTests>true<",
                "<maven.test.skip>true<", "bail:true", "DISABLEDON");

std::string_view option_of(std::string_view word) {
  while (!word.empty() && (word.front() == '"' || word.front() == '\'')) word.remove_prefix(1);
  const std::size_t end = word.find_first_of("=\"',");
  return word.substr(0, end);
}

// What stands behind a command and is no part of it.
bool ends_command(std::string_view word) {
  return among({"||", "&&", "|", ">", ">>", "2>&1", ";", "#"}, word) || word.starts_with('#');
}

// The words of a line's first command, without quotes and commas around them.
std::vector<std::string_view> command_list(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::string_view word : split_words(line)) {
    if (ends_command(word)) break;
    const bool last = word.ends_with(';');
    while (!word.empty() && contains("\"',;", word.substr(0, 1))) word.remove_prefix(1);
    while (!word.empty() && contains("\"',;", word.substr(word.size() - 1))) word.remove_suffix(1);
    if (!word.empty()) words.push_back(word);
    if (last) break;
  }
  return words;
}

std::multiset<std::string_view> command_words(std::string_view line) {
  const auto list = command_list(line);
  return {list.begin(), list.end()};
}

std::vector<std::string_view> missing_from(const std::multiset<std::string_view>& others,
                                           std::string_view line) {
  std::multiset<std::string_view> left = others;
  std::vector<std::string_view> out;
  for (const std::string_view word : command_list(line)) {
    const auto found = left.find(word);
    if (found == left.end()) {
      out.push_back(word);
    } else {
      left.erase(found);
    }
  }
  return out;
}

// The same command, but that it takes fewer tests.
bool is_narrower(std::string_view before, std::string_view after) {
  if (!runs_tests(before) || !runs_tests(after)) return false;
  const auto came = missing_from(command_words(before), after);
  const auto gone = missing_from(command_words(after), before);
  for (std::string_view word : came) {
    const std::string_view option = option_of(word);
    if (among(kChoosing, option)) return true;
  }
  for (const std::string_view word : gone) {
    if (among(kTakingAll, option_of(word))) return true;
    for (const std::string_view now : came) {
      // `tests/` → `tests/unit`.
      const std::string_view wide = word.ends_with('/') ? word.substr(0, word.size() - 1) : word;
      if (wide.size() > 1 && now.size() > wide.size() && now.starts_with(wide) &&
          (now[wide.size()] == '/' || now[wide.size()] == ':')) {
        return true;
      }
    }
  }
  // `cargo test basic`: what is no option is a name to look for.
  if (!gone.empty() || came.empty()) return false;
  return std::all_of(came.begin(), came.end(), [](std::string_view word) {
    return !word.starts_with('-') && !word.starts_with('$') && !contains(word, "=") &&
           !ends_command(word) && word != "\\" &&
           !among({"--", "}", "{", ")", "\"", "if", "!", "while", "until"}, word);
  });
}

// The key a line sets: `key =`, `"key":`, `key:`, `key(`, `<key>`.
bool sets(std::string_view line, std::string_view key) {
  for (auto at = line.find(key); at != std::string_view::npos; at = line.find(key, at + 1)) {
    const char before = at == 0 ? ' ' : line[at - 1];
    if (is_word(before) || before == '-') continue;
    std::string_view rest = line.substr(at + key.size());
    if (!rest.empty() && (rest.front() == '"' || rest.front() == '\'')) rest.remove_prefix(1);
    rest = trim(rest);
    if (rest.starts_with('=') || rest.starts_with(':') || rest.starts_with('>') ||
        rest.starts_with('(') || rest.starts_with("+=") || rest.starts_with(' ')) {
      return true;
    }
  }
  return false;
}

std::set<std::string_view> entries_of(std::string_view line) {
  std::set<std::string_view> out;
  const std::size_t sign = line.find_first_of("=:>");
  std::string_view rest = sign == std::string_view::npos ? line : line.substr(sign + 1);
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= rest.size(); ++i) {
    const bool ends = i == rest.size() || is_space(rest[i]) || rest[i] == ',' || rest[i] == '[' ||
                      rest[i] == ']' || rest[i] == '"' || rest[i] == '\'' || rest[i] == '{' ||
                      rest[i] == '}' || rest[i] == '<';
    if (!ends) continue;
    if (i > begin) out.insert(rest.substr(begin, i - begin));
    begin = i + 1;
  }
  return out;
}

bool holds_all(const std::set<std::string_view>& wide, const std::set<std::string_view>& narrow) {
  return std::includes(wide.begin(), wide.end(), narrow.begin(), narrow.end());
}

bool is_narrower_setting(std::string_view before, std::string_view after) {
  for (const std::string_view key : kLeavingOut) {
    if (!after.empty() && sets(after, key)) {
      return !sets(before, key) || !holds_all(entries_of(before), entries_of(after));
    }
  }
  for (const std::string_view key : kTaking) {
    const bool was = !before.empty() && sets(before, key);
    const bool is = !after.empty() && sets(after, key);
    if (was && is) return !holds_all(entries_of(after), entries_of(before));
    if (is && before.empty()) return key != "envlist" && key != "env_list";
  }
  const std::string plain = replace_all(after, " ", "");
  const std::string old = replace_all(before, " ", "");
  for (const std::string_view off : kOff) {
    if (contains(plain, off) && !contains(old, off)) return true;
  }
  if (sets(after, "addopts") || contains(after, "addopts")) {
    for (const std::string_view word : split_words(after)) {
      const bool choosing = among(kChoosing, option_of(word));
      if (choosing && !contains(before, word)) return true;
    }
  }
  return false;
}

// What adds a test to a build's list, and is gone.
bool drops_test(std::string_view before, std::string_view after) {
  for (const std::string_view call : {"add_test(", "gtest_discover_tests(", "catch_discover_tests(",
                                      "doctest_discover_tests(", "RUN_TEST(", "tcase_add_test(",
                                      "suite_add_tcase(", "cmocka_unit_test(", "enable_testing("}) {
    if (contains(before, call) && !contains(after, call)) return true;
  }
  return false;
}

}  // namespace

void check_narrowed_runs(const git::FileChange& file, const ChangedLines& changed,
                         Verdict& verdict) {
  if (changed.empty()) return;
  if (repo::is_document(file.path) && file.path.name() != "CMakeLists.txt") return;
  const bool settings = is_settings(file.path, *file.after);
  const bool code = repo::family_of(file.path).has_value();
  if (!settings && !code) return;
  std::size_t reported = 0;
  for (const ChangedLine& each : changed) {
    const bool narrower = settings && (is_narrower(each.before, each.after) ||
                                       is_narrower_setting(each.before, each.after));
    const std::string_view plain = trim(each.before);
    const bool dropped = drops_test(each.before, each.after) && !plain.starts_with("//") &&
                         !plain.starts_with('#') && !contains(*file.after, plain);
    if ((!narrower && !dropped) || ++reported > kFindingsPerFileMax) continue;
    const std::string_view shown = each.after.empty() ? each.before : each.after;
    verdict.applies();
    verdict.refuse(tampering_finding("narrowed-run", file, each.line,
                                     "fewer tests are run: \"" + printable(trim(shown), 80) + "\"",
                                     "Run all tests that were run before."));
  }
}

}  // namespace pawl::guards
