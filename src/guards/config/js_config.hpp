// Which packages a JavaScript tool's configuration names, by that tool's rules for short names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/text/repo_path.hpp"

namespace pawl::guards {

struct PackageReference {
  std::string written;                // as it stands in the file
  std::vector<std::string> packages;  // any of these will do; empty for a relative file
  int line = 0;
};

// Is it the configuration of a tool known here?
bool is_js_config(const RepoPath& path);
// What the file names, without what is built into Node or the tool, aliases and URLs. Relative
// files are given with their dot, and no packages.
std::vector<PackageReference> package_references(const RepoPath& path, std::string_view text);

}  // namespace pawl::guards
