#include "analyzers/check_runs.hpp"

#include "analyzers/survey.hpp"
#include "base/text/text.hpp"

namespace pawl::analyzers {
namespace {

constexpr std::size_t kFailuresShownMax = 20;
constexpr double kFailedMax = 0.39;  // just below a warning

void add_evidence(const repo::CheckRun& run, Metric& metric) {
  for (const repo::FailingTest& test : run.failing) {
    if (metric.evidence.size() >= kFailuresShownMax) return;
    const std::string why = test.message.empty() ? "" : ": " + printable(test.message, 300);
    metric.evidence.push_back({test.file, 0, 0, "failing-test", test.id + why, run.stack});
  }
  for (const repo::Diagnostic& problem : run.diagnostics) {
    if (metric.evidence.size() >= kFailuresShownMax) return;
    metric.evidence.push_back({problem.path, problem.line, problem.column, problem.code,
                               printable(problem.message, 300), problem.tool});
  }
}

std::string summary_of(const repo::CheckRun& run) {
  const std::string label = label_of(run);
  const std::string reason = printable(run.reason, 160);
  switch (run.outcome) {
    case repo::CheckOutcome::passed: {
      const std::string tests =
          run.tests_passed ? ", " + counted(static_cast<std::size_t>(*run.tests_passed), "test")
                           : "";
      return label + ": `" + run.command + "` passed" + tests;
    }
    case repo::CheckOutcome::failed: {
      const std::size_t problems =
          run.failing.empty() ? run.diagnostics.size() : run.failing.size();
      std::string text = label + ": `" + run.command + "` failed";
      if (problems > 0) {
        text += " with " + counted(problems, run.failing.empty() ? "error" : "failing test");
      }
      return reason.empty() ? text : text + " (" + reason + ")";
    }
    case repo::CheckOutcome::unknown: break;
  }
  return label + ": not checked" + (reason.empty() ? "" : " (" + reason + ")");
}

// The language a stack speaks for; nothing for those that may build anything.
std::optional<repo::Family> family_of_stack(std::string_view stack) {
  struct Row {
    std::string_view stack;
    repo::Family family;
  };
  constexpr Row kRows[] = {{"Go", repo::Family::go},         {"Rust", repo::Family::rust},
                           {"Python", repo::Family::python}, {"TypeScript", repo::Family::node},
                           {"npm", repo::Family::node},      {"CMake", repo::Family::native},
                           {"Maven", repo::Family::jvm},     {"Gradle", repo::Family::jvm},
                           {"Ruby", repo::Family::ruby},     {"PHP", repo::Family::php},
                           {"Composer", repo::Family::php}};
  for (const Row& row : kRows) {
    if (row.stack == stack) return row.family;
  }
  return {};
}

}  // namespace

std::string label_of(const repo::CheckRun& run) {
  return run.folder.empty() ? run.stack : run.stack + " in " + run.folder;
}

void grade_runs(const Input& input, const std::vector<repo::CheckRun>& runs, std::string_view none,
                double (*share)(const repo::CheckRun& run), Metric& metric) {
  if (!input.checks.ran) return cannot_tell(metric, "The checks were not run.");
  if (runs.empty()) return cannot_tell(metric, std::string(none));
  Points points;
  bool failed = false;
  bool main_judged = false;
  const auto& families = input.survey->families;
  std::vector<std::string> summaries;
  for (const repo::CheckRun& run : runs) {
    summaries.push_back(summary_of(run));
    if (run.outcome == repo::CheckOutcome::unknown) continue;
    const auto of = family_of_stack(run.stack);
    main_judged = main_judged || families.empty() || !of || *of == families.front().family;
    points.add(run.outcome == repo::CheckOutcome::passed ? 1 : share(run), 1);
    if (run.outcome != repo::CheckOutcome::failed) continue;
    failed = true;
    add_evidence(run, metric);
    metric.suggestions.push_back("Make `" + run.command + "` pass" +
                                 (run.folder.empty() ? "" : " in " + run.folder) + ".");
  }
  const std::string details = join(summaries, "; ");
  if (points.none()) return cannot_tell(metric, details);
  if (!failed && !main_judged) {
    const std::string name(repo::display_name(families.front().family));
    return cannot_tell(metric, details + "; the " + name +
                                   " code, which is most of the repository, was not checked");
  }
  grade(metric, failed ? kFailedMax * points.score() : points.score());
  metric.details = details;
}

}  // namespace pawl::analyzers
