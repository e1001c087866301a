// How a finished branch gets to a forge: published to the repository or to a fork, and opened as
// one pull request, however often the run was killed on the way. What somebody else pushed to is
// theirs.
#pragma once

#include <optional>
#include <string>

#include "stages/publishing/pr_body.hpp"
#include "stages/stage.hpp"

namespace pawl::stages {

struct Offering {
  const Scope& scope;
  const RunSettings& settings;
  const Checkout& checkout;
  forge::Forge& forge;
};

// That somebody pushed to the branch of this run since it did; once seen, it stays so for this run.
// Nothing when nobody did.
Result<std::optional<Outcome>> somebody_elses(const Offering& offering);
// That an open pull request, anybody's, has the very same files; nothing when none has.
Result<std::optional<Outcome>> offered_already(const Offering& offering);
// Whether the result is not verified: builds and tests were wanted, and none could be run.
bool is_unverified(const CheckNotes& checks, const config::Config& config);

struct Published {
  std::string head;
  std::string repository;  // the fork it went to; empty: the repository itself
};
// The worktree's head under the run's branch, where a pull request can be opened of it.
Result<Published> publish_branch(const Offering& offering);

// What is said of a pull request that could not be opened: that error, and where the branch and the
// pull request are kept on this machine. The draft names its head.
Error kept_here(const Offering& offering, const Keep& keep, const forge::PullDraft& draft,
                Error error);
// One that was kept here and is open elsewhere now is closed here.
Status close_kept(const Offering& offering, const Keep& keep, const std::string& url);

// {number, url, adopted}
Result<Json> open_pull(const Offering& offering, const forge::PullDraft& draft);

}  // namespace pawl::stages
