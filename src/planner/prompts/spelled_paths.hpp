// From paths as people and programs write them (shortened, absolute, of another folder) to the
// files of the repository that are meant.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "repo/views/view.hpp"

namespace pawl::planner {

// `file.py`, `file.py:3`, `file.py:3:5`, `file.rs:1:`: the path of it; empty without an ending.
std::string_view path_part(std::string_view word);

// Symlinks and vendored files are not among them. The view is borrowed.
class SpelledPaths {
 public:
  explicit SpelledPaths(const repo::RepoView& view);

  // The only file, or the one nearest to `folder`, whose path ends like `spelled`, or the other
  // way round (an absolute path); empty when there is none, or it is not known which.
  std::string find(std::string_view spelled, std::string_view folder) const;
  // All that fit, whatever `folder`; sorted.
  std::vector<std::string> fitting(std::string_view spelled) const;
  // The same, whatever the case of letters. Looks at every file.
  std::vector<std::string> fitting_folded(std::string_view spelled) const;

 private:
  std::multimap<std::string, std::string, std::less<>> by_name_;
};

}  // namespace pawl::planner
