// Findings that several searches for calls have in common.
#pragma once

#include <string>

#include "guards/guard.hpp"

namespace pawl::guards {

Finding unknown_call_finding(const std::string& path, int line, const std::string& name);

}  // namespace pawl::guards
