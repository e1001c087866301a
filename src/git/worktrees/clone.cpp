#include "git/worktrees/clone.hpp"

#include <algorithm>
#include <optional>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "git/hardening.hpp"
#include "git/objects/tree.hpp"
#include "git/worktrees/held_back.hpp"

namespace pawl::git {
namespace {

constexpr Milliseconds kTransferDeadline{30LL * 60'000};
constexpr Milliseconds kRemoteDeadline{120'000};
constexpr std::string_view kBranchRefs = "refs/heads/";
constexpr std::size_t kBranchesShownMax = 20;

bool on_this_machine(const Target& target) {
  return target.kind == TargetKind::local || target.location.starts_with("file://");
}

// What a run needs to speak with the target. One on this machine gets no credentials, and may start
// nothing but the hardened other side.
void reach(Git::Run& run, const Target& target) {
  run.remote = !on_this_machine(target);
  if (!run.remote) run.environment.emplace_back("GIT_ALLOW_PROTOCOL", "file");
}

// Of names that are too many for a message, some.
std::string some_of(std::vector<std::string> names) {
  const std::size_t more = names.size() > kBranchesShownMax ? names.size() - kBranchesShownMax : 0;
  if (more > 0) names.resize(kBranchesShownMax);
  return printable(join(names, ", "), 1000) +
         (more > 0 ? " and " + std::to_string(more) + " more" : "");
}

Error no_such_branch(const Target& target, const std::string& branch,
                     std::vector<std::string> branches) {
  return fail(Errc::not_found, target.name + " has no branch \"" + printable(branch, 120) +
                                   "\"; its branches: " + some_of(std::move(branches)));
}

Error is_empty(const Target& target) {
  return fail(Errc::not_found, target.name + " has no commits yet; commit something there first");
}

struct LocalBranches {
  std::vector<Tip> all;  // by name
  std::string current;   // the one that is checked out; empty when there is none
  std::string origin;    // what a clone's remote calls its default branch
};

// All of it in one question, because each one starts a process.
Result<LocalBranches> local_branches(Git& git, const std::string& folder) {
  constexpr std::string_view kOrigin = "refs/remotes/origin/";
  TRY_ASSIGN(const std::string out,
             git.text(folder, {"for-each-ref", "--format=%(refname) %(objectname) %(HEAD)%(symref)",
                               std::string(kBranchRefs), std::string(kOrigin) + "HEAD"}));
  LocalBranches found;
  for (const std::string_view line : split_lines(out)) {
    const auto parts = split(line, ' ');
    if (parts.size() < 3) continue;
    if (!line.starts_with(kBranchRefs)) {
      if (parts.back().starts_with(kOrigin)) found.origin = parts.back().substr(kOrigin.size());
      continue;
    }
    found.all.push_back({std::string(parts[0].substr(kBranchRefs.size())), std::string(parts[1])});
    if (parts[2].starts_with('*')) found.current = found.all.back().branch;
  }
  return found;
}

struct RemoteBranches {
  std::vector<std::string> all;
  std::string head;  // the one its HEAD names; empty when it says none
};

Result<RemoteBranches> remote_branches(Git& git, const Target& target) {
  TRY_ASSIGN(const auto refs, remote_refs(git, target, {"HEAD", "refs/heads/*"}));
  RemoteBranches found;
  for (const RemoteRef& ref : refs) {
    const std::string_view prefix = "ref: refs/heads/";
    if (ref.commit.starts_with(prefix)) {
      found.head = ref.commit.substr(prefix.size());
    } else if (ref.name.starts_with(kBranchRefs)) {
      found.all.push_back(ref.name.substr(kBranchRefs.size()));
    }
  }
  return found;
}

Result<std::string> base_among(const RemoteBranches& found, const WorktreePlan& plan) {
  if (found.all.empty()) return is_empty(plan.target);
  const auto has = [&](const std::string& name) {
    return std::find(found.all.begin(), found.all.end(), name) != found.all.end();
  };
  if (!plan.base_branch.empty()) {
    if (has(plan.base_branch)) return plan.base_branch;
    return no_such_branch(plan.target, plan.base_branch, found.all);
  }
  for (const std::string& name : {found.head, std::string("main"), std::string("master")}) {
    if (!name.empty() && has(name)) return name;
  }
  return no_such_branch(plan.target, "main", found.all);
}

// The base branch, and whether the run's own is there already.
struct Branches {
  std::string base;
  bool taken = false;
};

Result<Branches> branches_of(Git& git, const WorktreePlan& plan) {
  if (plan.target.kind != TargetKind::local) {
    TRY_ASSIGN(const RemoteBranches found, remote_branches(git, plan.target));
    TRY_ASSIGN(std::string base, base_among(found, plan));
    const bool taken =
        std::find(found.all.begin(), found.all.end(), plan.branch) != found.all.end();
    return Branches{std::move(base), taken};
  }
  TRY_ASSIGN(Tip tip, local_tip(git, plan.target, plan.base_branch));
  if (plan.branch.empty()) return Branches{std::move(tip.branch), false};
  TRY_ASSIGN(const auto there,
             git.resolve(plan.target.location, std::string(kBranchRefs) + plan.branch));
  return Branches{std::move(tip.branch), there.has_value()};
}

Status check_other(const std::string& base, const WorktreePlan& plan) {
  if (base != plan.branch) return Done{};
  return fail(Errc::invalid, "the run's branch and the base branch are both \"" + base +
                                 "\"; name another branch for the run");
}

Git::Run clone_run(const Git& git, const WorktreePlan& plan, const std::string& base,
                   const std::vector<std::string>& how) {
  Git::Run run;
  run.args = {"clone",           "--quiet",   "--template=", "--no-checkout",
              "--single-branch", "--no-tags", "--branch",    base};
  if (on_this_machine(plan.target)) {
    run.args.push_back("--upload-pack=" + local_upload_pack(git.options()));
  }
  run.args.insert(run.args.end(), how.begin(), how.end());
  run.args.insert(run.args.end(), {"--", plan.target.location, plan.folder});
  run.deadline = kTransferDeadline;
  reach(run, plan.target);
  return run;
}

// The only moment a blobless clone has to fetch contents. Only such a clone may: its configuration
// is Pawl's own, and what it fetches from is the hardened other side.
// `how` is `-b` for a new branch, `-B` for one that is there.
Git::Run checkout_run(const Git& git, const WorktreePlan& plan, const std::string& how,
                      const std::string& tip) {
  Git::Run run{.folder = plan.folder, .args = {}};
  if (plan.target.kind == TargetKind::url) {
    reach(run, plan.target);
    run.environment.emplace_back("GIT_NO_LAZY_FETCH", "0");
    if (!run.remote) {
      run.args = {"-c", "remote.origin.uploadpack=" + local_upload_pack(git.options())};
    }
  }
  run.args.insert(run.args.end(), {"checkout", "--quiet", "--no-track"});
  if (how == "-B") run.args.emplace_back("--force");
  run.args.insert(run.args.end(), {how, plan.branch, tip});
  run.deadline = kTransferDeadline;
  return run;
}

// The cheap way first; a server that knows no shallow clones, or a local repository that cannot
// be linked (symlinks among its objects), is asked the plain way.
Status clone_objects(Git& git, os::Files& files, const WorktreePlan& plan,
                     const std::string& base) {
  const bool local = plan.target.kind == TargetKind::local;
  const auto cheap = local ? std::vector<std::string>{}
                           : std::vector<std::string>{"--depth=1", "--filter=blob:none"};
  const auto plain = local ? std::vector<std::string>{"--no-local"} : std::vector<std::string>{};
  const Git::Run first = clone_run(git, plan, base, cheap);
  TRY_ASSIGN(const os::Finished finished, git.run(first));
  if (finished.succeeded()) return Done{};
  Error error = git.failure(first, finished);
  if (error.code != Errc::upstream && error.code != Errc::io) return error;
  TRY(files.remove_tree(plan.folder));
  const Git::Run second = clone_run(git, plan, base, plain);
  TRY_ASSIGN(const os::Finished again, git.run(second));
  if (again.succeeded()) return Done{};
  return git.failure(second, again);
}

// `! <from>:<to> [remote rejected] (reason)` of git push --porcelain.
std::string_view rejected_line(std::string_view out) {
  for (const std::string_view line : split_lines(out)) {
    if (line.starts_with("!\t")) return line.substr(2);
  }
  return {};
}

}  // namespace

Result<std::string> check_plan(Git& git, const WorktreePlan& plan) {
  TRY_ASSIGN(Branches found, branches_of(git, plan));
  TRY(check_other(found.base, plan));
  if (!found.taken) return std::move(found.base);
  return fail(Errc::invalid, plan.target.name + " has a branch \"" + printable(plan.branch, 120) +
                                 "\" already; name another for the run with --branch");
}

Result<Cloned> make_clone(Git& git, os::Files& files, const WorktreePlan& plan) {
  TRY(git.check_branch_name(plan.branch));
  std::string base;
  if (plan.target.kind == TargetKind::local) {
    TRY_ASSIGN(Tip tip, local_tip(git, plan.target, plan.base_branch));
    base = std::move(tip.branch);
  } else {
    TRY_ASSIGN(const RemoteBranches found, remote_branches(git, plan.target));
    TRY_ASSIGN(base, base_among(found, plan));
  }
  TRY(check_other(base, plan));
  TRY(clone_objects(git, files, plan, base));
  const std::string info = os::join_path(plan.folder, ".git/info");
  TRY(files.make_folders(info));
  TRY(files.append(os::join_path(info, "attributes"), kPlainAttributes));
  const std::string tip =
      plan.base_commit.empty() ? "refs/remotes/origin/" + base : plan.base_commit;
  TRY_ASSIGN(const auto commit, git.resolve(plan.folder, tip));
  if (!commit && plan.base_commit.empty()) return is_empty(plan.target);
  if (!commit) {
    return fail(Errc::not_found, "a clone of " + plan.target.location + " has no commit " +
                                     plan.base_commit + "; fetch it there first");
  }
  const bool remote = plan.target.kind == TargetKind::url;
  const bool later = plan.files == LayOut::later && !remote;
  {
    ObjectReader objects(git, plan.folder);
    TRY(check_checkout(objects, *commit, remote || later));
  }
  if (later) TRY(hold_files_back(files, plan.folder));
  TRY(git.output(checkout_run(git, plan, "-b", tip)));
  return Cloned{std::move(base), *commit};
}

Result<std::string> bring_forward(Git& git, const WorktreePlan& plan) {
  const std::string ref = "refs/remotes/origin/" + plan.base_branch;
  TRY(fetch_from(git, plan.target,
                 {.folder = plan.folder,
                  .refspecs = {"+" + std::string(kBranchRefs) + plan.base_branch + ":" + ref}}));
  TRY_ASSIGN(const auto tip, git.resolve(plan.folder, ref + "^{commit}"));
  TRY_ASSIGN(const auto head, git.resolve(plan.folder, "HEAD"));
  if (!tip || !head) {
    return fail(Errc::not_found, "the worktree " + plan.folder + " lost its commits");
  }
  if (*tip == *head) return *tip;
  TRY_ASSIGN(const bool grown, git.is_ancestor(plan.folder, *head, *tip));
  if (!grown) {
    return fail(Errc::conflict, "the branch " + plan.base_branch + " of " + plan.target.name +
                                    " does not hold " + *head + " any more");
  }
  {
    ObjectReader objects(git, plan.folder);
    TRY(check_checkout(objects, *tip, plan.target.kind == TargetKind::url));
  }
  TRY(git.output(checkout_run(git, plan, "-B", *tip)));
  return *tip;
}

Result<Tip> clone_tip(Git& git, os::Files& files, const WorktreePlan& plan) {
  TRY_ASSIGN(const RemoteBranches found, remote_branches(git, plan.target));
  TRY_ASSIGN(std::string base, base_among(found, plan));
  TRY(clone_objects(git, files, plan, base));
  TRY_ASSIGN(auto commit, git.resolve(plan.folder, "refs/remotes/origin/" + base));
  if (!commit) return is_empty(plan.target);
  return Tip{.branch = std::move(base), .commit = *std::move(commit)};
}

Result<std::optional<std::string>> blob_of_tip(Git& git, const Target& target,
                                               const std::string& folder, const std::string& object,
                                               std::size_t bytes_max) {
  Git::Run run{.folder = folder, .args = {}};
  reach(run, target);
  run.environment.emplace_back("GIT_NO_LAZY_FETCH", "0");
  if (!run.remote) {
    run.args = {"-c", "remote.origin.uploadpack=" + local_upload_pack(git.options())};
  }
  const std::vector<std::string> how = run.args;
  const auto ask = [&](std::vector<std::string> words) {
    run.args = how;
    run.args.insert(run.args.end(), words.begin(), words.end());
    return git.output(run);
  };
  TRY_ASSIGN(const std::string size, ask({"cat-file", "-s", object}));
  const auto bytes = parse_int(trim(size));
  if (!bytes || *bytes > static_cast<std::int64_t>(bytes_max)) return std::optional<std::string>();
  TRY_ASSIGN(std::string content, ask({"cat-file", "blob", object}));
  return std::optional(std::move(content));
}

Result<Tip> local_tip(Git& git, const Target& target, const std::string& base_branch) {
  TRY_ASSIGN(const LocalBranches found, local_branches(git, target.location));
  if (found.all.empty()) return is_empty(target);
  std::vector<std::string> wanted{base_branch};
  if (base_branch.empty()) wanted = {found.origin, found.current, "main", "master"};
  for (const std::string& name : wanted) {
    for (const Tip& tip : found.all) {
      if (tip.branch == name) return tip;
    }
  }
  std::vector<std::string> names;
  for (const Tip& tip : found.all) names.push_back(tip.branch);
  if (!base_branch.empty()) return no_such_branch(target, base_branch, names);
  return fail(Errc::not_found, "HEAD of " + target.location +
                                   " names no branch, and there is neither main nor master; name "
                                   "the base branch (branches: " +
                                   some_of(std::move(names)) + ")");
}

Result<std::vector<RemoteRef>> remote_refs(Git& git, const Target& target,
                                           const std::vector<std::string>& patterns) {
  Git::Run run;
  run.args = {"ls-remote", "--quiet", "--symref"};
  if (on_this_machine(target)) {
    run.args.push_back("--upload-pack=" + local_upload_pack(git.options()));
  }
  run.args.insert(run.args.end(), {"--", target.location});
  run.args.insert(run.args.end(), patterns.begin(), patterns.end());
  run.deadline = kRemoteDeadline;
  reach(run, target);
  TRY_ASSIGN(const std::string out, git.output(run));
  std::vector<RemoteRef> refs;
  for (const std::string_view line : split_lines(out)) {
    const auto tab = line.find('\t');
    if (tab == std::string_view::npos) continue;
    refs.push_back({std::string(line.substr(0, tab)), std::string(line.substr(tab + 1))});
  }
  return refs;
}

Status fetch_from(Git& git, const Target& target, const Fetch& fetch) {
  Git::Run run{.folder = fetch.folder,
               .args = {"fetch", "--quiet", "--no-tags", "--no-write-fetch-head",
                        "--recurse-submodules=no"}};
  if (on_this_machine(target)) {
    run.args.push_back("--upload-pack=" + local_upload_pack(git.options()));
  }
  run.args.insert(run.args.end(), {"--", target.location});
  run.args.insert(run.args.end(), fetch.refspecs.begin(), fetch.refspecs.end());
  run.deadline = kTransferDeadline;
  reach(run, target);
  TRY_ASSIGN(const os::Finished finished, git.run(run));
  if (finished.succeeded()) return Done{};
  if (contains(finished.err, "couldn't find remote ref")) {
    return fail(Errc::not_found,
                target.name + " has not " + printable(join(fetch.refspecs, ", "), 300));
  }
  return git.failure(run, finished);
}

namespace {

Status push_once(Git& git, const Target& target, const Push& push) {
  Git::Run run{.folder = push.folder,
               .args = {"push", "--porcelain", "--no-verify", "--no-follow-tags", "--atomic",
                        "--recurse-submodules=no"}};
  if (on_this_machine(target)) {
    run.args.push_back("--receive-pack=" + local_receive_pack(git.options()));
  }
  for (const std::string& lease : push.leases) run.args.push_back("--force-with-lease=" + lease);
  run.args.insert(run.args.end(), {"--", target.location});
  run.args.insert(run.args.end(), push.refspecs.begin(), push.refspecs.end());
  run.deadline = kTransferDeadline;
  reach(run, target);
  TRY_ASSIGN(const os::Finished finished, git.run(run));
  if (finished.succeeded()) return Done{};
  const std::string_view rejected = rejected_line(finished.out);
  if (rejected.empty()) return git.failure(run, finished);
  const bool remote = contains(rejected, "[remote rejected]");
  // As git and the servers say that a ref is not where the lease expects it.
  static constexpr auto kMoved = fixed_words(
      "stale info", "fetch first", "non-fast-forward", "reference already exists",
      "cannot lock ref", "failed to lock", "failed to update ref", "atomic transaction failed");
  const bool moved = std::any_of(kMoved.begin(), kMoved.end(),
                                 [&](std::string_view words) { return contains(rejected, words); });
  return fail(moved || !remote ? Errc::conflict : Errc::denied,
              target.name + " refused the push: " + printable(rejected, 300));
}

// Whether all refs are where that push was to bring them.
Result<bool> is_there(Git& git, const Target& target, const Push& push) {
  std::vector<RemoteRef> wanted;
  std::vector<std::string> names;
  for (const std::string& refspec : push.refspecs) {
    const std::size_t colon = refspec.find(':');
    const std::size_t start = refspec.starts_with('+') ? 1 : 0;
    if (colon == std::string::npos || colon == start) return false;
    TRY_ASSIGN(const auto commit, git.resolve(push.folder, refspec.substr(start, colon - start)));
    if (!commit) return false;
    names.push_back(refspec.substr(colon + 1));
    wanted.push_back({.commit = *commit, .name = names.back()});
  }
  TRY_ASSIGN(const std::vector<RemoteRef> refs, remote_refs(git, target, names));
  return std::all_of(wanted.begin(), wanted.end(), [&](const RemoteRef& one) {
    return std::any_of(refs.begin(), refs.end(), [&](const RemoteRef& ref) {
      return ref.name == one.name && ref.commit == one.commit;
    });
  });
}

}  // namespace

// Where no answer came, it may be all that was lost. git sends a push again by itself when its
// connection breaks, and reports that the second one was refused, for the first has moved the refs:
// so whatever it reports, they are looked at.
Status push_to(Git& git, const Target& target, const Push& push) {
  Status pushed = push_once(git, target, push);
  if (pushed || pushed.error().code == Errc::cancelled) return pushed;
  const Result<bool> done = is_there(git, target, push);
  return done && *done ? Status(Done{}) : std::move(pushed);
}

}  // namespace pawl::git
