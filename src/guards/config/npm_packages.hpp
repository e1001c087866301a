// Which npm packages a folder of a repository may use.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {

enum class Grounded : std::uint8_t { yes, no, unknown };

// What was read once for several folders of one tree.
struct NpmCache {
  std::optional<std::vector<Json>> workspace;  // every package.json
  std::map<std::string, std::optional<std::string>> locks;
};

// Looks at the package.json of the folder and of those above it, at the packages of a workspace,
// at lock files, at aliases of tsconfig; each only when the ones before did not answer.
class NpmPackages {
 public:
  NpmPackages(const repo::RepoView& tree, std::string_view folder, NpmCache& cache);

  // There is a package.json in the folder or above it.
  bool any() const { return !manifests_.empty(); }
  // Another runtime than Node resolves names here, by rules of its own.
  bool is_foreign() const { return foreign_; }
  Grounded grounded(const std::string& name);
  // A few declared packages, for messages.
  std::vector<std::string> some() const;

 private:
  struct Folder {
    std::string path;
    Json manifest;
  };

  bool declared(const std::string& name) const;
  bool comes_along(const std::string& name) const;
  bool in_workspace(const std::string& name);
  bool is_alias(const std::string& name) const;
  Grounded locked(const std::string& name);

  const repo::RepoView& tree_;
  NpmCache& cache_;
  std::vector<std::string> folders_;  // from the innermost to the root
  std::vector<Folder> manifests_;
  bool foreign_ = false;
};

}  // namespace pawl::guards
