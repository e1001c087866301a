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
    TRY_ASSIGN(
        const std::string path,
        git.text(checkout.folder, {"rev-parse", "--path-format=absolute", "--git-path", note}));
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
  return fail(Errc::denied, "git cannot move the checkout in " + checkout.folder + ": " +
                                printable(trim(finished.err), kSaidBytesMax));
}

}  // namespace

Status advance_branch(git::Git& git, os::Files& files, const Advance& advance) {
  const auto move_ref = [&] {
    return git.update_ref(advance.location, std::string(kBranchRefs) + advance.branch, advance.to,
                          advance.from, advance.reason);
  };
  TRY_ASSIGN(const auto checkout, checkout_of(git, files, advance));
  if (!checkout) return move_ref();
  TRY(refuse_filters(git, *checkout, advance));
  TRY_ASSIGN(const bool only_ref, lacks_only_the_ref(git, *checkout, advance));
  if (only_ref) return move_ref();
  for (const std::string& to : advance.killed) {
    TRY(put_back_half_move(git, {.checkout = checkout->folder, .from = advance.from, .to = to}));
  }
  TRY(refuse_dirty(git, *checkout, advance));
  return fast_forward(git, *checkout, advance);
}

}  // namespace pawl::forge
