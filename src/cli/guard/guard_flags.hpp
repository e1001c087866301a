// The flags that `guard check` and `guard replay` share, and what they mean.
#pragma once

#include <string>
#include <vector>

#include "cli/kit/command.hpp"
#include "guards/policy.hpp"

namespace pawl::cli {

struct GuardFlags {
  std::string only;
  std::string skip;
  std::string require;
  std::string sanction;
  std::string hints;
  std::string targets;
  bool fast = false;
  bool strict = false;

  std::vector<Flag> flags();
  // Errc::invalid names a guard or a rule nobody knows.
  Result<guards::Policy> policy(const config::Config& config) const;
  // What a plan would say of the change: which files and symbols it is about.
  Status apply_to(guards::Order& order) const;
  // A plan was given, by hints or targets: scope then refuses, as in a run.
  bool planned() const { return !hints.empty() || !targets.empty(); }
};

}  // namespace pawl::cli
