#include "guards/snapshot_inputs.hpp"

#include <string>

#include "repo/kinds/family.hpp"

namespace pawl::guards {

bool is_snapshot_input(const RepoPath& path, const repo::RepoView* tree) {
  if (tree == nullptr || !repo::lies_among_tests(path) || repo::is_named_test(path)) return false;
  return tree->has_folder(std::string(path.folder()) + "/__snapshots__");
}

}  // namespace pawl::guards
