// What `pawl doctor` looks at.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/kit/command.hpp"

namespace pawl::cli {

enum class Health : std::uint8_t { ok, warn, fail };
std::string_view to_string(Health health);

struct Finding {
  std::string name;
  Health health = Health::ok;
  std::string message;
};
using Findings = std::vector<Finding>;

// The machine and the configuration that are looked at; defaults where the latter is broken.
struct Patient {
  os::Ports& ports;
  store::Layout layout;
  config::Resolved config;
};

Patient examine_configuration(os::Ports& ports, const store::Layout& layout, Findings& findings);
// Folders, disk, database, git, sandbox, model.
void examine_machine(const Patient& patient, Findings& findings);

}  // namespace pawl::cli
