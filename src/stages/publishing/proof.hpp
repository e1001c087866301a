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
// `goes_on_from` is the digest of the proof of what the run began with; empty: there is none.
Result<Proof> make_proof(const Scope& scope, const RunSettings& settings, const Checkout& checkout,
                         const std::string& goes_on_from = {});

// Whose pull request it is of, and where its branch is: the target, or a fork of it.
struct ProofPlace {
  std::string run;
  git::Target target;
};
// What the pull request says of a proof that is kept on this machine alone.
std::string words_of_kept_proof(const ProofPlace& place, const Proof& proof);
// Puts it there, and answers what the pull request says of it. Where the place takes no such ref
// the proof stays on this machine, and the pull request says so.
Result<std::string> attach_proof(const Scope& scope, const Checkout& checkout,
                                 const ProofPlace& place, const Proof& proof);

}  // namespace pawl::stages
