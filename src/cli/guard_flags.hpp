// The flags that `guard check` and `guard replay` share, and what they mean.
#pragma once

#include <string>
#include <vector>

#include "cli/command.hpp"
#include "guards/policy.hpp"

namespace pawl::cli {

struct GuardFlags {
  std::string only;
  std::string skip;
  std::string require;
  std::string sanction;
  bool fast = false;
  bool strict = false;

  std::vector<Flag> flags();
  // Errc::invalid names a guard or a rule nobody knows.
  Result<guards::Policy> policy() const;
};

}  // namespace pawl::cli
