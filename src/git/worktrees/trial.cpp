#include "git/worktrees/trial.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "git/hardening.hpp"
#include "git/worktrees/borrower.hpp"
#include "git/worktrees/signing.hpp"

namespace pawl::git {

Result<std::unique_ptr<TrialRepository>> TrialRepository::make(
    Git& git, os::Files& files, std::string folder, const std::vector<std::string>& lenders) {
  std::unique_ptr<TrialRepository> made(new TrialRepository(git, files, std::move(folder)));
  TRY(made->borrow(lenders).during("preparing a merge in " + made->folder_));
  return made;
}

TrialRepository::~TrialRepository() { static_cast<void>(files_.remove_tree(folder_).ok()); }

Status TrialRepository::borrow(const std::vector<std::string>& lenders) {
  if (lenders.empty()) return fail(Errc::invalid, "a merge needs a repository");
  TRY(files_.remove_tree(folder_));
  TRY(files_.make_folders(os::parent_path(folder_), 0700));
  TRY_ASSIGN(const std::size_t digits, git_.digits_of_ids(lenders.front()));
  std::string objects;
  std::string ends;
  for (const std::string& lender : lenders) {
    TRY_ASSIGN(const std::string common, git_.common_folder(lender));
    if (!objects.empty()) objects += '\n';
    objects += common + "/objects";
    // Where the history of a lender ends, the borrowed one ends too.
    TRY_ASSIGN(const auto shallow, files_.stat(common + "/shallow"));
    if (!shallow) continue;
    TRY_ASSIGN(const std::string some, files_.read(common + "/shallow"));
    ends += some;
  }
  TRY(write_borrower(files_, {.folder = folder_, .objects = objects, .digits = digits}));
  TRY(files_.write_atomic(os::join_path(folder_, "info/attributes"), kPlainAttributes));
  if (ends.empty()) return Done{};
  return files_.write_atomic(os::join_path(folder_, "shallow"), ends);
}

Result<TrialRepository::Merged> TrialRepository::merge(const std::string& ours,
                                                       const std::string& theirs) {
  const Git::Run run{
      .folder = folder_,
      .args = {"merge-tree", "--write-tree", "-z", "--name-only", "--no-messages", ours, theirs}};
  TRY_ASSIGN(const os::Finished finished, git_.run(run));
  const bool conflict = finished.ending == os::Ending::exited && finished.exit_code == 1;
  if (!finished.succeeded() && !conflict) {
    Error error = git_.failure(run, finished);
    if (contains(finished.err, "unrelated histories")) error.code = Errc::invalid;
    return error;
  }
  // `<tree>` NUL, then the names of files in conflict.
  Merged merged;
  const auto fields = split(finished.out, '\0');
  if (!fields.empty()) merged.tree = std::string(trim(fields.front()));
  for (std::size_t i = 1; i < fields.size() && !fields[i].empty(); ++i) {
    merged.conflicts.emplace_back(fields[i]);
  }
  std::sort(merged.conflicts.begin(), merged.conflicts.end());
  merged.conflicts.erase(std::unique(merged.conflicts.begin(), merged.conflicts.end()),
                         merged.conflicts.end());
  // A conflict of which git names no file is one all the same.
  if (conflict && merged.conflicts.empty()) merged.conflicts.emplace_back(".");
  return merged;
}

Result<std::string> TrialRepository::commit(const CommitPlan& plan) {
  if (git_.options().signing) {
    return write_signed_commit(git_, {.folder = folder_,
                                      .tree = plan.tree,
                                      .parent = plan.parent,
                                      .message = plan.message,
                                      .at = plan.at});
  }
  const auto seconds = std::chrono::duration_cast<Seconds>(plan.at.time_since_epoch()).count();
  const std::string date = "@" + std::to_string(seconds) + " +0000";
  TRY_ASSIGN(const std::string commit,
             git_.output(
                 {.folder = folder_,
                  .args = {"commit-tree", "--no-gpg-sign", "-p", plan.parent, "-F", "-", plan.tree},
                  .input = plan.message,
                  .environment = {{"GIT_AUTHOR_DATE", date}, {"GIT_COMMITTER_DATE", date}}}));
  return std::string(trim(commit));
}

}  // namespace pawl::git
