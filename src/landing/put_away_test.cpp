#include "landing/put_away.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "landing/conflicts.hpp"
#include "landing/landed.hpp"
#include "landing/rescue_refs.hpp"
#include "runner/test_ended_run.hpp"

namespace pawl::landing::put_away_test {
namespace {

struct RunToLand : runner::EndedRun {
  Redactor redactor;

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
  RunToLand run;
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

TEST_CASE("a result that waits to be landed holds nothing: it goes, too") {
  RunToLand run;
  const std::string head = run.head();
  // A fast-forward that was killed before it moved its branch: what waits is the work itself.
  run.lab.sh(run.repo, "git update-ref -d refs/heads/" + run.state.branch + "; git update-ref " +
                           "refs/pawl/landing/" + run.id.text() + " " + head);
  CHECK(run.away().refs.size() == 1);
  CHECK(run.refs("refs/pawl/rescue") == head);
  CHECK(run.refs("refs/pawl/landing") == "");
}

TEST_CASE("a branch that is merged needs no ref, one that is checked out stays") {
  RunToLand run;
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
  RunToLand run;
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

TEST_CASE("contents alone do not hold what was only moved, removed or made a program") {
  RunToLand run;
  std::string change;
  SUBCASE("moved") { change = "git mv README.md OTHER.md"; }
  SUBCASE("removed") { change = "git rm -q README.md"; }
  SUBCASE("made a program") { change = "git update-index --chmod=+x README.md"; }
  const std::string ref = "refs/pawl/rescue/" + run.id.text() + "/head-1";
  const std::string commit = "git commit -qm Change; ";
  run.lab.sh(run.repo, "git checkout -qb side main; " + change + "; " + commit + "git update-ref " +
                           ref + " HEAD; git reset -q --hard; " +
                           "git checkout -q main; git branch -qD side");
  const auto is_held = [&]() {
    const auto found = find_rescue_ref(run.ports(), run.target, ref);
    REQUIRE_MESSAGE(found, found.error().to_line());
    CHECK(found->files == (found->held ? 0U : change.starts_with("git mv") ? 2U : 1U));
    return found->held;
  };
  CHECK_FALSE(is_held());
  run.lab.sh(run.repo, "git merge -q --squash " + ref + "; " + commit);
  CHECK(is_held());
}

TEST_CASE("landed is what the target holds now, whatever a journal claims") {
  RunToLand run;
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
