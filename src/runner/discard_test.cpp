#include "runner/discard.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <utility>

#include "base/text/text.hpp"
#include "forge/open_forge.hpp"
#include "os/files/test_passing_files.hpp"
#include "run/events.hpp"
#include "run/run_index.hpp"
#include "runner/test_ended_run.hpp"
#include "store/journal.hpp"

namespace pawl::runner::discard_test {
namespace {

struct OfferedRun : EndedRun {
  std::unique_ptr<forge::Forge> forge() {
    return *forge::open_forge({.config = config,
                               .target = target,
                               .layout = layout,
                               .database = *database,
                               .git = lab.git(),
                               .ports = world});
  }
  void open_pull() {
    REQUIRE(forge()->pulls().open({.title = "Add a licence",
                                   .body = "",
                                   .base = "main",
                                   .branch = state.branch,
                                   .base_commit = state.base_commit,
                                   .head_commit = head(),
                                   .run = state.run,
                                   .labels = {}}));
  }
  void squash() {
    const auto merged = forge()->pulls().merge(1, forge::MergeMethod::squash, head());
    REQUIRE_MESSAGE(merged, forge::to_error(merged.error()).to_line());
  }
  void remove_branch() { lab.sh(repo, "git update-ref -d refs/heads/" + state.branch); }
  std::string rescued() { return lab.sh(repo, "git for-each-ref refs/pawl/rescue"); }
  Result<bool> remove() {
    return remove_worktree(
        {.world = world, .git = lab.git(), .database = *database, .config = config}, layout, state);
  }
};

// A disk on which something happens before a lock is taken.
class EndsMeanwhile final : public os::PassingFiles {
 public:
  EndsMeanwhile(os::Files& files, std::function<void()> meanwhile)
      : PassingFiles(files), meanwhile_(std::move(meanwhile)) {}
  Result<std::unique_ptr<os::FileLock>> try_lock(const std::string& path,
                                                 std::uint32_t mode) override {
    if (meanwhile_) std::exchange(meanwhile_, nullptr)();
    return PassingFiles::try_lock(path, mode);
  }

 private:
  std::function<void()> meanwhile_;
};

}  // namespace

TEST_CASE("merged work whose branch is gone needs no rescue") {
  OfferedRun run;
  run.open_pull();
  run.squash();
  run.remove_branch();
  const auto removed = run.remove();
  REQUIRE_MESSAGE(removed, removed.error().to_line());
  CHECK(*removed);
  CHECK_FALSE(run.lab.exists(run.layout.worktree(run.id)));
  CHECK(run.rescued() == "");
}

TEST_CASE("what has not landed is rescued") {
  OfferedRun run;
  run.open_pull();
  SUBCASE("it is not merged") { run.remove_branch(); }
  SUBCASE("the merge was taken back") {
    run.squash();
    run.remove_branch();
    run.lab.sh(run.repo, "git reset -q --hard " + run.state.base_commit);
  }
  SUBCASE("more was committed after the merge") {
    run.squash();
    run.remove_branch();
    run.lab.sh(run.layout.worktree(run.id),
               "echo more > more; git add more; git commit -q -m More");
  }
  const std::string head = run.head();
  REQUIRE(run.remove());
  CHECK(contains(run.rescued(), head));
}

TEST_CASE("a run that comes to its end before its lock is there to be taken is not given up") {
  OfferedRun run;
  REQUIRE(run.lab.files().make_folders(run.layout.run(run.id), 0700));
  const Redactor nothing_secret;
  const auto journal =
      store::Journal::open(run.layout.run(run.id), run.id, run.clock, nothing_secret);
  REQUIRE(journal);
  REQUIRE((*journal)->append(to_event(run::RunBegin{
      .run = run.id.text(), .target = run.repo, .base = "main", .branch = run.state.branch})));
  bool ends = true;
  SUBCASE("it ends meanwhile") {}
  SUBCASE("it does not") { ends = false; }
  EndsMeanwhile files(run.lab.files(), [&] {
    const run::RunExitClean end{.state = "succeeded", .exit = 0, .reason = "done"};
    if (ends) REQUIRE((*journal)->append(to_event(end)));
  });
  os::Ports world{run.clock,  files, run.lab.processes(), run.http, *run.random,
                  run.cancel, {},    run.lab.path(".")};
  const auto given = give_up(
      {.world = world, .git = run.lab.git(), .database = *run.database, .config = run.config},
      run.layout, run.id);
  REQUIRE_MESSAGE(given, given.error().to_line());
  CHECK(given->marked != ends);
  const auto now = run::load_run(run.layout, run.id);
  CHECK(now->status == (ends ? run::RunStatus::succeeded : run::RunStatus::stopped));
  CHECK(now->reason.starts_with("given up") != ends);
}

// A removal by an older Pawl, in place, was killed.
TEST_CASE("the half of a worktree whose work was saved is removed") {
  OfferedRun run;
  const std::string folder = run.layout.worktree(run.id);
  const std::string tree = run.lab.sh(folder, "git rev-parse HEAD^{tree}");
  const std::string half = "rm .git/objects/" + tree.substr(0, 2) + "/" + tree.substr(2);
  SUBCASE("it cannot be opened") { run.lab.sh(folder, "rm .git/HEAD"); }
  SUBCASE("its files cannot be read") { run.lab.sh(folder, half); }
  SUBCASE("it has no index") { run.lab.sh(folder, "rm .git/index"); }
  SUBCASE("the run came to its end without a commit") {
    run.lab.sh(folder, "git reset -q --hard " + run.state.base_commit + "; rm -r .git/objects/*");
    run.state.subtasks.clear();
  }
  SUBCASE("it landed, and its commits are gone") {
    run.open_pull();
    run.squash();
    run.remove_branch();
    run.lab.sh(run.repo, "git reflog expire --expire=now --all; git gc -q --prune=now");
    run.lab.sh(folder, "rm .git/HEAD");
  }
  const auto removed = run.remove();
  REQUIRE_MESSAGE(removed, removed.error().to_line());
  CHECK(*removed);
  CHECK_FALSE(run.lab.exists(folder));
  CHECK_FALSE(run.lab.exists(run.layout.scratch(run.id)));
  CHECK(run.rescued() == "");
}

TEST_CASE("a worktree whose work is not known to be saved stays") {
  OfferedRun run;
  const std::string folder = run.layout.worktree(run.id);
  SUBCASE("half of it, of a run that can be gone on with") {
    run.state.subtasks.clear();
    run.state.status = run::RunStatus::bailed;
    run.lab.sh(folder, "rm .git/HEAD");
  }
  SUBCASE("half of it, and its commits are nowhere else") {
    run.remove_branch();
    run.lab.sh(run.repo, "git reflog expire --expire=now --all; git gc -q --prune=now");
    run.lab.sh(folder, "rm .git/index");
  }
  SUBCASE("all of it, and the target takes no rescue ref") {
    run.lab.sh(run.repo, "git update-ref refs/pawl/rescue HEAD");
    run.lab.write(folder + "/uncommitted", "x");
  }
  CHECK_FALSE(run.remove());
  CHECK(run.lab.exists(folder + "/LICENSE"));
}

}  // namespace pawl::runner::discard_test
