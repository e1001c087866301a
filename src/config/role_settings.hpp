// The settings every role has, made from one table: `worker.model`, `critic.temperature` …
#pragma once

#include <span>

#include "config/config.hpp"

namespace pawl::config {

std::span<const Setting> role_settings();

}  // namespace pawl::config
