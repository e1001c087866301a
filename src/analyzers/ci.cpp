// Does something build and test the repository by itself on every change?
#include <algorithm>
#include <set>

#include "analyzers/rows.hpp"
#include "analyzers/tools.hpp"
#include "base/text/text.hpp"

namespace pawl::analyzers {
namespace {

struct Part {
  StepKind kind;
  double points;
  std::string_view name;
  std::string_view suggestion;
};

constexpr Part kParts[] = {
    {StepKind::test, 35, "tests", "Run the tests in CI."},
    {StepKind::lint, 15, "linting", "Run the linter or the formatter's check in CI."},
    {StepKind::coverage, 5, "coverage", ""},
};

std::string systems_of(const Ci& ci) {
  std::set<std::string> names;
  for (const Pipeline& pipeline : ci.pipelines) names.insert(pipeline.system);
  const std::vector<std::string> list(names.begin(), names.end());
  return join(list, ", ");
}

// Some systems build a project by themselves when nothing says how.
bool works(const Pipeline& pipeline) {
  return pipeline.parsed &&
         (pipeline.steps > 0 || pipeline.system == "AppVeyor" || pipeline.system == "Travis CI");
}

void add_broken(const Ci& ci, Metric& metric) {
  for (const Pipeline& pipeline : ci.pipelines) {
    if (works(pipeline)) continue;
    const std::string why = pipeline.parsed ? "defines no step" : printable(pipeline.error, 200);
    metric.evidence.push_back({pipeline.path, pipeline.error_line, 0,
                               pipeline.parsed ? "no-steps" : "invalid-yaml", why, "ci"});
    metric.suggestions.push_back(pipeline.parsed
                                     ? "Give " + pipeline.path + " a job with steps, or remove it."
                                     : "Repair the YAML of " + pipeline.path + ".");
  }
}

// Does building run the linter of the main language?
bool compiler_lints(const Input& input) {
  if (input.survey->families.empty()) return false;
  const auto use = ToolBox(input).find(input.survey->families.front().family, Role::linter);
  return use && (use->tool == "-Wall" || use->tool == "analyzers" || use->tool == "errorprone" ||
                 use->tool == "-Xlint");
}

}  // namespace

void measure_ci(const Input& input, Metric& metric) {
  const Survey& survey = *input.survey;
  const Ci& ci = survey.ci;
  if (ci.pipelines.empty()) {
    if (survey.product_files == 0) return cannot_tell(metric, "There is no code to build or test.");
    grade(metric, 0);
    metric.details = "no CI definition";
    metric.suggestions = {"Add a CI workflow that builds and tests every change."};
    return;
  }
  Points points;
  const auto working = std::count_if(ci.pipelines.begin(), ci.pipelines.end(), works);
  const double share = static_cast<double>(working) / static_cast<double>(ci.pipelines.size());
  points.add(35 * share, 35);
  add_broken(ci, metric);
  const bool automatic = std::any_of(ci.pipelines.begin(), ci.pipelines.end(),
                                     [](const Pipeline& p) { return works(p) && p.automatic; });
  points.add(automatic ? 10 : 0, 10);
  if (!automatic && working > 0) {
    metric.suggestions.emplace_back("Start CI on push and on pull requests.");
  }
  std::vector<std::string> does_run;
  bool unseen = false;
  for (const Part& part : kParts) {
    if (survey.product_files == 0) break;
    const Step* step = first_step(ci, part.kind);
    if (step == nullptr && !ci.hidden.empty()) {
      unseen = unseen || !part.suggestion.empty();  // what cannot be seen may run it
      continue;
    }
    if (step == nullptr && part.kind == StepKind::lint && compiler_lints(input)) continue;
    points.add(step != nullptr ? part.points : 0, part.points);
    if (step != nullptr) {
      does_run.emplace_back(part.name);
    } else if (working > 0 && !part.suggestion.empty()) {
      metric.suggestions.emplace_back(part.suggestion);
    }
  }
  grade(metric, points.score());
  metric.details = systems_of(ci) + ": " + counted(ci.pipelines.size(), "pipeline") +
                   (does_run.empty() ? "" : ", runs " + join(does_run, ", "));
  if (unseen) {
    metric.details += ", and what " + printable(ci.hidden.front().text, 120) + " says elsewhere";
  }
}

}  // namespace pawl::analyzers
