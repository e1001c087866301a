// Poms written anew for a fetch: which artifacts there are, and nothing that Maven would run but
// the three plugins of its own that compile and test, told to do nothing. For the files of this
// module only.
#pragma once

#include <string>
#include <vector>

#include "repo/checks/maven_poms.hpp"

namespace pawl::repo {

// What is resolved together, as Maven does it for one plugin.
using ArtifactSet = std::vector<Artifact>;

// Versions of the plugins that copy and compile; empty: those that Maven knows.
struct OwnPlugins {
  std::string resources;
  std::string compiler;
};

// One pom without a parent that has what all of its lineage says of dependencies: those themselves,
// what manages them, the properties that they use, profiles with these. `folder` is for its output,
// `path` for what is said of it. denied: the version of a plugin that runs is not one alone.
Result<std::string> flat_pom(const Lineage& line, const std::string& folder,
                             const std::string& path);

// What the plugins that run until the tests need, besides the three above, which no one runs here:
// each with its dependencies; what the three are given as dependencies; annotation processors; what
// extends the build. denied: one that names no version, or one that changes.
Result<std::vector<ArtifactSet>> plugins_of(const Lineage& line, const MavenBuild& build,
                                            const std::string& path);

// denied: a dependency of a pom of the repository that is not the same on another day.
Status check_versions(const Lineage& line, const MavenBuild& build, const Pom& pom);

// Addresses of repositories that a pom of the repository names, as they are asked.
std::vector<std::string> repositories_of(const Lineage& line, const Pom& pom);

// A pom that depends on the artifacts alone.
std::string set_pom(const ArtifactSet& artifacts, const std::string& name,
                    const OwnPlugins& plugins);
// One that imports what other poms manage, so that Maven reads them and their parents.
std::string import_pom(const std::vector<Artifact>& poms);
// One that has the others built.
std::string list_pom(const std::vector<std::string>& modules);

}  // namespace pawl::repo
