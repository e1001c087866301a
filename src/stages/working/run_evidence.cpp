#include "stages/working/run_evidence.hpp"

namespace pawl::stages {

Result<std::string> head_tree(StageRun& run) {
  return run.git.text(run.worktree->folder(), {"rev-parse", "HEAD^{tree}"});
}

evidence::CheckCache check_cache(StageRun& run) {
  return {run.ports.files, run.redactor, run.layout.artifacts(run.id)};
}

std::string flaky_file(const StageRun& run) { return evidence::flaky_file(run.layout, run.target); }

Result<std::unique_ptr<RunEvidence>> RunEvidence::open(StageRun& run) {
  std::unique_ptr<RunEvidence> evidence(new RunEvidence(run));
  TRY_ASSIGN(evidence->base_, repo::checkout_view(run.git, run.worktree->folder()));
  TRY_ASSIGN(std::string tree, head_tree(run));
  Status& told = evidence->told_;
  evidence->gatherer_ = std::make_unique<evidence::Gatherer>(evidence::GatherSetup{
      .config = run.config,
      .ports = run.ports,
      .redactor = run.redactor,
      .sandbox = [&run]() -> const os::Sandbox& { return run.sandbox; },
      .base = *evidence->base_,
      .base_tree = std::move(tree),
      .export_base = [&run](const std::string& to) { return run.worktree->export_to(to); },
      .scratch = run.layout.scratch(run.id),
      .cache_folder = run.layout.artifacts(run.id),
      .caches = os::join_path(run.layout.scratch(run.id), "caches"),
      .flaky_file = flaky_file(run),
      .url_cache = run.layout.url_cache(),
      .progress =
          [&run, &told](std::string_view text) {
            Status said = say(run, std::string(text));
            if (told.ok() && !said.ok()) told = std::move(said);
          }});
  return evidence;
}

Status RunEvidence::committed() {
  TRY_ASSIGN(const std::string tree, head_tree(run_));
  return gatherer_->keep_head(tree);
}

}  // namespace pawl::stages
