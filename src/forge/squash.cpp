#include "forge/squash.hpp"

#include "base/text/text.hpp"

namespace pawl::forge {
namespace {

constexpr std::size_t kNamesBytesMax = 400;

// A bare repository without objects of its own; gone when the merge is through or failed.
class Scratch {
 public:
  Scratch(os::Files& files, std::string folder) : files_(files), folder_(std::move(folder)) {}
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  // What cannot be removed now is removed with the scratch folder of Pawl later.
  ~Scratch() { (void)files_.remove_tree(folder_).ok(); }
  const std::string& folder() const { return folder_; }

 private:
  os::Files& files_;
  std::string folder_;
};

Status borrow_objects(git::Git& git, os::Files& files, const SquashPlan& plan) {
  TRY(files.remove_tree(plan.scratch));
  TRY(files.make_folders(os::parent_path(plan.scratch), 0700));
  TRY_ASSIGN(const std::string format,
             git.text(plan.location, {"rev-parse", "--show-object-format"}));
  TRY(git.text("/", {"init", "--quiet", "--bare", "--template=", "--object-format=" + format, "--",
                     plan.scratch}));
  TRY_ASSIGN(const std::string lender, git.common_folder(plan.location));
  TRY(files.make_folders(plan.scratch + "/objects/info"));
  TRY(files.write_atomic(plan.scratch + "/objects/info/alternates", lender + "/objects\n"));
  // Where the history of the target ends, the borrowed one ends too.
  TRY_ASSIGN(const auto shallow, files.stat(lender + "/shallow"));
  if (shallow) {
    TRY_ASSIGN(const std::string ends, files.read(lender + "/shallow"));
    TRY(files.write_atomic(plan.scratch + "/shallow", ends));
  }
  return Done{};
}

// `<tree>` NUL, then the names of files in conflict.
Result<std::string> merged_tree(git::Git& git, const SquashPlan& plan) {
  const git::Git::Run run{.folder = plan.scratch,
                          .args = {"merge-tree", "--write-tree", "-z", "--name-only",
                                   "--no-messages", plan.base, plan.head}};
  TRY_ASSIGN(const os::Finished finished, git.run(run));
  const auto fields = split(finished.out, '\0');
  if (finished.succeeded()) return std::string(fields.front());
  if (finished.ending != os::Ending::exited || finished.exit_code != 1) {
    return git.failure(run, finished);
  }
  std::string names;
  for (std::size_t i = 1; i < fields.size() && !fields[i].empty(); ++i) {
    names += (names.empty() ? "" : ", ") + std::string(fields[i]);
  }
  return fail(Errc::conflict, "the change does not merge into the base branch as it is now: " +
                                  printable(names, kNamesBytesMax) +
                                  "; rebase the branch, or run again on the new base");
}

Result<std::string> write_commit(git::Git& git, const SquashPlan& plan, const std::string& tree) {
  const auto seconds = std::chrono::duration_cast<Seconds>(plan.at.time_since_epoch()).count();
  const std::string date = "@" + std::to_string(seconds) + " +0000";
  TRY_ASSIGN(
      std::string commit,
      git.output({.folder = plan.scratch,
                  .args = {"commit-tree", "-p", plan.base, "-F", "-", tree},
                  .input = plan.message,
                  .environment = {{"GIT_AUTHOR_DATE", date}, {"GIT_COMMITTER_DATE", date}}}));
  return std::string(trim(commit));
}

// As a pack through our own hands: a fetch would follow the target's configuration of remotes.
Status hand_over(git::Git& git, const SquashPlan& plan, const std::string& commit) {
  TRY_ASSIGN(std::string pack,
             git.output({.folder = plan.scratch,
                         .args = {"pack-objects", "--quiet", "--revs", "--stdout"},
                         .input = commit + "\n^" + plan.base + "\n^" + plan.head + "\n"}));
  TRY(git.output({.folder = plan.location,
                  .args = {"unpack-objects", "-q", "--strict"},
                  .input = std::move(pack)}));
  return Done{};
}

}  // namespace

Result<std::string> squash(git::Git& git, os::Files& files, const SquashPlan& plan) {
  const Scratch scratch(files, plan.scratch);
  TRY(borrow_objects(git, files, plan).during("preparing the merge in " + plan.scratch));
  TRY_ASSIGN(const std::string tree, merged_tree(git, plan));
  TRY_ASSIGN(const std::string before, git.tree_of(plan.scratch, plan.base));
  if (tree == before) {
    return fail(Errc::conflict,
                "the base branch already holds everything of this change; close the pull request");
  }
  TRY_ASSIGN(std::string commit, write_commit(git, plan, tree));
  TRY(hand_over(git, plan, commit));
  return commit;
}

}  // namespace pawl::forge
