#include "runner/discard.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "forge/open_forge.hpp"
#include "git/test_repo.hpp"
#include "git/worktrees/worktree.hpp"
#include "runner/target.hpp"

namespace pawl::runner::discard_test {
namespace {

// A run that ended with a pull request, and whose worktree is still there.
struct EndedRun {
  git::Lab lab;
  std::string repo = lab.make_repo("demo");
  os::FakeClock clock;
  os::FakeHttp http;
  std::unique_ptr<os::Random> random = os::real_random();
  os::Cancel cancel;
  os::Ports world{clock, lab.files(), lab.processes(), http, *random, cancel, {}, lab.path(".")};
  store::Layout layout{.config_folder = lab.path("config"), .state_folder = lab.path("state")};
  config::Config config{.forge = "local"};
  RunId id = RunId::make("demo", "0a1b2c");
  git::Target target;
  run::RunState state;
  std::unique_ptr<store::Database> database;

  EndedRun() {
    auto resolved = resolve_target(world, lab.git(), repo);
    REQUIRE(resolved);
    target = *std::move(resolved);
    state.run = id.text();
    state.target = repo;
    state.base = "main";
    state.branch = "pawl/improve-0a1b2c";
    state.status = run::RunStatus::succeeded;
    const git::WorktreePlan plan{.target = target,
                                 .folder = layout.worktree(id),
                                 .base_branch = "main",
                                 .branch = state.branch};
    const auto worktree = git::Worktree::create(lab.git(), lab.files(), plan);
    REQUIRE_MESSAGE(worktree, worktree.error().to_line());
    state.base_commit = worktree->base_commit();
    lab.sh(plan.folder, "echo MIT > LICENSE; git add LICENSE; git commit -q -m 'Add a licence'");
    lab.sh(repo, "git fetch -q " + plan.folder + " HEAD:refs/heads/" + state.branch);
    state.subtasks["T001-S01"].commit = head();
    REQUIRE(lab.files().make_folders(layout.state_folder, 0700));
    database = *store::Database::open(layout.database());
  }

  std::string head() { return lab.sh(layout.worktree(id), "git rev-parse HEAD"); }
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

}  // namespace

TEST_CASE("merged work whose branch is gone needs no rescue") {
  EndedRun run;
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
  EndedRun run;
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

TEST_CASE("a removal that was killed half-way is finished when the work has landed") {
  EndedRun run;
  run.open_pull();
  run.squash();
  run.remove_branch();
  run.lab.sh(run.repo, "git reflog expire --expire=now --all; git gc -q --prune=now");
  run.lab.sh(run.layout.worktree(run.id), "rm .git/HEAD");
  const auto removed = run.remove();
  REQUIRE_MESSAGE(removed, removed.error().to_line());
  CHECK_FALSE(run.lab.exists(run.layout.worktree(run.id)));
}

}  // namespace pawl::runner::discard_test
