// Commands that test or check something and whose failure counted before, and counts no more.
#pragma once

#include <string>
#include <vector>

#include "git/change.hpp"
#include "guards/tests/tampering_parts.hpp"

namespace pawl::guards {

struct IgnoredFailure {
  std::string what;    // the command, or the step or job of CI
  int line = 0;        // from 1; 0 when no line says it
  bool tests = false;  // it runs tests, of which none can fail the whole any more
};

// `|| true`, `; exit 0` and the like behind a command, the `-` of make and tox before it, options
// by which a checker says that all is well, a script that no longer ends where a command fails,
// steps and jobs of CI that may fail, settings of build tools: each only where the same command,
// step or job counted before. What is new is nobody's loss, and what tidies up (`rm`, `docker`) may
// fail.
std::vector<IgnoredFailure> ignored_failures(const git::FileChange& file,
                                             const ChangedLines& changed);

// Of these the steps, jobs and settings.
void find_ignored_steps(const git::FileChange& file, const ChangedLines& changed,
                        std::vector<IgnoredFailure>& found);

}  // namespace pawl::guards
