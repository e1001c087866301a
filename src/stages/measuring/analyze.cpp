// The eleven metrics of the base commit.
#include <algorithm>

#include "planner/events.hpp"
#include "planner/verticals.hpp"
#include "stages/measuring/metrics_events.hpp"
#include "stages/stages.hpp"

namespace pawl::stages {
namespace {

std::vector<std::string> names_of(const analyzers::Report& report) {
  std::vector<std::string> names;
  for (const analyzers::Metric& metric : report.metrics) names.push_back(metric.name);
  return names;
}

Status tell_scope(StageRun& run, const analyzers::Report& all, const analyzers::Report& kept) {
  std::vector<std::string> dropped = names_of(all);
  std::erase_if(dropped, [&](const std::string& name) { return kept.find(name) != nullptr; });
  return run.events.append(to_event(
      planner::ScopeMetricsFiltered{names_of(kept), std::move(dropped), run.request.scope}));
}

bool is_open(const analyzers::Metric& metric) {
  return metric.status == analyzers::MetricStatus::fail ||
         metric.status == analyzers::MetricStatus::warn;
}

}  // namespace

Result<Outcome> analyze(StageRun& run) {
  TRY_ASSIGN(Measured measured, measure_run(run, "before", kReportBefore));
  TRY(go_on(run));
  TRY_ASSIGN(const planner::Vertical* vertical, planner::vertical_named(run.request.scope));
  if (vertical != nullptr) {
    analyzers::Report kept = planner::narrowed(measured.report, *vertical);
    TRY(tell_scope(run, measured.report, kept));
    measured.report = std::move(kept);
  }
  if (vertical != nullptr && vertical->named_subject) return Outcome{};
  const auto& metrics = measured.report.metrics;
  if (std::any_of(metrics.begin(), metrics.end(), is_open)) return Outcome{};
  // A plan a person wrote is carried out whatever the metrics say.
  if (!run.request.plan_file.empty()) return Outcome{};
  return Outcome::finish(
      run::RunStatus::nothing_to_do, 3,
      vertical == nullptr ? "no metric needs work" : "no metric of this scope needs work");
}

}  // namespace pawl::stages
