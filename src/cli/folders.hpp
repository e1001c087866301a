// Where this call keeps its things, for commands that resolve it themselves.
#pragma once

#include "base/result.hpp"
#include "os/ports.hpp"
#include "store/layout.hpp"

namespace pawl::cli {

Result<store::Layout> resolve_layout(const os::Ports& ports);

}  // namespace pawl::cli
