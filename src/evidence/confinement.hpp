// The sandbox of this machine and configuration, as every command of Pawl uses it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "config/config.hpp"
#include "os/ports.hpp"
#include "os/sandbox/sandbox.hpp"
#include "store/layout.hpp"

namespace pawl::evidence {

// What no code of a target may see, wherever it lies: Pawl's configuration and state, HOME and in
// it keys, tokens and histories, sockets that give a machine away. As named, and as their links
// lead.
std::vector<std::string> covered_places(const os::Ports& ports, const store::Layout& layout);

// Tried once, unless `sandbox.mode` is off: when it is asked for anything first.
os::Sandbox make_sandbox(const os::Ports& ports, const config::Config& config,
                         const store::Layout& layout);

// The same, tried at the first call and kept. What is named is borrowed.
std::function<const os::Sandbox&()> lazy_sandbox(const os::Ports& ports,
                                                 const config::Config& config,
                                                 const store::Layout& layout);

}  // namespace pawl::evidence
