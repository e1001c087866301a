#include "git/worktrees/held_back.hpp"

#include <map>
#include <optional>

#include "base/text/text.hpp"
#include "git/objects/blob_id.hpp"
#include "git/objects/tree.hpp"

namespace pawl::git {
namespace {

// Git's file of what a sparse checkout holds.
constexpr const char* kPatterns = ".git/info/sparse-checkout";
constexpr std::string_view kAllPaths = "/*\n";
constexpr std::string_view kFewFiles = "[core]\n\tsparseCheckout = true\n";
constexpr std::string_view kAllFiles = "[core]\n\tsparseCheckout = false\n";
constexpr std::uint32_t kPermissions = 0777;
// Of more files the whole tree is listed: that is cheaper than to walk to each of them.
constexpr std::size_t kWalkedMax = 200;
constexpr Milliseconds kWriteDeadline{30LL * 60'000};

std::string quoted(const RepoPath& path) { return "\"" + printable(path.text(), 200) + "\""; }

using Nodes = std::map<std::string, TreeNode, std::less<>>;

// What the commit has at the paths of the change. Of a large change without folders.
Result<Nodes> nodes_of(ObjectReader& objects, const std::string& commit, const Change& change) {
  Nodes nodes;
  if (change.files.size() > kWalkedMax) {
    TRY_ASSIGN(std::vector<TreeEntry> entries, list_files(objects, commit));
    for (TreeEntry& entry : entries) {
      nodes.emplace(std::move(entry.path), TreeNode{entry.mode, std::move(entry.object)});
    }
    return nodes;
  }
  for (const FileChange& file : change.files) {
    TRY_ASSIGN(auto node, node_at(objects, commit, file.path.text()));
    if (node) nodes.emplace(file.path.text(), *std::move(node));
  }
  return nodes;
}

Status check_before(const FileChange& file, const TreeNode* node) {
  if (!file.before) {
    // A folder may be one that removals of this change leave empty; check_difference finds out.
    if (node == nullptr || node->is_folder()) return Done{};
    return fail(Errc::conflict, quoted(file.path) + " exists already");
  }
  const bool link = file.mode_before == kSymlinkMode;
  if (node == nullptr || !node->is_file()) {
    return fail(Errc::conflict, quoted(file.path) + " is not a file in the worktree");
  }
  if (node->is_symlink() && !link) {
    return fail(Errc::denied, quoted(file.path) + " is a symlink; it is not written through");
  }
  if (node->is_symlink() != link || !is_blob(*file.before, node->object)) {
    return fail(Errc::conflict, quoted(file.path) + " changed since it was read");
  }
  return Done{};
}

// Whether one side of a path is what the change says.
bool is_side(const RawSide& side, const std::optional<std::string>& content, std::uint32_t mode) {
  if (side.mode == 0 || !content) return side.mode == 0 && !content;
  const TreeNode node{.mode = side.mode, .object = side.object};
  if (!node.is_file() || node.is_symlink() != (mode == kSymlinkMode)) return false;
  if (!node.is_symlink() && (side.mode & kPermissions) != mode) return false;
  return is_blob(*content, side.object);
}

}  // namespace

Status hold_files_back(os::Files& files, const std::string& folder) {
  TRY(files.append(os::join_path(folder, ".git/config"), kFewFiles));
  return files.replace(os::join_path(folder, kPatterns), "");
}

Result<bool> are_files_held_back(os::Files& files, const std::string& folder) {
  TRY_ASSIGN(const auto patterns, files.stat(os::join_path(folder, kPatterns)));
  return patterns && patterns->size == 0;
}

Status lay_files_out(Git& git, os::Files& files, const std::string& folder) {
  TRY_ASSIGN(const bool held_back, are_files_held_back(files, folder));
  if (!held_back) return Done{};
  {
    ObjectReader objects(git, folder);
    TRY(check_checkout(objects, "HEAD", false));
  }
  const std::string patterns = os::join_path(folder, kPatterns);
  TRY(files.replace(patterns, kAllPaths));
  TRY(git.output(
      {.folder = folder, .args = {"read-tree", "-m", "-u", "HEAD"}, .deadline = kWriteDeadline}));
  TRY(files.append(os::join_path(folder, ".git/config"), kAllFiles));
  return files.remove(patterns);
}

Result<Change> checked_on_commit(ObjectReader& objects, const std::string& commit, Change change) {
  TRY_ASSIGN(const Nodes nodes, nodes_of(objects, commit, change));
  for (FileChange& file : change.files) {
    const auto found = nodes.find(file.path.text());
    const TreeNode* node = found == nodes.end() ? nullptr : &found->second;
    TRY(check_before(file, node));
    if (!file.before || node->is_symlink()) continue;
    const std::uint32_t mode = (node->mode & 0100U) != 0 ? 0755 : 0644;
    if (file.mode_after == file.mode_before) file.mode_after = mode;
    file.mode_before = mode;
  }
  return change;
}

Status check_difference(ObjectReader& objects, const std::string& before, const std::string& after,
                        const Change& change) {
  TRY_ASSIGN(const std::vector<RawEntry> entries, diff_trees(objects, before, after));
  std::map<std::string_view, const FileChange*> wanted;
  for (const FileChange& file : change.files) wanted.emplace(file.path.text(), &file);
  for (const RawEntry& entry : entries) {
    const auto found = wanted.find(entry.path);
    if (found == wanted.end()) {
      return fail(Errc::conflict, "the change leaves no room for \"" + printable(entry.path, 200) +
                                      "\", which it does not name");
    }
    const FileChange& file = *found->second;
    if (!is_side(entry.before, file.before, file.mode_before) ||
        !is_side(entry.after, file.after, file.mode_after)) {
      return fail(Errc::conflict, quoted(file.path) + " would not become what was admitted");
    }
    wanted.erase(found);
  }
  if (wanted.empty()) return Done{};
  return fail(Errc::conflict,
              quoted(wanted.begin()->second->path) + " cannot be changed where it is");
}

}  // namespace pawl::git
