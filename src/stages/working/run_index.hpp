// What a run's attempts know of the repository around a change: its tree and its code index, at the
// commit the worktree stands on. Whatever cannot be opened is left out: an attempt goes on without.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "git/change.hpp"
#include "git/objects/object_reader.hpp"
#include "index/blast_radius.hpp"
#include "index/repository_index.hpp"
#include "repo/views/tree_view.hpp"
#include "stages/stage.hpp"

namespace pawl::stages {

class RunIndex {
 public:
  // The run is borrowed, and has a worktree.
  explicit RunIndex(StageRun& run);

  // The commit the worktree stands on; empty when git cannot say.
  const std::string& commit() const { return commit_; }
  git::ObjectReader& objects() { return objects_; }
  // Its files; null when there is no commit.
  const repo::RepoView* tree() const { return tree_.get(); }
  // Who uses what the files define; empty when nobody does, or nobody can say.
  std::string blast_radius(std::span<const std::string> paths, const index::BlastOptions& options);
  // The index with a change on top, opened when a guard asks; null when there is no commit. One at
  // a time.
  std::unique_ptr<index::CodeIndex> with(const git::Change& change);

 private:
  git::ObjectReader objects_;
  std::string commit_;
  std::unique_ptr<repo::RepoView> tree_;
  std::unique_ptr<index::RepositoryIndex> indexes_;
};

}  // namespace pawl::stages
