// The dependencies a manifest declares, with how exactly each is bound, and whether they need a
// lock file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "repo/facts.hpp"
#include "repo/family.hpp"
#include "repo/view.hpp"

namespace pawl::analyzers {

struct Dependency {
  std::string name;
  std::string constraint;  // as written, empty when there is none
  bool bound = true;       // names a version, a commit or a path; `*` and `latest` do not
};

std::vector<Dependency> dependencies_of(const repo::Manifest& manifest);

// The family whose packages the manifest describes.
repo::Family family_of(repo::ManifestKind kind);

// The toolchain version a manifest asks for is a matter of this kind, and named by this one.
bool can_name_toolchain(repo::ManifestKind kind);
bool names_toolchain(const repo::Manifest& manifest, const repo::RepoView& view);

// What a lock file of this manifest may be called; empty when it needs none: libraries resolve
// anew with every user, and some tools have no lock file.
std::vector<std::string> lock_names(const repo::Manifest& manifest, const repo::RepoView& view);

}  // namespace pawl::analyzers
