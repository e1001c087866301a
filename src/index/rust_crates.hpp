// Cargo's packages of a tree, and which file is the root of the crate that a file belongs to.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "index/resolver.hpp"

namespace pawl::index {

struct RustPackage {
  std::string folder;
  std::string name;                  // as code names its library; empty: no package
  std::string root;                  // of its library, else of its program
  std::vector<std::string> targets;  // roots that the manifest names by path
  bool readable = true;
  bool paths_from_root = false;  // of the edition of 2015: `use a::b` begins at the crate's root
  NameSet declared;              // as code names them
};

class RustCrates {
 public:
  explicit RustCrates(const Tree& tree) : tree_(tree) {}

  // Whose folder the file stands in, nearest first; null when there is none.
  const RustPackage* package_of(std::string_view path);
  // The package of the repository whose library has that name; null when there is none.
  const RustPackage* named(std::string_view name);
  // What `crate::` may mean in the file: more than one when a library and a program share it, none
  // when that cannot be said.
  const std::vector<std::string>& roots_of(std::string_view path);
  // A manifest of the package names the crate, under this name or one like it.
  bool declares(const RustPackage& package, std::string_view name) const;

 private:
  void read();
  void read_manifest(const std::string& path);
  std::vector<std::string> find_roots(std::string_view path);
  std::vector<std::string> declaring_roots(const std::string& folder,
                                           const std::string& module) const;
  std::vector<std::string> source_roots(const RustPackage& package, std::string_view rest) const;
  bool declares_module(const std::string& root, std::string_view name) const;

  const Tree& tree_;
  bool read_ = false;
  std::vector<RustPackage> packages_;
  std::map<std::string, std::vector<std::string>, std::less<>> roots_;
};

// The folder where the files of the submodules of a module file stand.
std::string rust_module_folder(std::string_view file, bool is_root);

}  // namespace pawl::index
