// What is fetched, lent and run before a target is checked, as the configuration and the package
// managers' own settings on this machine say.
#pragma once

#include <string>
#include <string_view>

#include "config/config.hpp"
#include "git/target.hpp"
#include "os/ports.hpp"
#include "repo/checks/checks.hpp"
#include "store/layout.hpp"

namespace pawl::evidence {

// Mirrors come from `checks.mirrors`, else from the manager's variables and files
// (npm_config_registry and ~/.npmrc, PIP_INDEX_URL and pip.conf, GOPROXY and go's env,
// ~/.cargo/config.toml, ~/.bundle/config): their addresses, never their credentials. A checkout is
// lent of local targets only.
repo::Needs check_needs(const os::Ports& ports, const config::Config& config,
                        const store::Layout& layout, const git::Target& target);

// The command of `checks.setup` for a repository: lines, or parts between `;;`, of `NAME: COMMAND`,
// where NAME is the target's name, the last part of it, or `*`. The first that fits; empty: none.
std::string setup_command(std::string_view setting, std::string_view name);

// The address without what stands before an `@`.
std::string without_credentials(std::string_view url);

}  // namespace pawl::evidence
