#include "cli/pipelines/pipeline_desk.hpp"

#include "base/text/text.hpp"
#include "runner/target.hpp"

namespace pawl::cli {

Result<std::unique_ptr<PipelineDesk>> open_pipelines(Context& context, const std::string& target,
                                                     const std::string& base) {
  auto desk = std::make_unique<PipelineDesk>(
      PipelineDesk{.git = git::Git(context.ports.processes,
                                   runner::git_options(context.ports, context.config.config)),
                   .scratch = nullptr,
                   .files = nullptr,
                   .branch = {}});
  std::optional<runner::Project> project;
  const bool named = !target.empty() || !base.empty();
  const Result<git::Target> found =
      runner::resolve_target(context.ports, desk->git, target.empty() ? "." : target);
  if (!found && named) return found.error();
  if (found) {
    std::string look;
    if (found->kind == git::TargetKind::url) {
      context.console.say("looking for pipelines in " + printable(found->name, 200));
      TRY_ASSIGN(desk->scratch, Scratch::make(context.ports, context.layout, "pipelines"));
      look = os::join_path(desk->scratch->folder(), "look");
    }
    TRY_ASSIGN(project, runner::project_of(desk->git, context.ports.files, *found, base, look));
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
