// What Python projects of a tree say they need: pyproject.toml, setup.cfg, setup.py, requirement
// files, tox.ini, Pipfile and lock files, all of them together.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "index/resolver.hpp"

namespace pawl::index {

// `Foo.Bar_baz` → `foo-bar-baz`.
std::string normalised_distribution(std::string_view name);
// The distribution a requirement line names, normalised: `Foo[x]>=1; python_version` → `foo`.
std::string requirement_name(std::string_view requirement);

class PythonManifests {
 public:
  explicit PythonManifests(const Tree& tree) : tree_(tree) {}

  // There is a manifest, and all of them could be read.
  bool known() { return read() && known_; }
  // A distribution that provides the module (by its own name, or one known to) is asked for.
  bool declares(std::string_view module);
  // A project of the tree is called like the module.
  bool is_own(std::string_view module);
  // Modules may be compiled or written by the build.
  bool builds_extensions() { return read() && builds_extensions_; }
  const std::vector<std::string>& projects() { return read(), projects_; }  // folders
  const std::vector<std::string>& source_roots() { return read(), source_roots_; }

 private:
  bool read();
  void read_pyproject(const std::string& path);
  void read_setup_cfg(const std::string& path);
  void read_setup_py(const std::string& path);
  void read_requirements(std::string_view text);
  void read_folder(std::string_view folder);
  void read_lock(const std::string& path);
  void read_tox(const std::string& path);
  void add(std::string_view requirement);
  void add_all(const Json& list);
  void add_keys(const Json& table);
  void add_project(std::string_view path);
  bool provides(std::string_view name) const { return names_.count(std::string(name)) > 0; }

  const Tree& tree_;
  bool read_ = false;
  bool known_ = false;
  bool builds_extensions_ = false;
  NameSet names_;  // normalised
  NameSet own_;    // of the projects themselves
  NameSet words_;  // the parts of the names between dashes
  std::vector<std::string> projects_;
  std::vector<std::string> source_roots_;
};

}  // namespace pawl::index
