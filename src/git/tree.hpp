// Tree objects, and the difference of two of them without a process of its own.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "git/changes.hpp"
#include "git/object_reader.hpp"

namespace pawl::git {

struct TreeNode {
  std::uint32_t mode = 0;  // as git writes it; folders are 040000
  std::string object;
  bool operator==(const TreeNode&) const = default;

  bool is_folder() const { return (mode & 0170000U) == 0040000U; }
  bool is_symlink() const { return (mode & 0170000U) == 0120000U; }
  // A regular file or a symlink.
  bool is_file() const { return (mode & 0170000U) == 0100000U || is_symlink(); }
};
using Tree = std::map<std::string, TreeNode, std::less<>>;

// `<mode in octal> <name>\0<id>`, again and again; an id has `id_bytes` bytes. Errc::invalid when
// it is cut or no tree.
Result<Tree> parse_tree(std::string_view content, std::size_t id_bytes);

// What lies between two trees, by name of a commit or tree; submodules included. Reads only the
// folders that differ.
Result<std::vector<RawEntry>> diff_trees(ObjectReader& objects, const std::string& base,
                                         const std::string& head);

}  // namespace pawl::git
