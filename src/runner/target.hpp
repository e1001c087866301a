// What a person means by TARGET.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "config/config.hpp"
#include "git/git.hpp"
#include "git/target.hpp"
#include "os/ports.hpp"

namespace pawl::runner {

// git with the bot's identity and the ports of this call.
git::GitOptions git_options(const os::Ports& ports, const config::Config& config);

// A path (relative ones count from the current directory of the call), a URL or `owner/repo`. An
// existing folder must be inside a repository, whose root is then meant; a path that does not
// exist is not_found.
Result<git::Target> resolve_target(os::Ports& ports, git::Git& git, std::string_view text);

}  // namespace pawl::runner
