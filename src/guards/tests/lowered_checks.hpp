// Checks that were made weaker outside of tests: thresholds of coverage, and remarks that tell a
// linter to look away.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "git/change.hpp"

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
// The remark in a comment that keeps a scanner of security from reporting; empty when it has none.
std::string_view silencer_in(std::string_view comment);

struct Silencer {
  std::string_view remark;
  int line = 0;  // from 1
};
// Those that a text has more of than the text before it, on added lines; of any kind of file but
// documents and samples. A linter's remarks in a file that was there are not among them.
std::vector<Silencer> added_silencers(const git::FileChange& file);

}  // namespace pawl::guards
