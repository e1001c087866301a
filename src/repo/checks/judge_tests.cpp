// From a test report to an outcome.
#include <algorithm>

#include "base/text/text.hpp"
#include "repo/checks/workbench.hpp"

namespace pawl::repo {
namespace {

// The module a message says is missing, as far as its top name: `left_pad` of
// `No module named 'left_pad.core'`.
std::string missing_module(std::string_view message) {
  for (const std::string_view mark :
       {"No module named '", "Cannot find module '", "Cannot find package '"}) {
    const auto at = message.find(mark);
    if (at == std::string_view::npos) continue;
    const std::string_view rest = message.substr(at + mark.size());
    const std::string_view name = rest.substr(0, rest.find('\''));
    if (name.starts_with('.') || name.starts_with('/')) return {};
    const std::size_t length = name.starts_with('@') ? name.size() : name.find_first_of("./");
    return std::string(name.substr(0, length));
  }
  return {};
}

bool is_in_repository(const RepoView& view, const std::string& module) {
  return std::any_of(view.files().begin(), view.files().end(), [&](const Entry& entry) {
    const auto components = entry.path.components();
    const std::string_view name = entry.path.name();
    return std::find(components.begin(), components.end(), module) != components.end() ||
           name.substr(0, name.find('.')) == module;
  });
}

// Why one test fails for want of something this place does not have.
std::string missing_here(const RepoView& view, const std::string& message) {
  const std::string module = missing_module(message);
  if (!module.empty() && !is_in_repository(view, module)) {
    return "the package " + module + " is not installed here";
  }
  if (contains(message, "PackageNotFoundError") || contains(message, "DistributionNotFound")) {
    return "the project itself is not installed here";
  }
  if (contains(message, "async def functions are not natively supported") ||
      (message.starts_with("fixture '") && contains(message, "' not found"))) {
    return "a plugin of its test runner is not installed here";
  }
  return trouble_of_the_place(message).value_or("");
}

}  // namespace

void judge_tests(CheckRun& run, Workbench& bench, const Ran& ran, TestReport report) {
  if (report.failing.size() > kFailingMax) {
    const std::string why =
        "over " + std::to_string(kFailingMax) + " tests failed, which are too many to compare";
    return fail_unnamed(run, why, why);
  }
  if (report.passing.size() + report.skipped.size() > kTestsMax) {
    return cannot_check(run, "there are over " + std::to_string(kTestsMax) +
                                 " tests, which are too many to compare");
  }
  run.tests_passed = report.passed;
  run.passing = bench.placed(std::move(report.passing));
  run.skipped = bench.placed(std::move(report.skipped));
  run.every_id = report.passed.value_or(0) > 0 &&
                 run.passing.size() >= static_cast<std::size_t>(*report.passed);
  std::string missing;
  std::erase_if(report.failing, [&](FailingTest& test) {
    const std::string why = missing_here(bench.view(), test.message);
    if (why.empty()) return false;
    if (missing.empty()) missing = why;
    run.unjudged.push_back(std::move(test));
    return true;
  });
  run.unjudged = bench.placed(std::move(run.unjudged));
  run.failing = bench.placed(std::move(report.failing));
  run.diagnostics = bench.placed(std::move(report.diagnostics));
  if (!run.failing.empty()) {
    run.outcome = CheckOutcome::failed;
    run.reason = counted(run.failing.size(), "test") +
                 " failed: " + printable(run.failing.front().id, 120) +
                 (run.failing.size() > 1 ? " …" : "");
  } else if (!run.unjudged.empty()) {
    cannot_check(run, missing);
  } else if (ran.exit_code == 0) {
    pass(run);
  } else if (const auto trouble = trouble_of_the_place(ran.all())) {
    cannot_check(run, *trouble);
  } else if (const auto module = missing_here(bench.view(), ran.all()); !module.empty()) {
    cannot_check(run, module);
  } else {
    const std::string output = ran.all();
    const auto lines = split_lines(trim(output));
    const std::string last = lines.empty() ? std::string() : stable_name(lines.back());
    fail_unnamed(run, "exit code " + std::to_string(ran.exit_code) + ": " + printable(last, 200),
                 last);
  }
}

}  // namespace pawl::repo
