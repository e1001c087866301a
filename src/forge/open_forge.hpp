// The one place that knows which forges there are.
#pragma once

#include <memory>
#include <string>

#include "config/config.hpp"
#include "forge/forge.hpp"
#include "git/git.hpp"
#include "git/target.hpp"
#include "os/ports.hpp"
#include "store/database.hpp"
#include "store/layout.hpp"

namespace pawl::forge {

// What a forge is made of. References are borrowed.
struct ForgeSetup {
  const config::Config& config;
  git::Target target;
  const store::Layout& layout;  // its folder for merges is made when needed, and left empty
  store::Database& database;
  git::Git& git;  // its identity is that of squash commits
  os::Ports& ports;
};

// `local` or `github`: what `forge.kind` says, and for `auto` the forge a target is on. A
// repository of this machine stays with the local forge, whatever remotes it has. invalid where
// github.api_url, which has to be looked at, is no address.
Result<std::string> forge_kind(const config::Config& config, const git::Target& target);

// The forge for that target. invalid when there is none of the kind that the settings name.
Result<std::unique_ptr<Forge>> open_forge(const ForgeSetup& setup);

}  // namespace pawl::forge
