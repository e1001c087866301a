#include "git/worktrees/worktree.hpp"

#include "base/text/text.hpp"
#include "git/worktrees/clone.hpp"
#include "git/worktrees/held_back.hpp"
#include "git/worktrees/rescue.hpp"
#include "os/processes/process_usage.hpp"

namespace pawl::git {
namespace {

Error not_whole(const std::string& folder, std::string_view reason) {
  return fail(Errc::not_found,
              "the worktree " + folder + " " + std::string(reason) + "; start the run anew");
}

// The one branch a private clone was made of.
Result<std::string> cloned_branch(Git& git, const std::string& folder) {
  constexpr std::string_view kOrigin = "refs/remotes/origin/";
  TRY_ASSIGN(const std::string out,
             git.text(folder, {"for-each-ref", "--format=%(refname)", std::string(kOrigin)}));
  for (const std::string_view line : split_lines(out)) {
    if (!line.starts_with(kOrigin)) continue;
    const std::string_view name = line.substr(kOrigin.size());
    if (name != "HEAD") return std::string(name);
  }
  return not_whole(folder, "does not say which branch it is made of");
}

// Where git cannot write a ref it does not say why, and it takes away what it had written by then.
Error with_space_left(Error error, const std::string& folder) {
  constexpr std::uint64_t kLittle = std::uint64_t{1} << 20U;
  const auto space = os::disk_space(os::parent_path(folder));
  if (error.code != Errc::io || !space || space->bytes_free > kLittle) return error;
  error.message +=
      "; there may be no space for it: " + human_bytes(space->bytes_free) + " are free on the disk";
  return error;
}

}  // namespace

Result<Worktree> Worktree::create(Git& git, os::Files& files, const WorktreePlan& plan) {
  const std::string doing = "making the worktree of " + plan.target.name;
  TRY(files.remove_tree(plan.folder).during(doing));
  TRY(files.make_folders(os::parent_path(plan.folder)).during(doing));
  Result<Cloned> made = make_clone(git, files, plan);
  if (!made) {
    return Result<Worktree>(with_space_left(std::move(made).error(), plan.folder)).during(doing);
  }
  Cloned cloned = *std::move(made);
  WorktreePlan whole = plan;
  whole.base_branch = std::move(cloned.base_branch);
  return Worktree(git, files, std::move(whole), std::move(cloned.base_commit));
}

Result<Worktree> Worktree::reopen(Git& git, os::Files& files, const WorktreePlan& plan,
                                  const std::string& base_commit) {
  const std::string git_folder = os::join_path(plan.folder, ".git");
  TRY_ASSIGN(const auto stat, files.stat(git_folder));
  if (!stat || stat->type != os::FileType::folder) return not_whole(plan.folder, "is not there");
  TRY(remove_stale_locks(files, plan.folder));
  // HEAD names the run's branch only once its checkout was complete.
  TRY_ASSIGN(const auto branch, git.current_branch(plan.folder));
  if (branch != plan.branch) return not_whole(plan.folder, "is not on its branch " + plan.branch);
  TRY_ASSIGN(const auto head, git.resolve(plan.folder, "HEAD"));
  TRY_ASSIGN(const auto base, git.resolve(plan.folder, base_commit));
  if (!head || !base) return not_whole(plan.folder, "lost its commits");
  TRY_ASSIGN(const bool grown, git.is_ancestor(plan.folder, *base, *head));
  if (!grown) return not_whole(plan.folder, "does not stand on " + base_commit);
  WorktreePlan whole = plan;
  if (whole.base_branch.empty()) {
    TRY_ASSIGN(whole.base_branch, cloned_branch(git, plan.folder));
  }
  return Worktree(git, files, std::move(whole), *base);
}

Result<std::string> Worktree::head() const {
  TRY_ASSIGN(auto commit, git_->resolve(folder(), "HEAD"));
  if (!commit) return not_whole(folder(), "lost its HEAD");
  return *std::move(commit);
}

Status Worktree::lay_files_out() {
  return git::lay_files_out(*git_, *files_, folder())
      .during("checking out the files of " + folder());
}

Result<bool> Worktree::is_clean() const {
  TRY_ASSIGN(const std::string out,
             git_->output({.folder = folder(),
                           .args = {"status", "--porcelain", "-z", "--untracked-files=all",
                                    "--ignored", "--no-renames", "--ignore-submodules=dirty"}}));
  return out.empty();
}

Status Worktree::follow_base() {
  TRY_ASSIGN(base_commit_, bring_forward(*git_, plan_).during("following " + base_branch()));
  return Done{};
}

Result<std::vector<CommitInfo>> Worktree::commits() const {
  return git_->log(folder(), base_commit_, "HEAD");
}

Status Worktree::export_to(const std::string& folder) const {
  TRY(files_->make_folders(folder));
  const std::string index = os::join_path(this->folder(), ".git/pawl-export-" + hash_hex(folder));
  Result<std::string> done =
      git_->output({.folder = this->folder(),
                    .args = {"--work-tree=" + folder, "read-tree", "--reset", "-u", "HEAD"},
                    .environment = {{"GIT_INDEX_FILE", index}}});
  TRY(files_->remove(index));
  TRY(std::move(done).during("copying the tracked files of " + this->folder()));
  return Done{};
}

}  // namespace pawl::git
