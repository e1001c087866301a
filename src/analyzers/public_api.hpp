// Which definitions others may use: the part of the code that wants to be documented.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzers/registry.hpp"
#include "analyzers/survey.hpp"

namespace pawl::analyzers {

// Names that a file offers; all of them when `all` is set.
struct Offered {
  bool all = false;
  std::set<std::string> names;
};

// What npm packages offer: the modules their manifests name, and what these export from others of
// the package, by path. A package whose modules are built from somewhere unknown, or that brings
// its own type definitions, offers nothing that is known here.
std::map<std::string, Offered> node_exports(const repo::RepoView& view,
                                            const std::vector<repo::Manifest>& manifests);
// What Rust libraries offer: files reached by `pub mod`, and in others the names of `pub use`.
std::map<std::string, Offered> rust_exports(const repo::RepoView& view,
                                            const std::vector<repo::Manifest>& manifests);
// Base names of the C and C++ headers that make, Automake or CMake install; empty when no file
// says so.
std::set<std::string> installed_headers(const repo::RepoView& view);

// By the custom of each language: no scripts, no programs, no modules or packages that are private
// by their name or place, no implementation of what is documented elsewhere.
class PublicApi {
 public:
  explicit PublicApi(const Input& input);
  bool holds(const SampledFile& file, const syntax::Definition& definition) const;

 private:
  bool offers(const SampledFile& file) const;
  bool offers_header(const RepoPath& path) const;

  std::map<std::string, Offered> node_;
  std::map<std::string, Offered> rust_;
  std::set<std::string> headers_;
  bool include_folder_ = false;
  bool only_headers_ = true;
};

}  // namespace pawl::analyzers
