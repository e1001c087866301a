#include "landing/put_away.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "git/test_repo.hpp"
#include "git/worktrees/worktree.hpp"
#include "landing/conflicts.hpp"
#include "landing/landed.hpp"
#include "landing/rescue_refs.hpp"
#include "runner/target.hpp"

namespace pawl::landing::put_away_test {
namespace {

// A run that ended with one commit, published, and a worktree that is still there.
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
  Redactor redactor;
  RunId id = RunId::make("demo", "0a1b2c");
  git::Target target;
  run::RunState state;
  std::unique_ptr<store::Database> database;

  EndedRun() {
    auto resolved = runner::resolve_target(world, lab.git(), repo);
    REQUIRE(resolved);
    target = *std::move(resolved);
    state.run = id.text();
    state.target = repo;
    state.base = "main";
    state.branch = "pawl/improve-0a1b2c";
    state.status = run::RunStatus::succeeded;
    const auto worktree = git::Worktree::create(lab.git(), lab.files(),
                                                {.target = target,
                                                 .folder = layout.worktree(id),
                                                 .base_branch = "main",
                                                 .branch = state.branch});
    REQUIRE_MESSAGE(worktree, worktree.error().to_line());
    state.base_commit = worktree->base_commit();
    commit("LICENSE", "MIT\n");
    publish();
    REQUIRE(lab.files().make_folders(layout.state_folder, 0700));
    database = *store::Database::open(layout.database());
  }

  void commit(const std::string& name, const std::string& text) {
    lab.write(layout.worktree(id) + "/" + name, text);
    lab.sh(layout.worktree(id), "git add -A; git commit -q -m 'Add " + name + "'");
  }
  void publish() {
    lab.sh(repo, "git fetch -q " + layout.worktree(id) + " +HEAD:refs/heads/" + state.branch);
  }
  std::string head() { return lab.sh(layout.worktree(id), "git rev-parse HEAD"); }
  Ports ports() { return {world, lab.git(), *database, layout, config, redactor}; }
  std::string refs(const std::string& prefix) {
    return lab.sh(repo, "git for-each-ref --format='%(objectname)' " + prefix);
  }
  PutAway away() {
    auto done = put_away(ports(), state);
    REQUIRE_MESSAGE(done, done.error().to_line());
    return *std::move(done);
  }
};

}  // namespace

TEST_CASE("what no other branch holds goes to rescue refs before worktree and branch go") {
  EndedRun run;
  run.lab.write(run.layout.worktree(run.id) + "/open.txt", "not committed\n");
  const std::string head = run.head();
  const PutAway away = run.away();
  CHECK(away.worktree_removed);
  CHECK(away.branch_removed);
  CHECK_FALSE(run.lab.exists(run.layout.worktree(run.id)));
  CHECK(run.refs("refs/heads/pawl") == "");
  const auto listed = rescue_refs(run.ports(), run.target);
  REQUIRE(listed);
  // What is not committed stands on what is: one ref holds both.
  REQUIRE(listed->size() == 1);
  run.lab.sh(run.repo, "git merge-base --is-ancestor " + head + " " + listed->front().commit);
  for (const RescueRef& ref : *listed) {
    CHECK(ref.run == run.id.text());
    CHECK_FALSE(ref.held);
  }
  CHECK(drop_rescues(run.ports(), run.target, *listed, Proof::wanted)->empty());
  CHECK(run.away().refs.empty());  // again, nothing is left
}

TEST_CASE("a branch that is merged needs no ref, one that is checked out stays") {
  EndedRun run;
  SUBCASE("merged") {
    run.lab.sh(run.repo, "git merge -q --ff-only " + run.state.branch);
    CHECK(run.away().branch_removed);
    CHECK(run.refs("refs/pawl/rescue") == "");
  }
  SUBCASE("checked out") {
    run.lab.sh(run.repo, "git checkout -q " + run.state.branch);
    const PutAway away = run.away();
    CHECK_FALSE(away.branch_removed);
    CHECK(contains(away.branch_kept, run.repo));
    CHECK(run.refs("refs/heads/pawl") != "");
  }
}

TEST_CASE("a rescue ref goes once branches hold every content of it, and comes back as a branch") {
  EndedRun run;
  run.away();
  const auto found = find_rescue_ref(run.ports(), run.target, run.id.text());
  REQUIRE_MESSAGE(found, found.error().to_line());
  CHECK(contains(*rescue_diff(run.ports(), run.target, *found), "+MIT"));
  REQUIRE(restore_rescue(run.ports(), run.target, *found, "again"));
  CHECK(restore_rescue(run.ports(), run.target, *found, "again").error().code == Errc::conflict);
  const auto gone = drop_rescues(run.ports(), run.target, {*found}, Proof::wanted);
  REQUIRE_MESSAGE(gone, gone.error().to_line());
  CHECK(gone->size() == 1);
  CHECK(run.refs("refs/pawl/rescue") == "");
  CHECK(run.refs("refs/heads/again") == found->commit);
}

TEST_CASE("landed is what the target holds now, whatever a journal claims") {
  EndedRun run;
  const auto way = [&]() -> std::string {
    const auto fact = is_landed(run.ports(), run.state);
    REQUIRE_MESSAGE(fact, fact.error().to_line());
    return *fact ? std::string(to_string((*fact)->way)) : "";
  };
  CHECK(way() == "");
  SUBCASE("claimed, and not there") {
    run.state.landed = run::LandedRef{"main", run.head(), "squash", run.head()};
    CHECK(way() == "");
  }
  SUBCASE("merged by a person") {
    run.lab.sh(run.repo, "git merge -q --no-ff -m Merge " + run.state.branch);
    CHECK(way() == "merged");
  }
  SUBCASE("squashed by a person, then taken back") {
    run.lab.sh(run.repo, "git merge -q --squash " + run.state.branch + "; git commit -q -m Mine");
    CHECK(way() == "contained");
    run.lab.sh(run.repo, "git revert --no-edit HEAD");
    CHECK(way() == "");
  }
  SUBCASE("more was committed since") {
    run.lab.sh(run.repo, "git merge -q --ff-only " + run.state.branch);
    run.state.landed = run::LandedRef{"main", run.head(), "fast_forward", run.head()};
    run.commit("MORE", "more\n");
    CHECK(way() == "");
  }
}

}  // namespace pawl::landing::put_away_test
