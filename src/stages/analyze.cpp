// The eleven metrics of the base commit.
#include "stages/metrics_events.hpp"
#include "stages/stages.hpp"

namespace pawl::stages {

Result<Outcome> analyze(StageRun& run) {
  TRY_ASSIGN(const Measured measured, measure_run(run, "before", kReportBefore));
  TRY(go_on(run));
  for (const analyzers::Metric& metric : measured.report.metrics) {
    const bool open = metric.status == analyzers::MetricStatus::fail ||
                      metric.status == analyzers::MetricStatus::warn;
    if (open) return Outcome{};
  }
  // A plan a person wrote is carried out whatever the metrics say.
  if (!run.request.plan_file.empty()) return Outcome{};
  return Outcome::finish(store::RunStatus::nothing_to_do, 3, "no metric needs work");
}

}  // namespace pawl::stages
