// Checks that were made weaker outside of tests: thresholds of coverage, and remarks that tell a
// linter to look away.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/repo_path.hpp"

namespace pawl::guards {

struct Threshold {
  std::string name;  // `fail_under`, `branches`
  double value = 0;
  int line = 0;  // from 1
};

// The thresholds a configuration file or a command line sets; nothing for other files.
std::vector<Threshold> thresholds_in(const RepoPath& path, std::string_view text);

// The order a comment gives to a linter or type checker (`# noqa`); empty when it gives none.
std::string_view suppression_in(std::string_view comment);
// The same as an attribute or annotation on a line of Rust, Java or Kotlin.
std::string_view suppressing_attribute(std::string_view line);

}  // namespace pawl::guards
