// A checkout in which a fast-forward was killed while it wrote files.
#pragma once

#include <string>

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

}  // namespace pawl::forge
