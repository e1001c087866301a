// What the configuration says of the guards.
#pragma once

#include "base/json.hpp"
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

// The settings that rulings depend on and that are not as by default, each as text. Commands and
// files of this machine are only said to be `set`.
Json judging_settings(const config::Config& config);
// The configuration with these settings, and all others that rulings depend on as by default.
// Errc::invalid names one nobody knows, or a value it may not have. Of what was only said to be set
// it keeps its own.
Result<config::Config> with_judging_settings(config::Config config, const Json& settings);

}  // namespace pawl::guards
