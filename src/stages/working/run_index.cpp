#include "stages/working/run_index.hpp"

#include "repo/views/tree_view.hpp"

namespace pawl::stages {

RunIndex::RunIndex(StageRun& run)
    : objects_(run.git, run.worktree->folder()),
      indexes_(index::RepositoryIndex::later(objects_, run.layout.index_folder(), run.target.key)) {
  Result<std::string> head = run.worktree->head();
  if (!head) return;
  commit_ = *std::move(head);
  tree_ = repo::tree_view(run.git, objects_, run.worktree->folder(), commit_);
}

std::string RunIndex::blast_radius(std::span<const std::string> paths,
                                   const index::BlastOptions& options) {
  if (commit_.empty()) return {};
  const auto index = with({});
  const std::string block = index::blast_radius(index->head(), paths, options);
  return index->trouble().empty() ? block : std::string();
}

std::unique_ptr<index::CodeIndex> RunIndex::with(const git::Change& change) {
  if (commit_.empty()) return nullptr;
  return indexes_->lazily_at(commit_, index::changed_files(change));
}

}  // namespace pawl::stages
