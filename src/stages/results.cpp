#include "stages/results.hpp"

#include "evidence/gather.hpp"

namespace pawl::stages {

Result<std::string> head_tree(const StageRun& run) {
  return run.git.text(run.worktree->folder(), {"rev-parse", "HEAD^{tree}"});
}

evidence::CheckCache check_cache(const StageRun& run) {
  return {run.ports.files, run.redactor, run.layout.artifacts(run.id)};
}

std::string flaky_file(const StageRun& run) { return evidence::flaky_file(run.layout, run.target); }

}  // namespace pawl::stages
