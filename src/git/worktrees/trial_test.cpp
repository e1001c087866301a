#include "git/worktrees/trial.hpp"

#include <doctest/doctest.h>

#include "git/test_repo.hpp"

namespace pawl::git::trial_test {
namespace {

struct Sides {
  Lab lab;
  std::string repo = lab.make_repo("demo");
  std::string base = lab.sh(repo, "git rev-parse HEAD");

  // A commit on the base that writes a file.
  std::string side(const std::string& name, const std::string& file, const std::string& text) {
    lab.sh(repo, "git checkout -q -b " + name + " " + base);
    lab.write(repo + "/" + file, text);
    lab.sh(repo, "git add -A; git commit -q -m " + name);
    return lab.sh(repo, "git rev-parse HEAD");
  }
  std::unique_ptr<TrialRepository> trial(std::vector<std::string> lenders) {
    auto made = TrialRepository::make(lab.git(), lab.files(), lab.path("trial"), lenders);
    REQUIRE_MESSAGE(made, made.error().to_line());
    return *std::move(made);
  }
};

}  // namespace

TEST_CASE("two sides are merged without touching their repository") {
  Sides sides;
  const std::string ours = sides.side("a", "a.txt", "a\n");
  const std::string theirs = sides.side("b", "b.txt", "b\n");
  const std::string before = sides.lab.state_of(sides.repo);
  {
    const auto trial = sides.trial({sides.repo});
    const auto merged = trial->merge(ours, theirs);
    REQUIRE(merged);
    CHECK(merged->clean());
    const TrialRepository::CommitPlan plan{
        .tree = merged->tree, .parent = ours, .message = "Both\n", .at = Timestamp(Seconds(100))};
    const auto commit = trial->commit(plan);
    REQUIRE_MESSAGE(commit, commit.error().to_line());
    CHECK(*trial->commit(plan) == *commit);
    CHECK(sides.lab.sh(trial->folder(), "git ls-tree --name-only " + *commit) ==
          "README.md\na.txt\nb.txt\nrun.sh\nsrc");
  }
  CHECK(sides.lab.state_of(sides.repo) == before);
  CHECK_FALSE(sides.lab.exists(sides.lab.path("trial")));
}

TEST_CASE("conflicts are named, and no driver of the lender is asked") {
  Sides sides;
  sides.lab.sh(sides.repo,
               "git config merge.evil.driver 'touch " + sides.lab.path("ran") + "; exit 0'");
  const std::string ours = sides.side("a", "src/main.c", "int a;\n");
  sides.lab.write(sides.repo + "/.git/info/attributes", "* merge=evil\n");
  const std::string theirs = sides.side("b", "src/main.c", "int b;\n");
  const auto trial = sides.trial({sides.repo});
  const auto merged = trial->merge(ours, theirs);
  REQUIRE(merged);
  CHECK(merged->conflicts == std::vector<std::string>{"src/main.c"});
  CHECK_FALSE(sides.lab.exists(sides.lab.path("ran")));
}

TEST_CASE(
    "the objects of several repositories are there, and histories that are not related no merge") {
  Sides sides;
  const std::string ours = sides.side("a", "a.txt", "a\n");
  sides.lab.sh(sides.lab.path("."), "git clone -q demo other");
  const std::string other = sides.lab.path("other");
  sides.lab.sh(other, "git checkout -q " + sides.base + "; echo c > c.txt; git add c.txt; " +
                          "git -c user.name=t -c user.email=t@t commit -q -m c");
  const std::string theirs = sides.lab.sh(other, "git rev-parse HEAD");
  const std::string strange =
      sides.lab.sh(other, "git -c user.name=t -c user.email=t@t commit-tree -m s HEAD^{tree}");
  const auto trial = sides.trial({sides.repo, other});
  CHECK(trial->merge(ours, theirs)->clean());
  const auto none = trial->merge(ours, strange);
  REQUIRE_FALSE(none);
  CHECK(none.error().code == Errc::invalid);
}

}  // namespace pawl::git::trial_test
