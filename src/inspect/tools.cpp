#include "inspect/tools.hpp"

#include <utility>

#include "evidence/confinement.hpp"
#include "git/worktrees/export.hpp"

namespace pawl::inspect {

Tools::Tools(ToolPorts ports, const Subject& subject)
    : ports_(std::move(ports)), subject_(subject) {}

void Tools::lend_to(guards::Context& context, const guards::Policy& policy) {
  context.own_parser = [this](syntax::Language language, const RepoPath& path,
                              const std::string& text) { return parses(language, path, text); };
  context.gather = [this, &policy, index = context.index] { return gather(policy, index); };
}

const os::Sandbox& Tools::sandbox() {
  if (!sandbox_) sandbox_ = evidence::make_sandbox(ports_.world, ports_.config, ports_.layout);
  return *sandbox_;
}

std::string Tools::no_programs() {
  if (!subject_.unsafe_paths.empty()) return "nothing was run, for a path of the change is unsafe";
  const os::SandboxReport& report = sandbox().report();
  if (report.level != os::SandboxLevel::unavailable) return {};
  return "nothing of the repository is run without a sandbox: " + report.reason;
}

std::optional<bool> Tools::parses(syntax::Language language, const RepoPath& path,
                                  const std::string& text) {
  if (!parser_) {
    const std::string folder = os::join_path(ports_.scratch, "parse");
    if (!no_programs().empty()) return {};
    auto made = os::Tainted::create(
        folder, {.owner = sandbox().files_owner(), .cancel = &ports_.world.cancel});
    if (!made) return {};
    parser_ = evidence::own_parser({.processes = ports_.world.processes,
                                    .sandbox = sandbox(),
                                    .path_list = evidence::tool_places(ports_.world).path_list,
                                    .folder = *std::move(made),
                                    .cancel = &ports_.world.cancel});
  }
  return parser_(language, path, text);
}

Status Tools::export_base(const std::string& to) {
  if (subject_.base == git::kEmptyTree) return ports_.world.files.make_folders(to);
  return git::export_commit(ports_.git, ports_.world.files, ports_.folder, subject_.base, to);
}

const guards::Evidence* Tools::gather(const guards::Policy& policy, const index::CodeIndex* index) {
  gatherer_ = std::make_unique<evidence::Gatherer>(evidence::GatherSetup{
      .config = ports_.config,
      .ports = ports_.world,
      .redactor = ports_.redactor,
      .sandbox = [this]() -> const os::Sandbox& { return sandbox(); },
      .base = *subject_.tree,
      .base_tree = subject_.base,
      .export_base = [this](const std::string& to) { return export_base(to); },
      .scratch = ports_.scratch,
      .cache_folder = os::join_path(ports_.scratch, "results"),
      .caches = os::join_path(ports_.scratch, "caches"),
      .flaky_file = ports_.flaky_file,
      .url_cache = ports_.url_cache,
      .no_programs = [this] { return no_programs(); },
      .progress = ports_.progress,
      .all_checks = false});
  return gatherer_->gather(subject_.change, policy, index);
}

}  // namespace pawl::inspect
