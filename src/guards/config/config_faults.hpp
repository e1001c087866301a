// What tools would not understand of the configuration files that a change touches: keys they do
// not know, values of the wrong shape. Two guards share it: config-keys and config-shape.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "git/change.hpp"

namespace pawl::guards {

enum class ConfigFaultKind : std::uint8_t {
  unknown_key,
  unknown_table,
  wrong_type,
  wrong_value,
  misplaced,
};

struct ConfigFault {
  ConfigFaultKind kind = ConfigFaultKind::unknown_key;
  std::vector<std::string> path;  // the names on the way to the key, for its line
  std::string message;            // also what tells one fault from another
  std::string advice;
  int line = 0;
};

struct ConfigFaults {
  bool applies = false;  // a tool of the catalogue reads this file
  std::vector<ConfigFault> fresh;
  std::vector<ConfigFault> old;
};
// Compares the file before and after. A file that does not parse has no faults here.
ConfigFaults config_faults(const git::FileChange& file);

}  // namespace pawl::guards
