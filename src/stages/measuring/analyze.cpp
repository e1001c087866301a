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

Status record_scope(const Scope& scope, const RunSettings& settings, const analyzers::Report& all,
                    const analyzers::Report& kept) {
  std::vector<std::string> dropped = names_of(all);
  std::erase_if(dropped, [&](const std::string& name) { return kept.find(name) != nullptr; });
  return scope.events.append(to_event(
      planner::ScopeMetricsFiltered{names_of(kept), std::move(dropped), settings.request.scope}));
}

bool is_open(const analyzers::Metric& metric) {
  return metric.status == analyzers::MetricStatus::fail ||
         metric.status == analyzers::MetricStatus::warn;
}

}  // namespace

Result<Outcome> analyze(const Scope& scope, const RunSettings& settings, const Checkout& checkout) {
  TRY_ASSIGN(Measured measured, measure_run(scope, settings, checkout, "before", kReportBefore));
  TRY(go_on(scope));
  TRY_ASSIGN(const planner::Vertical* vertical, planner::vertical_named(settings.request.scope));
  if (vertical != nullptr) {
    analyzers::Report kept = planner::narrowed(measured.report, *vertical);
    TRY(record_scope(scope, settings, measured.report, kept));
    measured.report = std::move(kept);
  }
  if (vertical != nullptr && vertical->named_subject) return Outcome{};
  const auto& metrics = measured.report.metrics;
  if (std::any_of(metrics.begin(), metrics.end(), is_open)) return Outcome{};
  // A plan a person wrote is carried out whatever the metrics say.
  if (!settings.request.plan_file.empty()) return Outcome{};
  return Outcome::finish(
      run::RunStatus::nothing_to_do, 3,
      vertical == nullptr ? "no metric needs work" : "no metric of this scope needs work");
}

}  // namespace pawl::stages
