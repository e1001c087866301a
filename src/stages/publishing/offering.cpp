#include "stages/publishing/offering.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "run/effects.hpp"

namespace pawl::stages {
namespace {

constexpr std::string_view kFrozen = "frozen.json";
constexpr std::size_t kCommitShown = 10;

Outcome left_alone(const Offering& offering, const std::string& theirs) {
  return Outcome::bail(
      "conflict", 4,
      "somebody pushed to the branch " + printable(offering.settings.request.branch, 200) +
          " since this run did (it is at " + printable(theirs.substr(0, kCommitShown), 20) +
          "): it is theirs from now on, and this run pushes, comments and merges nothing there");
}

Result<bool> is_of_worktree(const Checkout& checkout, const std::string& commit) {
  TRY_ASSIGN(const auto commits, checkout.worktree->commits());
  return std::any_of(commits.begin(), commits.end(),
                     [&](const git::CommitInfo& info) { return info.id == commit; });
}

bool has_published(const run::RunState& state) {
  return std::any_of(state.effects.begin(), state.effects.end(),
                     [](const auto& effect) { return effect.second.kind == "publish"; });
}

Result<std::string> publish_to_fork(const Offering& offering, const std::string& repository) {
  const Checkout& checkout = offering.checkout;
  TRY_ASSIGN(const git::Target place,
             git::parse_target(repository, "", checkout.git.options().home));
  return git::publish_to(*checkout.worktree, place, offering.scope.id.text());
}

Result<Json> publish_anywhere(const Offering& offering) {
  const Checkout& checkout = offering.checkout;
  const bool may_fork = offering.settings.config.forge_fork;
  TRY_ASSIGN(const forge::Access access, offering.forge.pulls().check_write());
  Result<std::string> pushed =
      access == forge::Access::fork
          ? Result<std::string>(
                fail(Errc::denied, "nobody may push to " + checkout.target.name + " here"))
          : git::publish(*checkout.worktree, offering.scope.id.text());
  if (pushed) return Json::object({{"commit", *pushed}});
  if (pushed.error().code != Errc::denied || !may_fork) return std::move(pushed).error();
  forge::Answer<std::string> fork = offering.forge.pulls().fork(checkout.worktree->base_branch());
  if (!fork && fork.error().kind == forge::TroubleKind::unsupported) {
    return std::move(pushed).error();
  }
  if (!fork) return forge::to_error(std::move(fork).during("forking the repository").error());
  TRY(say(offering.scope, "publishing to the fork " + printable(*fork, 200)));
  TRY_ASSIGN(const std::string commit, publish_to_fork(offering, *fork));
  return Json::object({{"commit", commit}, {"repository", *fork}});
}

Json pull_json(const forge::Pull& pull, bool adopted) {
  return Json::object({{"number", pull.number}, {"url", pull.url}, {"adopted", adopted}});
}

}  // namespace

Result<std::optional<Outcome>> somebody_elses(const Offering& offering) {
  const Scope& scope = offering.scope;
  TRY_ASSIGN(const auto seen, scope.artifacts.read(kFrozen));
  if (seen) {
    const Result<Json> known = Json::parse(*seen);
    return std::optional(left_alone(offering, known ? (*known)["head"].string_or("") : ""));
  }
  if (!has_published(scope.state())) return std::optional<Outcome>();
  TRY_ASSIGN(const auto pull, offering.forge.pulls().find_by_run(scope.id.text()));
  if (!pull || pull->state != forge::PullState::open) return std::optional<Outcome>();
  TRY_ASSIGN(const bool ours, is_of_worktree(offering.checkout, pull->head_commit));
  if (ours) return std::optional<Outcome>();
  TRY(scope.artifacts.write_json(kFrozen, Json::object({{"number", pull->number},
                                                        {"branch", pull->branch},
                                                        {"head", pull->head_commit}})));
  return std::optional(left_alone(offering, pull->head_commit));
}

Result<std::optional<Outcome>> offered_already(const Offering& offering) {
  const Checkout& checkout = offering.checkout;
  TRY_ASSIGN(const std::string tree, checkout.git.tree_of(checkout.worktree->folder(), "HEAD"));
  TRY_ASSIGN(const std::vector<forge::OfferedTree> offered, offering.forge.pulls().offered_trees());
  for (const forge::OfferedTree& other : offered) {
    if (other.tree != tree || other.base != checkout.worktree->base_branch()) continue;
    if (other.run == offering.scope.id.text() || other.branch == offering.settings.request.branch) {
      continue;
    }
    return std::optional(Outcome::finish(
        run::RunStatus::nothing_to_do, 3,
        "pull request #" + std::to_string(other.number) + " (" + printable(other.url, 200) +
            ") is open with the very same files; nothing was published"));
  }
  return std::optional<Outcome>();
}

bool is_unverified(const CheckNotes& checks, const config::Config& config) {
  return config.run_checks && checks.passed.empty() && !checks.unchecked.empty();
}

Result<Published> publish_branch(const Offering& offering) {
  const Scope& scope = offering.scope;
  const std::string& branch = offering.settings.request.branch;
  TRY_ASSIGN(const std::string head, offering.checkout.worktree->head());
  const run::Effect effect{.key = "publish:" + head,
                           .kind = "publish",
                           .intent = Json::object({{"branch", branch}, {"commit", head}})};
  // Publishing is idempotent by itself: the same commit under the same branch is no change, and who
  // has a fork gets no second one.
  const run::EffectSteps steps{
      .find = []() -> Result<std::optional<Json>> { return std::optional<Json>(); },
      .act = [&]() { return publish_anywhere(offering); }};
  TRY(say(scope, "publishing the branch " + branch));
  TRY_ASSIGN(const Json done, run::perform(scope.events, scope.state(), effect, steps));
  if (done["commit"].text() == head) {
    return Published{.head = head, .repository = done["repository"].string_or("")};
  }
  return fail(Errc::upstream, "the branch " + branch + " is at " +
                                  done["commit"].string_or("nothing") + " after publishing " +
                                  head);
}

Error kept_here(const Offering& offering, const Keep& keep, const forge::PullDraft& draft,
                Error error) {
  if (keep.forge == nullptr || error.code == Errc::cancelled || error.code == Errc::io) {
    return error;
  }
  const git::Worktree& worktree = *offering.checkout.worktree;
  // The clone has the base branch by another name.
  const Status base = offering.checkout.git.update_ref(
      worktree.folder(), "refs/heads/" + draft.base, draft.base_commit, "", "pawl: keep");
  if (!base && base.error().code != Errc::conflict) return error;
  const auto kept = keep.forge->pulls().open(draft);
  if (!kept) return error;
  error.message += "; the branch " + printable(draft.branch, 200) + " is kept in " +
                   worktree.folder() + ", and the pull request as " + kept->pull.url +
                   " (PAWL_FORGE=local pawl pr show " + std::to_string(kept->pull.number) + " " +
                   printable(offering.checkout.target.name, 200) +
                   "); `pawl run --resume` opens it when that can be done";
  return error;
}

Status close_kept(const Offering& offering, const Keep& keep, const std::string& url) {
  if (keep.forge == nullptr) return Done{};
  TRY_ASSIGN(const auto kept, keep.forge->pulls().find_by_run(offering.scope.id.text()));
  if (!kept || kept->state != forge::PullState::open) return Done{};
  // The pull request is open: what was kept here is no reason to fail.
  if (const auto closed = keep.forge->pulls().close(kept->number); !closed) {
    return say(offering.scope, kept->url + " could not be closed: " + closed.error().message);
  }
  return say(offering.scope, "closed " + kept->url + ", which is open as " + printable(url, 200));
}

Result<Json> open_pull(const Offering& offering, const forge::PullDraft& draft) {
  const Scope& scope = offering.scope;
  forge::Pulls& pulls = offering.forge.pulls();
  const run::Effect effect{
      .key = "pull_request:" + draft.head_commit,
      .kind = "pull_request",
      .intent = Json::object({{"branch", draft.branch}, {"head", draft.head_commit}})};
  const run::EffectSteps steps{
      .find = [&]() -> Result<std::optional<Json>> {
        TRY_ASSIGN(const auto found, pulls.find_by_run(scope.id.text()));
        // One that shows an earlier part of the run is brought up to date.
        if (!found || found->head_commit != draft.head_commit || found->frozen) {
          return std::optional<Json>();
        }
        return std::optional<Json>(pull_json(*found, true));
      },
      .act = [&]() -> Result<Json> {
        TRY_ASSIGN(const forge::Pulls::Opened opened, pulls.open(draft));
        return pull_json(opened.pull, opened.adopted);
      }};
  TRY(say(scope, "opening the pull request"));
  return run::perform(scope.events, scope.state(), effect, steps);
}

}  // namespace pawl::stages
