#include "cli/pipelines/pipeline_desk.hpp"

#include "runner/target.hpp"

namespace pawl::cli {

Result<std::unique_ptr<PipelineDesk>> open_pipelines(Context& context, const std::string& target,
                                                     const std::string& base) {
  auto desk = std::make_unique<PipelineDesk>(
      PipelineDesk{.git = git::Git(context.ports.processes,
                                   runner::git_options(context.ports, context.config.config)),
                   .files = nullptr,
                   .branch = {}});
  std::optional<runner::Project> project;
  const bool named = !target.empty() || !base.empty();
  const Result<git::Target> found =
      runner::resolve_target(context.ports, desk->git, target.empty() ? "." : target);
  if (!found && named) return found.error();
  if (found) {
    TRY_ASSIGN(project, runner::project_of(desk->git, *found, base));
  }
  if (project) desk->branch = project->branch;
  desk->files =
      std::make_unique<runner::PipelineFiles>(context.ports, desk->git, std::move(project));
  return desk;
}

std::size_t stage_count(const pipeline::Node& node) {
  if (node.kind == pipeline::NodeKind::stage) return 1;
  std::size_t count = 0;
  for (const pipeline::Node& child : node.children) count += stage_count(child);
  return count;
}

}  // namespace pawl::cli
