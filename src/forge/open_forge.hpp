// The one place that knows which forges there are.
#pragma once

#include <memory>
#include <string>

#include "forge/forge.hpp"
#include "git/git.hpp"
#include "git/target.hpp"
#include "os/clock.hpp"
#include "os/files/files.hpp"
#include "store/database.hpp"

namespace pawl::forge {

// What a forge is made of. References are borrowed.
struct ForgeSetup {
  std::string kind;  // `forge.kind` of the settings: local
  git::Target target;
  std::string scratch;  // where merges are prepared; made when needed, left empty
  store::Database& database;
  git::Git& git;  // its identity is that of squash commits
  os::Files& files;
  os::Clock& clock;
};

// The forge of that kind for that target. invalid when there is none of that kind.
Result<std::unique_ptr<Forge>> open_forge(const ForgeSetup& setup);

}  // namespace pawl::forge
