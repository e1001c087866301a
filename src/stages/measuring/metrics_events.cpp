#include "stages/measuring/metrics_events.hpp"

#include "evidence/check_needs.hpp"
#include "evidence/flaky_memory.hpp"
#include "run/events.hpp"
#include "stages/results.hpp"

namespace pawl::stages {
namespace {

// Results are kept as they were measured; the result of a known flaky test may be unknown.
Status take_checks(const Scope& scope, const Checkout& checkout, const std::string& tree,
                   bool measured, repo::CheckResults& checks) {
  evidence::FlakyMemory memory = evidence::FlakyMemory::load(
      scope.ports.files, flaky_file(scope, checkout), scope.ports.clock.now());
  if (measured) {
    TRY(check_cache(scope).keep(tree, {.results = checks, .measured_on = tree}));
    if (memory.learn(checks.tests))
      TRY(memory.save(scope.ports.files, flaky_file(scope, checkout)));
  }
  memory.settle(checks.tests);
  return Done{};
}

}  // namespace

Result<Measured> measure_run(const Scope& scope, const RunSettings& settings,
                             const Checkout& checkout, std::string_view when,
                             std::string_view artifact) {
  Status recorded = Done{};
  const auto keep = [&](Status status) {
    if (recorded.ok() && !status.ok()) recorded = std::move(status);
  };
  MeasureOptions options;
  options.target = checkout.target.name;
  TRY_ASSIGN(options.commit, checkout.worktree->head());
  options.scratch = scope.layout.scratch(scope.id);
  if (settings.config.run_checks) options.sandbox = &checkout.sandbox;
  options.build_timeout = Seconds(settings.config.build_timeout_s);
  options.test_timeout = Seconds(settings.config.test_timeout_s);
  look_up_tools(scope.ports, options);
  options.needs =
      evidence::check_needs(scope.ports, settings.config, scope.layout, checkout.target);
  options.caches = os::join_path(options.scratch, "caches");
  options.known_flaky = evidence::FlakyMemory::load(scope.ports.files, flaky_file(scope, checkout),
                                                    scope.ports.clock.now())
                            .tests();
  TRY_ASSIGN(const std::string tree, head_tree(checkout));
  if (auto kept = check_cache(scope).find(tree); kept && kept->measured_on == tree) {
    options.known = std::move(kept->results);
  }
  if (settings.config.run_checks) {
    options.on_checks = [&](repo::CheckResults& checks) {
      keep(take_checks(scope, checkout, tree, !options.known.has_value(), checks));
    };
  }
  options.threads = static_cast<unsigned>(settings.config.analyzer_threads);
  options.export_to = [&](const std::string& folder) {
    return checkout.worktree->export_to(folder);
  };
  options.on_step = [&](std::string_view text) { keep(say(scope, std::string(text))); };
  options.on_metric = [&](const analyzers::Progress& progress) {
    if (progress.metric == nullptr) return;
    const analyzers::Metric& metric = *progress.metric;
    keep(scope.events.append(
        to_event(run::MetricMeasured{.metric = metric.name,
                                     .status = std::string(to_string(metric.status)),
                                     .score = metric.score,
                                     .details = metric.details,
                                     .took = metric.duration,
                                     .when = std::string(when)})));
  };
  options.on_step("reading the files");
  TRY(checkout.worktree->lay_files_out());
  TRY_ASSIGN(const auto view, repo::checkout_view(checkout.git, checkout.worktree->folder()));
  TRY_ASSIGN(Measured measured, measure(*view, scope.ports, options));
  TRY(std::move(recorded));
  TRY(scope.artifacts.write_json(artifact, to_json(measured.report)));
  TRY(scope.events.append(to_event(run::ReportReady{.overall = measured.report.overall(),
                                                    .languages = measured.report.languages,
                                                    .artifact = std::string(artifact),
                                                    .when = std::string(when)})));
  return measured;
}

}  // namespace pawl::stages
