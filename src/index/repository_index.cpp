#include "index/repository_index.hpp"

#include "git/changes.hpp"
#include "git/objects/tree.hpp"
#include "index/lazy_tree.hpp"

namespace pawl::index {
namespace {

// Another process may move the repository between two of our steps.
constexpr int kAttempts = 5;
constexpr std::uint32_t kTypeBits = 0170000U;
constexpr std::uint32_t kRegular = 0100000U;

bool is_regular(std::uint32_t mode) { return (mode & kTypeBits) == kRegular; }

}  // namespace

std::unique_ptr<RepositoryIndex> RepositoryIndex::later(git::ObjectReader& objects,
                                                        const std::string& cache_folder,
                                                        std::string repository) {
  return std::unique_ptr<RepositoryIndex>(
      new RepositoryIndex(objects, cache_folder, std::move(repository)));
}

Result<std::unique_ptr<RepositoryIndex>> RepositoryIndex::open(git::ObjectReader& objects,
                                                               const std::string& cache_folder,
                                                               std::string repository) {
  std::unique_ptr<RepositoryIndex> index = later(objects, cache_folder, std::move(repository));
  TRY_ASSIGN(index->database_, IndexDatabase::open(cache_folder));
  return index;
}

Status RepositoryIndex::begin_anew() {
  database_->give_up();
  database_.reset();
  TRY_ASSIGN(database_, IndexDatabase::open(cache_folder_));
  return Done{};
}

ReadFile RepositoryIndex::reader(const std::string& tree) {
  return [this, tree](const TreeFile& file) -> Result<std::optional<std::string>> {
    const std::string name = file.object.empty() ? tree + ":" + file.path : file.object;
    TRY_ASSIGN(auto found, objects_.read_all({&name, 1}));
    if (!found.front()) {
      return fail(Errc::io, "the object " + name + " of " + file.path +
                                " is missing or damaged in " + objects_.folder() +
                                "; fetch it there first, or repair the repository");
    }
    git::Object& object = *found.front();
    if (object.type != "blob" || !object.whole) return std::optional<std::string>();
    return std::optional<std::string>(std::move(object.content));
  };
}

Result<std::vector<TreeFile>> RepositoryIndex::differing(const std::string& from,
                                                         const std::string& to) {
  TRY_ASSIGN(std::vector<git::RawEntry> entries, git::diff_trees(objects_, from, to));
  std::vector<TreeFile> out;
  out.reserve(entries.size());
  for (git::RawEntry& entry : entries) {
    const bool there = is_regular(entry.after.mode);
    if (!there && !is_regular(entry.before.mode)) continue;
    out.push_back({.path = std::move(entry.path),
                   .object = there ? std::move(entry.after.object) : std::string()});
  }
  return out;
}

Status RepositoryIndex::bring_to(const std::string& tree) {
  TRY_ASSIGN(const std::string known, database_->tree_of(repository_));
  if (known == tree) return Done{};
  if (!known.empty()) {
    // The tree we were at may have been pruned since.
    const Result<std::vector<TreeFile>> changed = differing(known, tree);
    if (changed) return database_->move(repository_, known, tree, *changed, reader(tree));
  }
  TRY_ASSIGN(const std::vector<TreeFile> all, differing(git::kEmptyTree, tree));
  return database_->build(repository_, tree, all, reader(tree));
}

Result<std::unique_ptr<CodeIndex>> RepositoryIndex::at(const std::string& commit,
                                                       std::vector<ChangedFile> changed) {
  TRY_ASSIGN(std::unique_ptr<Tree> tree, tree_at(commit));
  return std::make_unique<CodeIndex>(std::move(tree), std::move(changed));
}

Result<std::unique_ptr<Tree>> RepositoryIndex::tree_at(const std::string& commit) {
  if (!database_) {
    TRY_ASSIGN(database_, IndexDatabase::open(cache_folder_));
  }
  TRY_ASSIGN(const std::optional<git::Object> found, objects_.read(commit + "^{tree}"));
  if (!found) return fail(Errc::not_found, "no tree of " + commit + " to index");
  Error last;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const Status brought = bring_to(found->id);
    if (!brought) {
      last = brought.error();
      // A damaged page is found out here at the earliest.
      const bool damaged = last.code == Errc::invalid && attempt == 0;
      if (damaged) TRY(begin_anew());
      if (!damaged && last.code != Errc::conflict) return last;
      continue;
    }
    Result<std::unique_ptr<Tree>> tree = database_->tree(repository_, found->id, reader(found->id));
    if (tree) return tree;
    last = tree.error();
    if (last.code != Errc::not_found) return last;
  }
  return last;
}

std::unique_ptr<CodeIndex> RepositoryIndex::lazily_at(std::string commit,
                                                      std::vector<ChangedFile> changed) {
  OpenTree open = [this, commit = std::move(commit)] { return tree_at(commit); };
  return std::make_unique<CodeIndex>(lazy_tree(std::move(open)), std::move(changed));
}

std::vector<ChangedFile> changed_files(const git::Change& change) {
  std::vector<ChangedFile> out;
  out.reserve(change.files.size());
  for (const git::FileChange& file : change.files) {
    const bool link = (file.mode_after & kTypeBits) != 0 && !is_regular(file.mode_after);
    out.push_back({.path = file.path.text(), .text = link ? std::nullopt : file.after});
  }
  return out;
}

}  // namespace pawl::index
