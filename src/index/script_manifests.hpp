// What JavaScript projects of a tree say: package.json files (workspaces among them), path aliases
// of tsconfig.json and jsconfig.json, lock files.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "index/resolver.hpp"

namespace pawl::index {

struct ScriptPackage {
  std::string folder;
  std::string name;
  bool readable = true;
  NameSet declared;  // of any kind
  Json manifest;
};

// `paths` and `baseUrl` of one tsconfig.json, with what it extends.
struct PathAliases {
  bool complete = true;             // false: it extends something we cannot read
  std::optional<std::string> base;  // baseUrl, as a path of the repository
  struct Alias {
    std::string pattern;               // `@/*`
    std::vector<std::string> targets;  // paths of the repository: `src/*`
  };
  std::vector<Alias> aliases;
};

class ScriptManifests {
 public:
  explicit ScriptManifests(const Tree& tree) : tree_(tree) {}

  const std::vector<ScriptPackage>& packages() { return read(), packages_; }
  const ScriptPackage* named(std::string_view name);
  // The package whose folder the file stands in, nearest first; null when there is none.
  const ScriptPackage* package_of(std::string_view path);
  bool declared_for(std::string_view path, std::string_view package);
  // A lock file names it.
  bool locked(std::string_view package);
  // Bundlers with aliases of their own.
  bool has_bundler();
  // Of the configurations that stand in the folders above the file, nearest first.
  std::vector<const PathAliases*> aliases_of(std::string_view path);

 private:
  void read();
  const PathAliases* read_aliases(const std::string& path, int depth);

  const Tree& tree_;
  bool read_ = false;
  std::vector<ScriptPackage> packages_;
  std::optional<bool> has_bundler_;
  std::optional<std::vector<std::string>> locks_;  // their texts
  std::map<std::string, PathAliases> aliases_;     // by path of the configuration
};

}  // namespace pawl::index
