// The packages that manifests name, whatever language they are of.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "base/text/repo_path.hpp"
#include "index/index.hpp"

namespace pawl::guards {

// Whose manifest it is; Family::other for other files.
index::Family family_of_manifest(const RepoPath& path);
// The names of packages, as far as they are listed by name.
std::set<std::string> package_names(const RepoPath& path, std::string_view text);

}  // namespace pawl::guards
