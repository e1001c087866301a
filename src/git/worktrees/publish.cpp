#include "base/text/text.hpp"
#include "git/worktrees/clone.hpp"
#include "git/worktrees/worktree.hpp"

namespace pawl::git {
namespace {

constexpr std::string_view kRunTrailer = "Pawl-Run";

// Where the branch is in the target now; empty when there is none.
Result<std::string> published(Git& git, const Target& target, const std::string& ref) {
  TRY_ASSIGN(const auto refs, remote_refs(git, target, {ref}));
  for (const RemoteRef& found : refs) {
    if (found.name == ref) return found.commit;
  }
  return std::string();
}

// A fork may lack what a clone without history leaves out.
bool needs_history(const Status& pushed) {
  return !pushed && contains(pushed.error().message, "shallow update not allowed");
}

// All that is before the base, from where the clone came from.
Status fetch_history(const Worktree& worktree) {
  constexpr Milliseconds kHistoryTime{900'000};
  Git::Run run{.folder = worktree.folder(),
               .args = {"fetch", "--unshallow", "--quiet", "--no-tags", "--no-write-fetch-head",
                        "--recurse-submodules=no", "--", worktree.target().location,
                        "refs/heads/" + worktree.base_branch()},
               .deadline = kHistoryTime};
  run.remote = true;
  TRY(worktree.git().output(run).during("fetching the history, which the fork lacks"));
  return Done{};
}

// Whether `commit` is one of this worktree, and one up to it is of this run. Commits that are not
// here are not looked for: that would ask the network.
Result<bool> is_of_run(const Worktree& worktree, const std::string& commit,
                       const std::string& run) {
  TRY_ASSIGN(const auto commits, worktree.commits());
  bool of_run = false;
  for (const CommitInfo& info : commits) {
    of_run = of_run || info.trailer(kRunTrailer) == run;
    if (info.id == commit) return of_run;
  }
  return false;
}

}  // namespace

Result<std::string> publish(Worktree& worktree, const std::string& run) {
  return publish_to(worktree, worktree.target(), run);
}

Result<std::string> publish_to(Worktree& worktree, const Target& place, const std::string& run) {
  const std::string doing = "publishing " + worktree.branch() + " to " + place.name;
  const std::string ref = "refs/heads/" + worktree.branch();
  TRY_ASSIGN(std::string head, worktree.head().during(doing));
  TRY_ASSIGN(const std::string there, published(worktree.git(), place, ref).during(doing));
  if (!there.empty()) {
    TRY_ASSIGN(const bool ours, is_of_run(worktree, there, run).during(doing));
    if (!ours) {
      return fail(Errc::conflict, place.name + " has a branch \"" + worktree.branch() +
                                      "\" that is not of run " + run +
                                      "; name another branch, or remove that one");
    }
    if (there == head) return head;
  }
  const Push push{
      .folder = worktree.folder(), .refspecs = {head + ":" + ref}, .leases = {ref + ":" + there}};
  Status pushed = push_to(worktree.git(), place, push);
  if (needs_history(pushed) && worktree.target().kind == TargetKind::url) {
    TRY(fetch_history(worktree));
    pushed = push_to(worktree.git(), place, push);
  }
  TRY(std::move(pushed).during(doing));
  return head;
}

Status publish_over(const Worktree& worktree, const Target& place, const std::string& branch,
                    const std::string& expected) {
  const std::string doing = "publishing to " + branch + " of " + place.name;
  const std::string ref = "refs/heads/" + branch;
  TRY_ASSIGN(const std::string head, worktree.head().during(doing));
  TRY_ASSIGN(const std::string there, published(worktree.git(), place, ref).during(doing));
  if (there == head) return Done{};
  if (there != expected) {
    return fail(Errc::conflict, "the branch \"" + branch + "\" is at " +
                                    (there.empty() ? "no commit" : there.substr(0, 10)) +
                                    ", and not at " + expected.substr(0, 10) +
                                    " any more; somebody else works on it");
  }
  TRY_ASSIGN(const bool grown, worktree.git().is_ancestor(worktree.folder(), expected, head));
  if (!grown) return fail(Errc::conflict, "the work does not stand on " + expected.substr(0, 10));
  const Push push{.folder = worktree.folder(),
                  .refspecs = {head + ":" + ref},
                  .leases = {ref + ":" + expected}};
  return push_to(worktree.git(), place, push).during(doing);
}

}  // namespace pawl::git
