#include "stages/measure.hpp"

#include <thread>

namespace pawl::stages {
namespace {

constexpr std::string_view kDefaultPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/bin";

repo::CheckResults check(const repo::Facts& facts, const repo::RepoView& view, os::Ports& ports,
                         const MeasureOptions& options) {
  if (options.sandbox == nullptr) return {};
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
                           .progress = options.on_step});
}

}  // namespace

void look_up_tools(const os::Ports& ports, MeasureOptions& options) {
  options.path_list = kDefaultPath;
  for (const auto& [name, value] : ports.environment) {
    if (name == "PATH" && !value.empty()) options.path_list = value;
    if (name == "HOME") options.home = value;
  }
}

Result<Measured> measure(const repo::RepoView& view, os::Ports& ports,
                         const MeasureOptions& options) {
  Measured measured{.report = {}, .facts = repo::gather_facts(view)};
  const repo::CheckResults checks = check(measured.facts, view, ports, options);
  if (ports.cancel.requested()) return fail(Errc::cancelled, "the analysis was asked to stop");
  const unsigned threads =
      options.threads > 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
  const analyzers::Input input{.view = view, .facts = measured.facts, .checks = checks};
  measured.report.metrics = analyzers::analyze(input, threads, options.on_metric);
  measured.report.target = options.target;
  measured.report.commit = options.commit;
  for (const repo::LanguageCount& language : measured.facts.languages) {
    measured.report.languages.push_back(language.name);
  }
  measured.report.analyzed_at = to_iso8601(ports.clock.now());
  return measured;
}

}  // namespace pawl::stages
