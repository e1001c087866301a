// The forge that needs no network: pull requests in pawl.db over any git repository of this
// machine. Merging never touches a checkout that has work in it, and runs no hook of the target.
#pragma once

#include <memory>
#include <string>

#include "forge/forge.hpp"
#include "git/git.hpp"
#include "git/target.hpp"
#include "os/clock.hpp"
#include "os/files.hpp"
#include "store/database.hpp"

namespace pawl::forge {

struct LocalForgeOptions {
  git::Target target;
  std::string scratch;  // where merges are prepared; made when needed, left empty
};

// Borrows its ports. Squash commits carry the identity of `git`. A pull request's URL is
// `local:<name of the target>#<number>`.
std::unique_ptr<Forge> local_forge(store::Database& database, git::Git& git, os::Files& files,
                                   os::Clock& clock, LocalForgeOptions options);

}  // namespace pawl::forge
