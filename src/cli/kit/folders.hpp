// Where this call keeps its things, for commands that resolve it themselves.
#pragma once

#include "base/result.hpp"
#include "os/ports.hpp"
#include "store/layout.hpp"

namespace pawl::cli {

Result<store::Layout> resolve_layout(const os::Ports& ports);

// Denied when others can write the configuration or the state, or own a part of it.
Status check_folders(os::Files& files, const store::Layout& layout);

}  // namespace pawl::cli
