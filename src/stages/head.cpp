#include "stages/head.hpp"

#include <utility>

#include "evidence/check_needs.hpp"
#include "stages/results.hpp"

namespace pawl::stages {
namespace {

judge::ToolPorts tool_ports(StageRun& run, const std::shared_ptr<Status>& told) {
  const std::string scratch = run.layout.scratch(run.id);
  return {.world = run.ports,
          .config = run.config,
          .redactor = run.redactor,
          .sandbox = [&run]() -> const os::Sandbox& { return run.sandbox; },
          .scratch = scratch,
          .results = run.layout.artifacts(run.id),
          .flaky_file = flaky_file(run),
          .url_cache = run.layout.url_cache(),
          .needs = evidence::check_needs(run.ports, run.config, run.layout, run.target),
          .progress =
              [&run, told](std::string_view text) {
                Status said = say(run, std::string(text));
                if (told->ok() && !said.ok()) *told = std::move(said);
              },
          .all_checks = true};
}

}  // namespace

Head::Head(StageRun& run, std::string commit)
    : run_(run),
      told_(std::make_shared<Status>(Done{})),
      reader_(run.git, run.worktree->folder(),
              judge::IndexPlace{run.layout.index_folder(), run.target.key}),
      base_(reader_, std::move(commit)),
      tools_(tool_ports(run, told_), base_) {}

Result<std::unique_ptr<Head>> Head::open(StageRun& run) {
  TRY_ASSIGN(std::string commit, run.worktree->head());
  return std::unique_ptr<Head>(new Head(run, std::move(commit)));
}

std::string Head::blast_radius(std::span<const std::string> paths,
                               const index::BlastOptions& options) const {
  const auto index = this->index();
  const std::string block = index::blast_radius(index->head(), paths, options);
  return index->trouble().empty() ? block : std::string();
}

Status Head::take_baseline() {
  TRY(tools_.take_baseline());
  return told();
}

Status Head::keep_results() {
  TRY_ASSIGN(const std::string tree, head_tree(run_));
  return tools_.keep_head(tree);
}

}  // namespace pawl::stages
