// Signed commits, by git's own programs for it: gpg, or ssh-keygen.
#pragma once

#include <string>

#include "base/result.hpp"
#include "base/time.hpp"
#include "git/git.hpp"

namespace pawl::git {

struct CommitFacts {
  std::string folder;
  std::string tree;
  std::string parent;
  std::string message;
  Timestamp at;  // author and committer date, in UTC
};

// Writes that commit, signed as the options say, with no ref on it; its id. What the repository is
// configured with has no say. denied when it cannot be signed.
Result<std::string> write_signed_commit(Git& git, const CommitFacts& facts);

// Whether a commit could be signed now, by signing one of what `folder` has checked out, which is
// left to no ref. Fine where commits are not to be signed.
Status check_signing(Git& git, const std::string& folder);

// The id that `commit` would have if neither it nor any commit since `base` were signed: two
// commits of which it is the same differ in signatures alone. not_found when one of them is not
// there.
Result<std::string> unsigned_id(Git& git, const std::string& folder, const std::string& base,
                                const std::string& commit);

}  // namespace pawl::git
