// The proof of a run's pull request (proof/bundle.hpp): put together once for a head, kept as the
// artifact `proof.json`, and put beside the branch.
#pragma once

#include <string>

#include "stages/stage.hpp"

namespace pawl::stages {

inline constexpr std::string_view kProof = "proof.json";

struct Proof {
  std::string text;  // without words of this machine alone
  std::string digest;
  Json bundle;
};

// Of the worktree's HEAD, whose builds and tests were measured. One that was made for this head
// before is taken as it is: the pull request may name its digest already.
Result<Proof> make_proof(const Scope& scope, const RunSettings& settings, const Checkout& checkout);

// Puts it into the target, and answers what the pull request says of it. Where the target takes no
// such ref the proof stays on this machine, and the pull request says so.
Result<std::string> attach_proof(const Scope& scope, const Checkout& checkout, const Proof& proof);

}  // namespace pawl::stages
