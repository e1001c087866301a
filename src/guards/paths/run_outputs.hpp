// Files in which the output of a command was kept, told by their names and what they hold.
#pragma once

#include "git/change.hpp"

namespace pawl::repo {
class RepoView;
}

namespace pawl::guards {

// A new file that holds what a run of tests, a compiler, a package manager or another command said.
// Not where the repository keeps files of that ending, nor among tests, samples and documents.
bool holds_output(const git::FileChange& file, const repo::RepoView* base);

}  // namespace pawl::guards
