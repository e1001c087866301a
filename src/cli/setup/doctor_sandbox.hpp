// What the sandbox promises, each tried on this machine.
#pragma once

#include "cli/setup/doctor.hpp"

namespace pawl::cli {

// First whether commands can be confined at all; where they can, a row for each promise.
void examine_sandbox(const Patient& patient, Findings& findings);

}  // namespace pawl::cli
