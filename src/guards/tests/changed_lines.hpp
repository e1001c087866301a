// Lines a change takes out, each with the line that came for it. For the files of this folder only.
#pragma once

#include <string_view>
#include <vector>

#include "git/change.hpp"

namespace pawl::guards {

struct ChangedLine {
  std::string_view before;  // empty: it was added
  std::string_view after;   // empty: it was removed
  int line = 0;             // from 1, of the new text, or of the line behind a removed one
};

// In order of their place; lines are paired in each run of changed lines, the first with the first.
// None of a file that is new, gone or binary. The views are of the change.
std::vector<ChangedLine> changed_lines(const git::FileChange& file);

// Does the text name a command that runs tests?
bool runs_tests(std::string_view command);
// A file of commands, of a pipeline, or of a tool's settings.
bool is_settings(const RepoPath& path, std::string_view text);

}  // namespace pawl::guards
