#include "stages/measuring/metrics_events.hpp"

#include "evidence/check_needs.hpp"
#include "evidence/flaky_memory.hpp"
#include "run/events.hpp"
#include "stages/results.hpp"

namespace pawl::stages {
namespace {

// Results are kept as they were measured; what a known flaky test says may be unknown.
Status take_checks(StageRun& run, const std::string& tree, bool measured,
                   repo::CheckResults& checks) {
  evidence::FlakyMemory memory =
      evidence::FlakyMemory::load(run.ports.files, flaky_file(run), run.ports.clock.now());
  if (measured) {
    TRY(check_cache(run).keep(tree, {.results = checks, .measured_on = tree}));
    if (memory.learn(checks.tests)) TRY(memory.save(run.ports.files, flaky_file(run)));
  }
  memory.settle(checks.tests);
  return Done{};
}

}  // namespace

Result<Measured> measure_run(StageRun& run, std::string_view when, std::string_view artifact) {
  Status told = Done{};
  const auto keep = [&](Status status) {
    if (told.ok() && !status.ok()) told = std::move(status);
  };
  MeasureOptions options;
  options.target = run.target.name;
  TRY_ASSIGN(options.commit, run.worktree->head());
  options.scratch = run.layout.scratch(run.id);
  if (run.config.run_checks) options.sandbox = &run.sandbox;
  options.build_timeout = Seconds(run.config.build_timeout_s);
  options.test_timeout = Seconds(run.config.test_timeout_s);
  look_up_tools(run.ports, options);
  options.needs = evidence::check_needs(run.ports, run.config, run.layout, run.target);
  options.caches = os::join_path(options.scratch, "caches");
  options.known_flaky =
      evidence::FlakyMemory::load(run.ports.files, flaky_file(run), run.ports.clock.now()).tests();
  TRY_ASSIGN(const std::string tree, head_tree(run));
  if (auto kept = check_cache(run).find(tree); kept && kept->measured_on == tree) {
    options.known = std::move(kept->results);
  }
  if (run.config.run_checks) {
    options.on_checks = [&](repo::CheckResults& checks) {
      keep(take_checks(run, tree, !options.known.has_value(), checks));
    };
  }
  options.threads = static_cast<unsigned>(run.config.analyzer_threads);
  options.export_to = [&](const std::string& folder) { return run.worktree->export_to(folder); };
  options.on_step = [&](std::string_view text) { keep(say(run, std::string(text))); };
  options.on_metric = [&](const analyzers::Progress& progress) {
    if (progress.metric == nullptr) return;
    const analyzers::Metric& metric = *progress.metric;
    keep(run.events.append(
        to_event(run::MetricMeasured{.metric = metric.name,
                                     .status = std::string(to_string(metric.status)),
                                     .score = metric.score,
                                     .details = metric.details,
                                     .took = metric.duration,
                                     .when = std::string(when)})));
  };
  options.on_step("reading the files");
  TRY_ASSIGN(const auto view, repo::checkout_view(run.git, run.worktree->folder()));
  TRY_ASSIGN(Measured measured, measure(*view, run.ports, options));
  TRY(std::move(told));
  TRY(run.artifacts.write_json(artifact, to_json(measured.report)));
  TRY(run.events.append(to_event(run::ReportReady{.overall = measured.report.overall(),
                                                  .languages = measured.report.languages,
                                                  .artifact = std::string(artifact),
                                                  .when = std::string(when)})));
  return measured;
}

}  // namespace pawl::stages
