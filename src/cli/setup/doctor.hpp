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
  bool sound = true;  // the configuration could be read
};

Patient examine_configuration(os::Ports& ports, const store::Layout& layout, Findings& findings);
// Folders, disk, database, git, sandbox, model.
void examine_machine(const Patient& patient, Findings& findings);
// Runs the builds and tests of a repository on this machine, and says of each what would make it
// possible. not_found, invalid: there is no such repository here.
Status examine_target(Console& console, const Patient& patient, const std::string& target,
                      Findings& findings);

}  // namespace pawl::cli
