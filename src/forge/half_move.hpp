// A checkout in which a fast-forward was killed while it wrote files.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "git/git.hpp"

namespace pawl::forge {

struct HalfMove {
  std::string checkout;  // folder
  std::string from;      // the commit its branch is still at
  std::string to;        // the commit its files were to become
};

// Puts back what such a move has left, where nothing else can have: each file that differs from
// `from` is one the move changes, and is not there, or holds what `to` has or the beginning of it.
// Otherwise everything stays as it is, which is no error: then a person works there. No filter may
// be configured in the checkout. conflict when a git is at work there.
Status put_back_half_move(git::Git& git, const HalfMove& move);

// Whether a process called git has that folder, or one in it, as its current one.
bool git_is_at_work(const std::string& folder);
// The locks of a checkout that are there, and that a git which moves it takes.
Result<std::vector<std::string>> locks_of(git::Git& git, const std::string& checkout);

}  // namespace pawl::forge
