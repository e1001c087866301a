// What people choose by name in the settings, checked without a run.
#pragma once

#include "base/result.hpp"
#include "config/config.hpp"

namespace pawl::stages {

// Whether the guards and plan rules that the settings name are there. Errc::invalid names the
// setting and what it may hold.
Status check_choices(const config::Config& config);

}  // namespace pawl::stages
