// Working as a GitHub App, where the settings name one.
#pragma once

#include "config/config.hpp"
#include "os/ports.hpp"

namespace pawl::cli {

// Gives the configuration what makes tokens of the App (github.app_id), which asks nobody before
// the first is needed; each is known to the redactor from then on. `ports` is borrowed.
void learn_app_login(os::Ports& ports, config::Resolved& resolved);

}  // namespace pawl::cli
