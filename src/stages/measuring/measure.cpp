#include "stages/measuring/measure.hpp"

#include <thread>

#include "evidence/gather.hpp"

namespace pawl::stages {
namespace {

repo::CheckResults check(const repo::Facts& facts, const repo::RepoView& view, os::Ports& ports,
                         const MeasureOptions& options) {
  if (options.sandbox == nullptr) return {};
  if (options.known) return *options.known;
  const repo::CheckPorts check_ports{.files = ports.files,
                                     .processes = ports.processes,
                                     .sandbox = *options.sandbox,
                                     .cancel = &ports.cancel};
  return repo::run_checks(facts, view, check_ports,
                          {.scratch = options.scratch,
                           .build_deadline = options.build_timeout,
                           .test_deadline = options.test_timeout,
                           .path_list = options.path_list,
                           .home = options.home,
                           .export_to = options.export_to,
                           .progress = options.on_step,
                           .known_failing = {},
                           .known_flaky = options.known_flaky,
                           .passed_over = {},
                           .changed = {},
                           .caches_from = {},
                           .caches_to = options.caches,
                           .needs = options.needs});
}

}  // namespace

void look_up_tools(const os::Ports& ports, MeasureOptions& options) {
  evidence::ToolPlaces places = evidence::tool_places(ports);
  options.path_list = std::move(places.path_list);
  options.home = std::move(places.home);
}

Result<Measured> measure(const repo::RepoView& view, os::Ports& ports,
                         const MeasureOptions& options) {
  Measured measured{.report = {}, .facts = repo::gather_facts(view)};
  repo::CheckResults checks = check(measured.facts, view, ports, options);
  if (ports.cancel.requested()) return fail(Errc::cancelled, "the analysis was asked to stop");
  TRY(view.trouble());
  if (options.on_checks) options.on_checks(checks);
  const unsigned threads =
      options.threads > 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
  const analyzers::Input input{.view = view, .facts = measured.facts, .checks = checks};
  measured.report.metrics = analyzers::analyze(input, threads, options.on_metric);
  TRY(view.trouble());
  measured.report.target = options.target;
  measured.report.commit = options.commit;
  for (const repo::LanguageCount& language : measured.facts.languages) {
    measured.report.languages.push_back(language.name);
  }
  measured.report.analyzed_at = to_iso8601(ports.clock.now());
  return measured;
}

}  // namespace pawl::stages
