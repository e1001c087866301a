// What package managers run unasked: the scripts of a manifest that npm, yarn, pnpm, bun or
// composer call at an install, and the hooks that some manifests configure.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/text/repo_path.hpp"

namespace pawl::guards {

// Key (`scripts.postinstall`) to its value as JSON, of a package.json or composer.json; empty for
// other files, and for one that cannot be read.
std::map<std::string, std::string> lifecycle_scripts(const RepoPath& path, std::string_view text);

}  // namespace pawl::guards
