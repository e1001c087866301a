// The login of GitHub's own program, `gh`, for people who have no token in Pawl's configuration.
#pragma once

#include "config/config.hpp"
#include "os/ports.hpp"

namespace pawl::cli {

// Where no token is set and the settings allow it (github.gh_login): the token that gh has for the
// server they name, from its hosts.yml, or from gh itself when it keeps it in a keyring. Nothing is
// changed when there is none.
void learn_gh_login(os::Ports& ports, config::Resolved& resolved);

}  // namespace pawl::cli
