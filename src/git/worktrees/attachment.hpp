// A text that is kept in a target beside its branches: one file in a commit of its own, under a
// ref that no branch and no tag is.
#pragma once

#include <string>

#include "base/result.hpp"
#include "base/time.hpp"
#include "git/git.hpp"
#include "git/target.hpp"

namespace pawl::git {

struct Attachment {
  std::string ref;
  std::string file;  // its name
  std::string text;
  std::string message;  // of the commit
  Timestamp at;         // likewise
};

// Puts it into the target, from any clone of it; answers the commit. One that is there with the
// same text stays as it is; over another one it is put as its child. Doing it twice is harmless.
// denied when the target refuses the ref.
Result<std::string> attach(Git& git, const std::string& clone, const Target& target,
                           const Attachment& attachment);

// The text under a ref of a repository on this machine. not_found when there is no such ref or
// file; invalid when the file is larger than `bytes_max`.
Result<std::string> attached(Git& git, const std::string& folder, const std::string& ref,
                             const std::string& file, std::size_t bytes_max);

}  // namespace pawl::git
