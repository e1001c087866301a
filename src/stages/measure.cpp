#include "stages/measure.hpp"

#include <thread>

namespace pawl::stages {
namespace {

constexpr std::string_view kDefaultPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/bin";

repo::CheckResults check(const repo::Facts& facts, const repo::RepoView& view, os::Ports& ports,
                         const os::Sandbox& sandbox, const MeasureOptions& options) {
  if (!options.run_checks) return {};
  const repo::CheckPorts check_ports{.files = ports.files,
                                     .processes = ports.processes,
                                     .sandbox = sandbox,
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

Result<Measured> measure(git::Git& git, os::Ports& ports, const os::Sandbox& sandbox,
                         const MeasureOptions& options) {
  if (options.on_step) options.on_step("reading the files");
  TRY_ASSIGN(const std::unique_ptr<repo::RepoView> view, repo::checkout_view(git, options.folder));
  Measured measured{.report = {}, .facts = repo::gather_facts(*view)};
  const repo::CheckResults checks = check(measured.facts, *view, ports, sandbox, options);
  if (ports.cancel.requested()) return fail(Errc::cancelled, "the analysis was asked to stop");
  const unsigned threads =
      options.threads > 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
  const analyzers::Input input{.view = *view, .facts = measured.facts, .checks = checks};
  measured.report.metrics = analyzers::analyze(input, threads, options.on_metric);
  measured.report.target = options.target;
  TRY_ASSIGN(const auto commit, git.resolve(options.folder, "HEAD"));
  measured.report.commit = commit.value_or("");
  for (const repo::LanguageCount& language : measured.facts.languages) {
    measured.report.languages.push_back(language.name);
  }
  measured.report.analyzed_at = to_iso8601(ports.clock.now());
  return measured;
}

}  // namespace pawl::stages
