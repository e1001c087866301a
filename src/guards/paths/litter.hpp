// Files that are in a change by accident, told by their paths and their first lines.
#pragma once

#include <cstdint>
#include <string>

#include "git/change.hpp"

namespace pawl::repo {
class RepoView;
}

namespace pawl::guards {

enum class LitterKind : std::uint8_t {
  none,
  leftover,   // of a merge, an editor, a file manager, a run
  personal,   // settings of one person's editor
  scratch,    // what somebody noted or tried while at work
  installed,  // what package managers and interpreters put beside the sources
  generated,  // what a tool writes, or somebody else wrote
};

struct Litter {
  LitterKind kind = LitterKind::none;
  std::string what;  // `an editor's swap file`
};

// Of a file that is there after the change. `base`, which may be null, is asked whether the
// repository keeps such a folder on purpose.
Litter litter_of(const git::FileChange& file, const repo::RepoView* base);

bool is_image(const RepoPath& path);
// Sources, markup and configuration: a comment there stands for something. Not prose.
bool holds_code(const RepoPath& path);

}  // namespace pawl::guards
