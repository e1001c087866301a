// What the configuration says of the guards.
#pragma once

#include "base/result.hpp"
#include "config/config.hpp"
#include "guards/policy.hpp"
#include "guards/settings.hpp"

namespace pawl::guards {

// Which guards are on. Errc::invalid names an id nobody knows, and its setting.
Result<Policy> configured_policy(const config::Config& config);
// The suppressions of the base. Errc::invalid when the file is broken: then nobody can tell what
// its owner wanted.
Result<std::vector<Suppression>> suppressions_of(const repo::RepoView& base);
Settings configured_settings(const config::Config& config);

}  // namespace pawl::guards
