// The index on disk: outlines by content, so that the same content is read once, across commits,
// worktrees, runs and repositories, as long as it is used; and for each repository the tree it was
// last at, so that going to another one costs only the difference.
//
//   TRY_ASSIGN(auto database, IndexDatabase::open(cache_folder));
//   TRY_ASSIGN(std::string known, database->tree_of(key));
//   if (known.empty()) TRY(database->build(key, tree, all_files, read));
//   else if (known != tree) TRY(database->move(key, known, tree, differing_files, read));
//   TRY_ASSIGN(std::unique_ptr<Tree> base, database->tree(key, tree, read));
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/result.hpp"
#include "index/tree.hpp"
#include "store/code_index.hpp"

namespace pawl::index {

// A file of a git tree. Symlinks and submodules are left out by the caller.
struct TreeFile {
  std::string path;
  std::string object;  // its blob id, in hex; empty: the path is gone
};

// The text of a file; nothing when it is too large to be read. build and move call it from several
// threads. An error ends them, and becomes trouble of a tree: nothing is learnt of what could not
// be read.
using ReadFile = std::function<Result<std::optional<std::string>>(const TreeFile&)>;

// Outlines of the contents that were asked for last. The trees of neighbouring commits hold nearly
// the same files.
class RecentOutlines {
 public:
  // Nothing when it has to be read; nullptr inside when the content has none.
  std::optional<OutlinePtr> find(std::int64_t content) const;
  // `bytes`: how large it is on disk.
  void keep(std::int64_t content, OutlinePtr outline, std::size_t bytes);

 private:
  std::unordered_map<std::int64_t, OutlinePtr> by_content_;
  std::size_t bytes_ = 0;
};

class IndexDatabase {
 public:
  // Below `folder`, which is made. Whatever is wrong with what is there, it begins anew.
  static Result<std::unique_ptr<IndexDatabase>> open(const std::string& folder);

  // What is in it cannot be trusted: whoever opens it next begins anew.
  void give_up() { file_->give_up(); }

  // `repository` is any key. Users who go through different trees at the same time take one each:
  // the outlines are shared anyway.
  Result<std::string> tree_of(std::string_view repository);
  // All files of a tree.
  Status build(std::string_view repository, std::string_view tree, std::span<const TreeFile> files,
               const ReadFile& read);
  // From the tree it is at to another one, by the files that differ.
  Status move(std::string_view repository, std::string_view from, std::string_view to,
              std::span<const TreeFile> changed, const ReadFile& read);
  // The tree the repository is at, as it is now whatever others do; not_found when it is at another
  // one. `read` gives what the database does not keep. One at a time, and the database outlives it.
  Result<std::unique_ptr<Tree>> tree(std::string_view repository, std::string_view tree,
                                     ReadFile read);

 private:
  explicit IndexDatabase(std::unique_ptr<store::CodeIndexFile> file) : file_(std::move(file)) {}
  Status learn(std::span<const TreeFile> files, const ReadFile& read);

  std::unique_ptr<store::CodeIndexFile> file_;
  RecentOutlines outlines_;
};

}  // namespace pawl::index
