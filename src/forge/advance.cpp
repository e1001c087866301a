#include "forge/advance.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "base/text/text.hpp"
#include "forge/half_move.hpp"
#include "git/objects/tree.hpp"

namespace pawl::forge {
namespace {

constexpr std::size_t kFilesShownMax = 10;
constexpr std::size_t kSaidBytesMax = 600;
constexpr std::string_view kBranchRefs = "refs/heads/";

struct Checkout {
  std::string folder;
  std::string branch;  // full ref; empty when its HEAD is detached
  bool gone = false;   // registered, but its folder is not there
  bool bare = false;
};

Result<std::vector<Checkout>> checkouts(git::Git& git, const std::string& location) {
  TRY_ASSIGN(const std::string out,
             git.output({.folder = location, .args = {"worktree", "list", "--porcelain", "-z"}}));
  std::vector<Checkout> found;
  for (const std::string_view line : split(out, '\0')) {
    const auto blank = std::min(line.find(' '), line.size());
    const std::string_view key = line.substr(0, blank);
    const std::string_view value = line.substr(std::min(blank + 1, line.size()));
    if (key == "worktree") found.push_back({.folder = std::string(value)});
    if (found.empty()) continue;
    if (key == "branch") found.back().branch = value;
    if (key == "prunable") found.back().gone = true;
    if (key == "bare") found.back().bare = true;
  }
  return found;
}

// A rebase keeps HEAD detached and sets the branch at its end: to move it meanwhile breaks it.
Result<bool> rebases(git::Git& git, os::Files& files, const Checkout& checkout,
                     const std::string& ref) {
  for (const char* note : {"rebase-merge/head-name", "rebase-apply/head-name"}) {
    TRY_ASSIGN(const std::string path, git.git_path(checkout.folder, note));
    TRY_ASSIGN(const auto there, files.stat(path));
    if (!there) continue;
    TRY_ASSIGN(const std::string name, files.read(path));
    if (trim(name) == ref) return true;
  }
  return false;
}

// The one checkout that has the branch, if any.
Result<std::optional<Checkout>> checkout_of(git::Git& git, os::Files& files,
                                            const Advance& advance) {
  const std::string ref = std::string(kBranchRefs) + advance.branch;
  TRY_ASSIGN(const std::vector<Checkout> all, checkouts(git, advance.location));
  std::optional<Checkout> found;
  for (const Checkout& checkout : all) {
    if (checkout.gone || checkout.bare) continue;
    if (checkout.branch.empty()) {
      TRY_ASSIGN(const bool busy, rebases(git, files, checkout, ref));
      if (busy) {
        return fail(Errc::denied, "a rebase of " + advance.branch + " is under way in " +
                                      checkout.folder + "; finish or abort it first");
      }
    }
    if (checkout.branch != ref) continue;
    if (found) {
      return fail(Errc::denied, advance.branch + " is checked out twice, in " + found->folder +
                                    " and " + checkout.folder +
                                    "; switch one of them to another "
                                    "branch first");
    }
    found = checkout;
  }
  return found;
}

// Filters are programs named by the target's configuration; reading its status would run them.
Status refuse_filters(git::Git& git, const Checkout& checkout, const Advance& advance) {
  const git::Git::Run run{.folder = checkout.folder,
                          .args = {"config", "-z", "--name-only", "--get-regexp",
                                   R"(^filter\..*\.(clean|smudge|process)$)"}};
  TRY_ASSIGN(const os::Finished finished, git.run(run));
  if (finished.ending == os::Ending::exited && finished.exit_code == 1) return Done{};
  if (!finished.succeeded()) return git.failure(run, finished);
  const std::string key(split(finished.out, '\0').front());
  return fail(Errc::denied, advance.branch + " is checked out in " + checkout.folder +
                                ", whose configuration names a program for files (" +
                                printable(key, 80) +
                                "), and Pawl runs none; merge it yourself: git -C " +
                                checkout.folder + " merge --ff-only " + advance.to);
}

Status refuse_dirty(git::Git& git, const Checkout& checkout, const Advance& advance) {
  TRY_ASSIGN(const std::vector<std::string> status, git.status(checkout.folder));
  std::vector<std::string> dirty;
  for (const std::string& line : status) {
    if (!line.starts_with("??") && line.size() > 3) dirty.push_back(line.substr(3));
  }
  if (dirty.empty()) return Done{};
  const std::size_t more = dirty.size() > kFilesShownMax ? dirty.size() - kFilesShownMax : 0;
  dirty.resize(dirty.size() - more);
  return fail(Errc::denied, advance.branch + " is checked out in " + checkout.folder +
                                " with changes that are not committed: " +
                                printable(join(dirty, ", "), kSaidBytesMax) +
                                (more > 0 ? " and " + std::to_string(more) + " more" : "") +
                                "; commit or stash them, or switch to another branch, and merge "
                                "again");
}

// What a fast-forward leaves that was killed before its last step: all is new but the ref.
Result<bool> lacks_only_the_ref(git::Git& git, const Checkout& checkout, const Advance& advance) {
  for (const char* what : {"--cached", "--no-renames"}) {
    // Not into submodules: each would be asked with the configuration it has itself.
    const git::Git::Run run{.folder = checkout.folder,
                            .args = {"diff", "--quiet", "--no-ext-diff", "--no-textconv",
                                     "--ignore-submodules=dirty", what, advance.to, "--"}};
    TRY_ASSIGN(const os::Finished finished, git.run(run));
    if (!finished.succeeded()) return false;
  }
  return true;
}

// Its git is dead, and nobody else can have left what it was to write.
Error after_kill(git::Git& git, const Checkout& checkout, const Advance& advance,
                 const os::Finished& finished) {
  const Status back = put_back_half_move(
      git, {.checkout = checkout.folder, .from = advance.from, .to = advance.to});
  const auto locks = locks_of(git, checkout.folder);
  std::string rest = "; nothing of it is left: merge again";
  if (!back) rest = "; what it wrote stays (" + back.error().to_line() + ")";
  if (locks && !locks->empty()) {
    rest = "; it left " + join(*locks, ", ") +
           ": once no git is at work there, remove that, and merge again";
  }
  return fail(Errc::io, "git was killed while it moved the checkout in " + checkout.folder + " (" +
                            finished.how_it_ended() + ")" + rest);
}

Status fast_forward(git::Git& git, const Checkout& checkout, const Advance& advance) {
  TRY_ASSIGN(const auto head, git.resolve(checkout.folder, "HEAD"));
  if (head != advance.from) {
    return fail(Errc::conflict,
                advance.branch + " moved while the merge was prepared; merge again");
  }
  {
    git::ObjectReader objects(git, checkout.folder);
    TRY(git::check_checkout(objects, advance.to, true));
  }
  // The branch's own options of merges would come before these.
  const git::Git::Run run{
      .folder = checkout.folder,
      .args = {"--config-env=branch." + advance.branch + ".mergeOptions=PAWL_OFF", "merge",
               "--ff-only", "--quiet", "--no-stat", "--no-autostash", "--no-verify-signatures",
               "--no-overwrite-ignore", advance.to},
      .environment = {{"GIT_REFLOG_ACTION", advance.reason}, {"PAWL_OFF", ""}}};
  TRY_ASSIGN(const os::Finished finished, git.run(run));
  if (finished.succeeded()) return Done{};
  if (finished.ending != os::Ending::exited) return after_kill(git, checkout, advance, finished);
  return fail(Errc::denied, "git cannot move the checkout in " + checkout.folder + ": " +
                                printable(trim(finished.err), kSaidBytesMax));
}

// What a killed git leaves of a ref that it was to move: a lock in which nothing stands yet, or
// what the ref was to become. Where no git is at work, and such a move was begun before, it was
// that.
Result<bool> remove_dead_ref_lock(os::Files& files, const std::string& lock,
                                  const Advance& advance) {
  if (advance.killed.empty() || git_is_at_work(advance.location)) return false;
  TRY_ASSIGN(const std::string text, files.read(lock));
  const std::string id(trim(text));
  const auto& killed = advance.killed;
  const bool own = id.empty() || std::find(killed.begin(), killed.end(), id) != killed.end();
  if (own) TRY(files.remove(lock));
  return own;
}

Status move_ref(git::Git& git, os::Files& files, const Advance& advance) {
  const std::string ref = std::string(kBranchRefs) + advance.branch;
  const auto move = [&] {
    return git.update_ref(advance.location, ref, advance.to, advance.from, advance.reason);
  };
  Status moved = move();
  if (moved || moved.error().code != Errc::conflict) return moved;
  TRY_ASSIGN(const std::string lock, git.git_path(advance.location, ref + ".lock"));
  TRY_ASSIGN(const auto there, files.stat(lock));
  if (!there) return moved;
  TRY_ASSIGN(const bool removed, remove_dead_ref_lock(files, lock, advance));
  if (removed) return move();
  return fail(Errc::conflict, advance.branch + " is locked by " + lock +
                                  "; if no git is at work there, a killed one left it: remove it, "
                                  "and merge again");
}

}  // namespace

Status advance_branch(git::Git& git, os::Files& files, const Advance& advance) {
  TRY_ASSIGN(const auto checkout, checkout_of(git, files, advance));
  if (!checkout) return move_ref(git, files, advance);
  TRY(refuse_filters(git, *checkout, advance));
  TRY_ASSIGN(const bool only_ref, lacks_only_the_ref(git, *checkout, advance));
  if (only_ref) return move_ref(git, files, advance);
  for (const std::string& to : advance.killed) {
    TRY(put_back_half_move(git, {.checkout = checkout->folder, .from = advance.from, .to = to}));
  }
  TRY(refuse_dirty(git, *checkout, advance));
  return fast_forward(git, *checkout, advance);
}

}  // namespace pawl::forge
