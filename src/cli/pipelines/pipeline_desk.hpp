// The pipelines that a command can name: of the target, where there is one, and Pawl's own.
#pragma once

#include <memory>
#include <string>

#include "cli/kit/command.hpp"
#include "cli/kit/scratch.hpp"
#include "git/git.hpp"
#include "runner/pipeline_files.hpp"

namespace pawl::cli {

struct PipelineDesk {
  git::Git git;
  std::unique_ptr<Scratch> scratch;  // of a look into a target elsewhere; else null
  std::unique_ptr<runner::PipelineFiles> files;
  std::string branch;  // where those of the project come from; empty: there is no project
};

// `target` is as a person types it; empty: the repository of the current folder, or none.
Result<std::unique_ptr<PipelineDesk>> open_pipelines(Context& context, const std::string& target,
                                                     const std::string& base);

// How many stages it has, each counted once.
std::size_t stage_count(const pipeline::Node& node);

}  // namespace pawl::cli
