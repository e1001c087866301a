// What an installed Python package says of itself, made of what the repository's files say: nothing
// of the repository runs for it. Tests ask for the version, and programs find their plugins by it.
#pragma once

#include <optional>
#include <string>

#include "repo/facts/facts.hpp"
#include "repo/views/view.hpp"

namespace pawl::repo {

struct PythonMetadata {
  std::string folder;        // `box-1.0.dist-info`
  std::string metadata;      // of its METADATA
  std::string entry_points;  // of its entry_points.txt; empty: none
};

// Nothing where no file says what the package at the root is called, or which version it is: a
// wrong one would be worse than none.
std::optional<PythonMetadata> python_metadata(const Facts& facts, const RepoView& view);

}  // namespace pawl::repo
