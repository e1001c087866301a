// Versions and ranges in manifests that their package manager cannot read.
#pragma once

#include <string_view>
#include <vector>

#include "base/text/repo_path.hpp"
#include "guards/config/config_faults.hpp"

namespace pawl::guards {

// package.json, Cargo.toml, pyproject.toml, requirements.txt
bool has_versions(const RepoPath& path);
// Of each version and range that is a word and nothing filled in elsewhere.
std::vector<ConfigFault> version_faults(const RepoPath& path, std::string_view text);

}  // namespace pawl::guards
