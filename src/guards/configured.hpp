// What the configuration says of the guards.
#pragma once

#include "base/result.hpp"
#include "config/config.hpp"
#include "guards/policy.hpp"
#include "guards/settings.hpp"

namespace pawl::guards {

// Which guards are on. Errc::invalid names an id nobody knows, and its setting.
Result<Policy> configured_policy(const config::Config& config);
Settings configured_settings(const config::Config& config);

}  // namespace pawl::guards
