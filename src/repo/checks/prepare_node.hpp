// What preparing packages for npm, pnpm and Yarn has in common. For the files of this module only.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "repo/checks/prepare.hpp"

namespace pawl::repo {

inline constexpr std::string_view kSystemCertificates = "/etc/ssl/certs/ca-certificates.crt";

// Folders of node_modules where tools keep what they make.
std::vector<std::string> modules_scratch();

// A package whose node_modules are made, with the members of its workspace.
struct NodeRoot {
  const Manifest* manifest = nullptr;  // nothing is made where it has none
  std::string folder;                  // inside the repository
  std::vector<const Manifest*> members;

  std::string beside(std::string_view name) const {
    return folder.empty() ? std::string(name) : folder + "/" + std::string(name);
  }
};

// That of the package in `folder`: the root of its workspace, or itself.
NodeRoot node_root(const Facts& facts, std::string_view folder);

// The lists of a manifest that name packages to install.
inline constexpr const char* kDependencyLists[] = {"dependencies", "devDependencies",
                                                   "optionalDependencies"};

// A package.json with what says which packages are installed and how they are linked, and nothing
// that names a program to run or to fetch: no scripts, no `packageManager`, no settings.
Json manifest_for_install(const Json& data);

// What a manager other than npm is given of a workspace: its manifests as manifest_for_install has
// them, the lock, and files with the names of programs that its members have.
Preparation preparation_of(const NodeRoot& root, const RepoView& view, std::string_view lock_name,
                           std::string lock_text);

// `8` of `packageManager: pnpm@8.15.1+sha…`, or all of the version; empty where it names another
// one.
std::string declared_version(const NodeRoot& root, std::string_view manager);

// What every program of Node's has while it fetches: no git, no Corepack, the system's
// certificates.
std::vector<std::pair<std::string, std::string>> fetching_environment(const Workbench& bench);

Result<std::optional<Preparation>> pnpm_preparation(const NodeRoot& root, const RepoView& view);
Result<std::optional<Preparation>> yarn_preparation(const NodeRoot& root, const RepoView& view);

}  // namespace pawl::repo
