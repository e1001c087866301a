// The commit that changes are judged on, and what is known of it: its files, its facts, its code
// index. Made once per commit, and shared by all changes tried on it.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "git/change.hpp"
#include "git/git.hpp"
#include "git/objects/object_reader.hpp"
#include "index/repository_index.hpp"
#include "repo/facts/facts.hpp"
#include "repo/views/view.hpp"

namespace pawl::judge {

// Where code indexes are kept, and under which name that of this repository.
struct IndexPlace {
  std::string folder;
  std::string repository;
};

// What commits of one repository are read with; one per thread.
class Reader {
 public:
  // `git` is borrowed. `folder`: any folder of the repository; it is only read. Without a place
  // there is no code index.
  Reader(git::Git& git, std::string folder, const std::optional<IndexPlace>& place);

  git::Git& git() { return git_; }
  const std::string& folder() const { return folder_; }
  git::ObjectReader& objects() { return objects_; }
  index::RepositoryIndex* indexes() { return indexes_.get(); }  // null: there is none

 private:
  git::Git& git_;
  std::string folder_;
  git::ObjectReader objects_;
  std::unique_ptr<index::RepositoryIndex> indexes_;
};

class Base {
 public:
  // The reader is borrowed. `commit` is an id; git::kEmptyTree before the first commit.
  Base(Reader& reader, std::string commit);

  const std::string& commit() const { return commit_; }
  Reader& reader() const { return reader_; }
  // Its trouble() says what could not be read.
  const repo::RepoView& tree() const { return *tree_; }
  // Gathered at the first call.
  const repo::Facts& facts() const;
  // The code index with a change on top, opened when somebody asks it; null when there is none. One
  // at a time.
  std::unique_ptr<index::CodeIndex> index_with(const git::Change& change) const;

 private:
  Reader& reader_;
  std::string commit_;
  std::unique_ptr<repo::RepoView> tree_;
  mutable std::optional<repo::Facts> facts_;
};

}  // namespace pawl::judge
