// The code index of a git repository at any of its commits: opens the database, brings it to the
// commit's tree by what differs, and puts a change on top.
//
//   TRY_ASSIGN(auto indexes, RepositoryIndex::open(objects, cache_folder, key));
//   TRY_ASSIGN(auto index, indexes->at(base_commit, changed_files(change)));
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "git/change.hpp"
#include "git/objects/object_reader.hpp"
#include "index/database.hpp"
#include "index/index.hpp"

namespace pawl::index {

class RepositoryIndex {
 public:
  // `objects` is borrowed. `cache_folder` may serve any number of repositories and processes;
  // `repository` tells them apart. Those who walk through history in parallel take a key each, as
  // going to and fro costs more than the paths of another tree.
  static Result<std::unique_ptr<RepositoryIndex>> open(git::ObjectReader& objects,
                                                       const std::string& cache_folder,
                                                       std::string repository);

  // The same, but the database is opened when it is needed.
  static std::unique_ptr<RepositoryIndex> later(git::ObjectReader& objects,
                                                const std::string& cache_folder,
                                                std::string repository);

  // `commit` names a commit or tree. The first one costs the whole tree, later ones what differs.
  // One at a time: the next call waits for nothing, so let go of the last index before it.
  Result<std::unique_ptr<CodeIndex>> at(const std::string& commit,
                                        std::vector<ChangedFile> changed);
  // The same without the change.
  Result<std::unique_ptr<Tree>> tree_at(const std::string& commit);
  // The same as at(), but nothing is done before the first question. What cannot be opened then
  // answers as if nothing were there, and CodeIndex::trouble() says why.
  std::unique_ptr<CodeIndex> lazily_at(std::string commit, std::vector<ChangedFile> changed);

 private:
  RepositoryIndex(git::ObjectReader& objects, std::string cache_folder, std::string repository)
      : objects_(objects),
        cache_folder_(std::move(cache_folder)),
        repository_(std::move(repository)) {}
  Status begin_anew();
  Status bring_to(const std::string& tree);
  Result<std::vector<TreeFile>> differing(const std::string& from, const std::string& to);
  ReadFile reader(const std::string& tree);

  git::ObjectReader& objects_;
  std::string cache_folder_;
  std::unique_ptr<IndexDatabase> database_;
  std::string repository_;
};

// What a change leaves in each file; symlinks are no files with text.
std::vector<ChangedFile> changed_files(const git::Change& change);

}  // namespace pawl::index
