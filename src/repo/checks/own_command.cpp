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

}  // namespace

std::optional<OwnCommand> own_command(Workbench& bench) {
  const std::vector<MakeTarget> targets = targets_beside(bench);
  for (const char* name : {"test", "check", "tests"}) {
    const bool there = std::any_of(targets.begin(), targets.end(),
                                   [&](const MakeTarget& one) { return one.name == name; });
    if (!there) continue;
    const Ran asked = bench.run({.argv = {"make", "-n", name}});
    if (!asked.succeeded()) return {};
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

void test_with_make(Workbench& bench, CheckRun& run, const OwnCommand& own) {
  run.command = "make " + own.target;
  const Ran ran = bench.run({.argv = {"make", own.target}, .one_stream = true});
  if (!ran.known()) return cannot_check(run, ran.unknown);
  TestReport report = read_by_any(ran.out);
  if (ran.exit_code != 0 && report.failing.empty()) {
    if (const auto missing = missing_program(ran.out)) return cannot_check(run, *missing);
  }
  judge_tests(run, bench, ran, std::move(report));
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
