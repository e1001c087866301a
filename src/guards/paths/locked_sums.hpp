// Entries of a lock file that no package manager wrote: a version and a checksum belong together.
#pragma once

#include <string>
#include <vector>

#include "git/change.hpp"

namespace pawl::guards {

struct UnfitSum {
  std::string name;  // of the package
  std::string version;
  int line = 0;
  bool version_changed = false;  // another version kept the checksum; else the other way round
};
std::vector<UnfitSum> unfit_sums(const git::FileChange& file);

}  // namespace pawl::guards
