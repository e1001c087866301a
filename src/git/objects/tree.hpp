// Tree objects: listing one, and the difference of two, without a process of its own. A tree can
// name the same folder again and again, so that a few objects are more paths than any machine
// holds: both have limits.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "git/changes.hpp"
#include "git/objects/object_reader.hpp"

namespace pawl::git {

struct TreeNode {
  std::uint32_t mode = 0;  // as git writes it; folders are 040000
  std::string object;
  bool operator==(const TreeNode&) const = default;

  bool is_folder() const { return (mode & 0170000U) == 0040000U; }
  bool is_symlink() const { return (mode & 0170000U) == 0120000U; }
  // A regular file or a symlink.
  bool is_file() const { return (mode & 0170000U) == 0100000U || is_symlink(); }
  bool is_submodule() const { return (mode & 0170000U) == 0160000U; }
};
using Tree = std::map<std::string, TreeNode, std::less<>>;

// `<mode in octal> <name>\0<id>`, again and again; an id has `id_bytes` bytes. Errc::io when
// it is cut or no tree, or when a name is no name of a file or there twice.
Result<Tree> parse_tree(std::string_view content, std::size_t id_bytes);

// Far above the largest repositories there are. Beyond them: Errc::io, which says what there is too
// much of.
struct TreeLimits {
  std::size_t entries = 1'000'000;  // files and folders
  std::size_t path_bytes = std::size_t{256} << 20U;
  std::size_t depth = 512;
};

// Everything in a tree but its folders, sorted by path; submodules included. `name` is that of a
// commit or tree.
Result<std::vector<TreeEntry>> list_files(ObjectReader& objects, const std::string& name,
                                          const TreeLimits& limits = {});

// What is at a path of a commit or tree; nothing where nothing is. Found folder by folder, so that
// also names can be asked for that no question to git can hold.
Result<std::optional<TreeNode>> node_at(ObjectReader& objects, const std::string& name,
                                        std::string_view path);

struct TreeDiff {
  std::vector<RawEntry> entries;
  // Folders of the second tree that no git would have written (a name twice, no name, an entry of
  // no kind), or that are too deep. Nothing of them is among the entries.
  std::vector<Unsafe> broken;
};

// What lies between two trees, by name of a commit or tree; submodules included. Reads only the
// folders that differ. A broken folder of the first tree is an error.
Result<TreeDiff> compare_trees(ObjectReader& objects, const std::string& base,
                               const std::string& head, const TreeLimits& limits = {});
// The same where a broken folder of either is an error.
Result<std::vector<RawEntry>> diff_trees(ObjectReader& objects, const std::string& base,
                                         const std::string& head, const TreeLimits& limits = {});

// Of files that are to be written to a disk.
struct CheckoutLimits {
  std::uint64_t each = std::uint64_t{2} << 30U;
  std::uint64_t total = std::uint64_t{16} << 30U;
  std::uint64_t symlink = 4096;
};

// Whether the files of a tree are all there and few and small enough to be written to a disk.
// The error names the first one that is missing, unless `partial`: a clone that gets them later,
// and of which only the number of files is known now.
Status check_checkout(ObjectReader& objects, const std::string& name, bool partial,
                      const CheckoutLimits& limits = {});
// The same of some files of it.
Status check_files(ObjectReader& objects, const std::vector<TreeEntry>& entries,
                   const CheckoutLimits& limits = {});

}  // namespace pawl::git
