// Commands that test or check something and whose failure counted before, and counts no more.
#pragma once

#include <string>
#include <vector>

#include "git/change.hpp"

namespace pawl::guards {

struct IgnoredFailure {
  std::string what;  // the command, or the step or job of CI
  int line = 0;      // from 1; 0 when no line says it
};

// `|| true`, `; exit 0` and the like behind a command, the `-` of make and tox before it,
// `continue-on-error` of GitHub's steps and jobs, `allow_failure` of GitLab's jobs, the settings of
// Maven and Gradle: each only where the same command, step or job counted before. What is new is
// nobody's loss, and what tidies up (`rm`, `docker`) may fail.
std::vector<IgnoredFailure> ignored_failures(const git::FileChange& file);

}  // namespace pawl::guards
