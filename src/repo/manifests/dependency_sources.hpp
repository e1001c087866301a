// The readers of dependencies, one for each kind of manifest, and what they share.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "repo/facts/fact_sources.hpp"

namespace pawl::repo {

// Collects the dependencies of one manifest, each name once a kind and group.
class DependencyList {
 public:
  DependencyList(const Source& of, std::span<const Manifest> manifests,
                 std::vector<Dependency>& out)
      : source(of), all(manifests), out_(out) {}

  void add(Dependency dependency);

  const Source& source;
  std::span<const Manifest> all;  // of the repository

 private:
  std::vector<Dependency>& out_;
  std::set<std::tuple<std::string, DependencyKind, std::string>> seen_;  // name, kind, group
};

void npm_dependencies(DependencyList& list);
void composer_dependencies(DependencyList& list);
void cargo_dependencies(DependencyList& list);
void go_dependencies(DependencyList& list);
void pyproject_dependencies(DependencyList& list);
void setup_dependencies(DependencyList& list);
void requirements_dependencies(DependencyList& list);
void pipfile_dependencies(DependencyList& list);
void conda_dependencies(DependencyList& list);
void maven_dependencies(DependencyList& list);
void gradle_dependencies(DependencyList& list);
void gemfile_dependencies(DependencyList& list);
void gemspec_dependencies(DependencyList& list);
void cmake_dependencies(DependencyList& list);
void meson_dependencies(DependencyList& list);
void autotools_dependencies(DependencyList& list);
void deno_dependencies(DependencyList& list);
void pubspec_dependencies(DependencyList& list);
void mix_dependencies(DependencyList& list);
void dotnet_dependencies(DependencyList& list);
void vcpkg_dependencies(DependencyList& list);
void conan_dependencies(DependencyList& list);

// What the source's manifest declares, in the order of its lines. It is one of `all`.
void read_dependencies(const Source& source, std::span<const Manifest> all,
                       std::vector<Dependency>& out);

// A requirement as PEP 508 writes it: `Foo_bar[x]>=1; python_version < "3.9"`. The name is that of
// PEP 503 (`foo-bar`), empty when the text is none.
struct Requirement {
  std::string name;
  std::string constraint;  // `>=1`, or the address after an `@`
  bool placed = false;
};
Requirement parse_requirement(std::string_view text);
// What a list of requirements is for, as its name says: `dev` of requirements-dev.txt, `docs` of
// requirements/docs.txt, `test` of test-requirements.txt; empty: for the project itself.
std::string purpose_of_requirements(const RepoPath& path);

}  // namespace pawl::repo
