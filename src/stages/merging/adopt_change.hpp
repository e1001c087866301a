// A change that was made elsewhere (by branches of a parallel node) becomes a commit of this run,
// by the one judge and the one transaction, as any other.
#pragma once

#include <string>
#include <string_view>

#include "git/changes.hpp"
#include "stages/workshop.hpp"

namespace pawl::stages {

struct AdoptOrder {
  std::string step;        // of its commit: byte-stable, so that a resume finds it
  std::string title;       // of its commit
  std::string_view words;  // of a person: what they name may be touched
  std::string maker;       // who made it, for the trailer of the commit
};

struct Adopted {
  std::string commit;   // empty: it was refused, or leaves the tree as it was
  std::string refused;  // why
};

// The commit of that step that an earlier process made, recorded now if it was not; empty: none.
Result<std::string> adopted_before(const Workshop& shop, const std::string& step);

// `change` is one on the head of the worktree.
Result<Adopted> adopt_change(const Workshop& shop, const AdoptOrder& order, git::ReadChange change);

}  // namespace pawl::stages
