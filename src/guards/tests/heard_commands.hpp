// The commands a file runs, and whether anybody hears when one fails. For the files of this folder
// only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/text/repo_path.hpp"

namespace pawl::guards {

struct HeardCommand {
  std::string core;      // without what makes its failure nobody's
  bool ignored = false;  // its failure is dropped: `|| true`, `; exit 0`, `-` of make, `if !`
  bool loud = false;     // its failure ends the whole by itself: `|| exit 1`
  int line = 0;          // from 1
};

// One for each line that holds one, continuations joined; empty for a file that runs no commands.
std::vector<HeardCommand> heard_commands(const RepoPath& path, std::string_view text);

// Does it say something at most, and succeed?
bool only_succeeds(std::string_view command);

}  // namespace pawl::guards
