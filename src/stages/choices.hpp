// What people choose by name in the settings, checked without a run.
#pragma once

#include <string_view>

#include "base/result.hpp"
#include "config/config.hpp"
#include "guards/policy.hpp"

namespace pawl::stages {

// Whether the guards and plan rules that the settings name are there. Errc::invalid names the
// setting and what it may hold.
Status check_choices(const config::Config& config);

// Which guards look at the changes of a run narrowed to that scope (empty: to none). Errc::invalid
// names the setting.
Result<guards::Policy> policy_of(const config::Config& config, std::string_view scope);

}  // namespace pawl::stages
