#include "repo/checks/own_command.hpp"

#include <algorithm>
#include <vector>

#include "base/text/text.hpp"
#include "repo/manifests/manifests.hpp"

namespace pawl::repo {
namespace {

constexpr std::size_t kCommandsBytesMax = 256U << 10U;

std::vector<MakeTarget> targets_beside(const Workbench& bench) {
  for (const char* name : {"GNUmakefile", "makefile", "Makefile"}) {
    if (const auto text = bench.text_beside(name)) return make_targets(*text);
  }
  return {};
}

bool has_line_with(std::string_view text, std::string_view word) {
  const auto lines = split_lines(text);
  return std::any_of(lines.begin(), lines.end(), [&](std::string_view line) {
    return !trim(line).starts_with('#') && contains_word_folded(line, word);
  });
}

// Of a target that is a file or a folder already, make says so, runs nothing and ends well.
bool runs_anything(std::string_view commands) {
  const auto lines = split_lines(commands);
  return std::any_of(lines.begin(), lines.end(), [](std::string_view line) {
    const bool of_make = line.starts_with("make: ") || line.starts_with("make[");
    return !of_make && !trim(line).empty();
  });
}

// The first reader that finds a test in it.
TestReport read_by_any(std::string_view text) {
  using Reader = TestReport (*)(std::string_view);
  TestReport report;
  const bool tap = contains(text, "\n1..") || text.starts_with("1..") || contains(text, "not ok ");
  if (tap) report = parse_tap(text);
  for (const Reader read : {&parse_unittest, &parse_minitest, &parse_automake, &parse_node_tests}) {
    if (report.empty()) report = read(text);
  }
  return report;
}

// `==== 3 passed, 1 failed in 0.02s ====`, as pytest ends.
int pytest_count(std::string_view text) {
  int count = 0;
  for (const std::string_view line : split_lines(text)) {
    if (!contains(line, " in ") || !trim_end(line).ends_with('=')) continue;
    for (const std::string_view part : split(line, ',')) {
      const auto words = split_words(part);
      const auto digit = std::find_if(words.begin(), words.end(),
                                      [](const auto& word) { return parse_int(word).has_value(); });
      const bool counts = digit != words.end() && digit + 1 != words.end() &&
                          (*(digit + 1) == "passed" || *(digit + 1) == "failed");
      if (counts) count += static_cast<int>(parse_int(*digit).value_or(0));
    }
  }
  return count;
}

// Packages of Go, of which each is a line where nobody asked for more.
int go_count(std::string_view text) {
  const auto lines = split_lines(text);
  return static_cast<int>(std::count_if(lines.begin(), lines.end(), [](std::string_view line) {
    return line.starts_with("ok  \t") || line.starts_with("FAIL\t");
  }));
}

int count_of(std::string_view text) {
  TestReport report = read_by_any(text);
  if (report.empty()) report = parse_cargo_test(text);
  const auto named = static_cast<int>(report.passing.size());
  const int counted =
      std::max(named, report.passed.value_or(0)) + static_cast<int>(report.failing.size());
  return std::max({counted, pytest_count(text), go_count(text)});
}

// Nothing when this place is to blame for what they do.
std::optional<int> tests_counted(Workbench& bench, Step step) {
  step.one_stream = true;
  const Ran ran = bench.run(step);
  if (!ran.known()) return {};
  const int count = count_of(ran.out);
  if (count == 0 && (missing_program(ran.out) || trouble_of_the_place(ran.out))) return {};
  return count;
}

}  // namespace

std::optional<OwnCommand> own_command(Workbench& bench) {
  const std::vector<MakeTarget> targets = targets_beside(bench);
  for (const char* name : {"test", "check", "tests"}) {
    const bool there = std::any_of(targets.begin(), targets.end(),
                                   [&](const MakeTarget& one) { return one.name == name; });
    if (!there) continue;
    const Ran asked = bench.run({.argv = {"make", "-n", name}});
    if (!asked.succeeded()) return {};
    if (!runs_anything(asked.out)) continue;
    return OwnCommand{.target = name, .runs = asked.out.substr(0, kCommandsBytesMax)};
  }
  return {};
}

bool is_run_by_itself(const Workbench& bench, const std::optional<OwnCommand>& own,
                      std::string_view tool) {
  if (own && has_line_with(own->runs, tool)) return true;
  const std::vector<Sourced>& workflows = bench.facts().workflows;
  return std::any_of(workflows.begin(), workflows.end(), [&](const Sourced& workflow) {
    const auto text = bench.view().text(workflow.path);
    return text && has_line_with(*text, tool);
  });
}

bool test_with_make(Workbench& bench, CheckRun& run, const OwnCommand& own) {
  run.command = "make " + own.target;
  const Ran ran = bench.run({.argv = {"make", own.target}, .one_stream = true});
  if (!ran.known()) {
    cannot_check(run, ran.unknown);
    return false;
  }
  TestReport report = read_by_any(ran.out);
  const bool names_failures = !report.failing.empty();
  if (ran.exit_code != 0 && !names_failures) {
    if (const auto missing = missing_program(ran.out)) {
      cannot_check(run, *missing);
      return false;
    }
  }
  judge_tests(run, bench, ran, std::move(report));
  return names_failures;
}

void compare_own_commands(Workbench& bench, CheckRun& run,
                          const std::vector<std::pair<std::string, std::string>>& environment) {
  if (run.command.starts_with("make ")) return;
  const std::optional<OwnCommand> own = own_command(bench);
  if (own) run.own_commands = own->runs;
  const std::string before = bench.own_before(run.stack);
  if (before.empty() || before == run.own_commands || !bench.only().empty()) return;
  const auto then =
      tests_counted(bench, {.argv = {"sh", "-c", before}, .environment = environment});
  if (then.value_or(0) == 0) return;
  const auto now =
      own ? tests_counted(bench, {.argv = {"make", own->target}, .environment = environment})
          : std::optional<int>(0);
  if (now) run.own_counts = OwnCounts{.now = *now, .before = *then};
}

bool lists_tests_only(std::string_view settings) {
  const auto lines = split_lines(settings);
  return std::any_of(lines.begin(), lines.end(), [](std::string_view line) {
    const std::string_view row = trim(line);
    if (row.starts_with('#') || row.starts_with("//")) return false;
    if (contains(row, "--dry-run")) return true;
    for (const std::string_view name : {"dry-run", "dry_run", "dryRun"}) {
      const auto at = row.find(name);
      if (at != std::string_view::npos && contains(row.substr(at), "true")) return true;
    }
    return false;
  });
}

std::optional<std::string> missing_program(std::string_view text) {
  for (const std::string_view line : split_lines(text)) {
    const std::string_view row = trim(line);
    const bool of_shell = row.starts_with("sh: ") || row.starts_with("/bin/sh: ") ||
                          row.starts_with("bash: ") || row.starts_with("/bin/bash: ") ||
                          row.starts_with("make: ") || row.starts_with("env: ") ||
                          row.starts_with("/usr/bin/env: ");
    const bool says = row.ends_with(": not found") || row.ends_with(": command not found") ||
                      (row.ends_with(": No such file or directory") && !row.starts_with("make: *"));
    if (of_shell && says) {
      return "a program its tests call is not installed here (" + printable(row, 120) + ")";
    }
  }
  return {};
}

}  // namespace pawl::repo
