#include <doctest/doctest.h>

#include <csignal>

#include <sys/wait.h>
#include <unistd.h>

#include "base/text/text.hpp"
#include "forge/test_error.hpp"
#include "forge/test_lab.hpp"

namespace pawl::forge::merge_test {
namespace {

using enum MergeMethod;
using Layout = Lab::Layout;

constexpr Layout kLayouts[] = {Layout::bare, Layout::other_branch, Layout::checked_out,
                               Layout::linked};

struct Offered {
  explicit Offered(Layout layout = Layout::checked_out) : lab(layout), draft(lab.publish()) {
    REQUIRE(lab.forge()->pulls().open(draft));
  }
  Answer<Pull> merge(MergeMethod method) {
    return lab.forge()->pulls().merge(1, method, draft.head_commit);
  }
  std::string main() { return lab.in_target("git rev-parse main"); }
  // Ref, index and working tree of the checkout say the same.
  void check_checkout() {
    if (lab.checkout().empty()) return;
    CHECK(lab.sh(lab.checkout(), "git status --porcelain") == "");
    CHECK(lab.sh(lab.checkout(), "git rev-parse HEAD") == main());
  }

  Lab lab;
  PullDraft draft;
};

}  // namespace

TEST_CASE("a fast-forward brings the commits as they are") {
  for (const Layout layout : kLayouts) {
    CAPTURE(static_cast<int>(layout));
    Offered at(layout);
    const auto merged = at.merge(fast_forward);
    REQUIRE_MESSAGE(merged, to_error(merged.error()).to_line());
    CHECK(merged->state == PullState::merged);
    CHECK(merged->merge_commit == at.draft.head_commit);
    CHECK(at.main() == at.draft.head_commit);
    at.check_checkout();
    const auto again = at.merge(squash);
    REQUIRE(again);
    CHECK(*again == *merged);
    CHECK(at.main() == at.draft.head_commit);
  }
}

TEST_CASE("a squash brings one commit by the bot, with the pull request's text") {
  for (const Layout layout : kLayouts) {
    CAPTURE(static_cast<int>(layout));
    Offered at(layout);
    const auto merged = at.merge(squash);
    REQUIRE_MESSAGE(merged, to_error(merged.error()).to_line());
    CHECK(merged->state == PullState::merged);
    CHECK(merged->merge_commit == at.main());
    CHECK(at.lab.in_target("git rev-parse main^") == at.draft.base_commit);
    CHECK(at.lab.in_target("git rev-parse main^{tree}") ==
          at.lab.in_target("git rev-parse " + at.draft.branch + "^{tree}"));
    CHECK(at.lab.in_target("git log -1 --format='%an <%ae> %cn %cI%n%B' main") ==
          "Pawl Bot <bot@pawl.invalid> Pawl Bot 2026-01-01T00:00:30+00:00\nImprove demo\n\n"
          "What changed:\n\n- a licence\n\nPawl-Run: demo-0a1b2c");
    at.check_checkout();
    at.lab.in_target("git fsck --strict --no-dangling");
  }
}

TEST_CASE("what a pull request's text hides stands in no commit message") {
  Lab lab;
  PullDraft draft = lab.publish();
  draft.body =
      "<!-- a --><!---->Seen.\n\n<!-- pawl-concerns: [\"docs:a\"] -->\n<!-- pawl-run: x -->\n";
  REQUIRE(lab.forge()->pulls().open(draft));
  REQUIRE(lab.forge()->pulls().merge(1, squash, draft.head_commit));
  CHECK(lab.in_target("git log -1 --format=%B main") ==
        "Improve demo\n\nSeen.\n\nPawl-Run: demo-0a1b2c");
}

TEST_CASE("a base that moved on takes a squash, not a fast-forward") {
  for (const Layout layout : {Layout::bare, Layout::checked_out}) {
    CAPTURE(static_cast<int>(layout));
    Offered at(layout);
    const std::string moved = at.lab.commit("main", "main", "b.txt", "b\n");
    if (!at.lab.checkout().empty()) at.lab.in_target("git reset -q --hard");
    check_error(at.merge(fast_forward), TroubleKind::conflict, "squash instead, or rebase");
    CHECK(at.main() == moved);
    const auto merged = at.merge(squash);
    REQUIRE_MESSAGE(merged, to_error(merged.error()).to_line());
    CHECK(at.lab.in_target("git rev-parse main^") == moved);
    CHECK(at.lab.in_target("git ls-tree -r --name-only main") ==
          ".gitignore\nLICENSE\na.txt\nb.txt\nsrc/main.c");
    at.check_checkout();
    at.lab.in_target("git fsck --strict --no-dangling");
  }
}

TEST_CASE("a change that does not merge names the files and changes nothing") {
  Offered at;
  const std::string moved =
      at.lab.commit("main", "main", "src/main.c", "int main() { return 7; }\n");
  at.lab.in_target("git reset -q --hard");
  check_error(at.merge(squash), TroubleKind::conflict, "src/main.c");
  CHECK(at.main() == moved);
  CHECK(at.lab.forge()->pulls().get(1)->state == PullState::open);
  at.check_checkout();
}

TEST_CASE("a merge driver of the target has no say") {
  Offered at;
  at.lab.in_target("git config merge.own.driver 'touch " + at.lab.path("hook-ran-driver") + "'");
  at.lab.commit("main", "main", ".gitattributes", "*.c merge=own\n");
  at.lab.commit("main", "main", "src/main.c", "int main() { return 7; }\n");
  at.lab.in_target("git reset -q --hard");
  check_error(at.merge(squash), TroubleKind::conflict, "src/main.c");
}

TEST_CASE("work in the checkout of the base is never touched") {
  struct Row {
    const char* name;
    const char* script;
    const char* names;  // "" when the merge goes through
  };
  const Row rows[] = {
      {"a modified file", "echo mine > a.txt", "a.txt"},
      {"a modified file of the change", "echo mine > src/main.c", "src/main.c"},
      {"a staged file", "echo mine > new.txt; git add new.txt", "new.txt"},
      {"a removed file", "rm a.txt", "a.txt"},
      {"a removal in the index", "git rm -q --cached a.txt", "a.txt"},
      {"an untracked file in the way", "echo mine > LICENSE", "LICENSE"},
      {"an ignored file in the way", "echo LICENSE >> .git/info/exclude; echo mine > LICENSE",
       "LICENSE"},
      {"an untracked file elsewhere", "echo mine > notes.txt", ""},
      {"an ignored file elsewhere", "echo mine > ignored", ""},
  };
  for (const MergeMethod method : {fast_forward, squash}) {
    for (const Row& row : rows) {
      CAPTURE(row.name);
      CAPTURE(static_cast<int>(method));
      Offered at;
      at.lab.in_target(row.script);
      const char* look =
          "git status --porcelain --ignored; cat a.txt src/main.c LICENSE ignored "
          "notes.txt 2>/dev/null || true; git ls-files -s; git rev-parse main";
      const std::string before = at.lab.in_target(look);
      const auto merged = at.merge(method);
      if (std::string(row.names).empty()) {
        REQUIRE_MESSAGE(merged, to_error(merged.error()).to_line());
        CHECK(at.lab.in_target("cat notes.txt ignored 2>/dev/null || true") == "mine");
        CHECK(at.lab.in_target("git status --porcelain -uno") == "");
      } else {
        check_error(merged, TroubleKind::denied, row.names);
        CHECK(at.lab.in_target(look) == before);
        CHECK(at.lab.forge()->pulls().get(1)->state == PullState::open);
      }
    }
  }
}

TEST_CASE("a checkout in the middle of something is left alone") {
  struct Row {
    const char* name;
    const char* script;
    const char* says;
  };
  const Row rows[] = {
      {"a rebase of the base branch",
       "git switch -q -c side; echo s > a.txt; git commit -qam side; git switch -q main; "
       "echo m > a.txt; git commit -qam main; git rebase side >/dev/null 2>&1 || true",
       "a rebase of main is under way"},
      {"a filter program", "git config filter.lfs.smudge 'touch hook-ran-filter; cat'",
       "filter.lfs.smudge"},
      {"checked out twice", "git worktree add -q --force ../second main", "checked out twice"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    Offered at;
    at.lab.in_target(row.script);
    const std::string before = at.main();
    check_error(at.merge(squash), TroubleKind::denied, row.says);
    CHECK(at.main() == before);
  }
}

TEST_CASE("a checkout whose folder is gone holds nothing back") {
  Offered at(Layout::linked);
  at.lab.sh(at.lab.path("."), "rm -rf linked");
  const auto merged = at.merge(fast_forward);
  REQUIRE_MESSAGE(merged, to_error(merged.error()).to_line());
  CHECK(at.main() == at.draft.head_commit);
}

TEST_CASE("only what the checks saw is merged") {
  SUBCASE("the branch moved") {
    Offered at;
    at.lab.commit(at.draft.branch, at.draft.branch, "evil.txt", "e\n");
    check_error(at.merge(fast_forward), TroubleKind::conflict, "the checks saw");
    CHECK(at.main() == at.draft.base_commit);
  }
  SUBCASE("the branch is gone, its commit is not") {
    Offered at;
    at.lab.in_target("git update-ref -d refs/heads/" + at.draft.branch);
    const auto merged = at.merge(fast_forward);
    REQUIRE_MESSAGE(merged, to_error(merged.error()).to_line());
    CHECK(at.main() == at.draft.head_commit);
  }
  SUBCASE("the commit is gone too") {
    Offered at;
    at.lab.in_target("git update-ref -d refs/heads/" + at.draft.branch + "; git gc -q --prune=now");
    check_error(at.merge(fast_forward), TroubleKind::not_found, "no longer in");
  }
  SUBCASE("the base is gone") {
    Offered at(Layout::other_branch);
    at.lab.in_target("git branch -q -D main");
    check_error(at.merge(squash), TroubleKind::not_found, "no branch \"main\"");
  }
}

TEST_CASE("what a person merged by hand is only recorded") {
  struct Row {
    const char* name;
    const char* script;
  };
  const Row rows[] = {
      {"fast-forward", "git merge -q --ff-only pawl/improve/demo-0a1b2c"},
      {"merge commit", "git merge -q --no-ff pawl/improve/demo-0a1b2c"},
      {"squash with the trailer",
       "git merge -q --squash pawl/improve/demo-0a1b2c; "
       "git commit -qm 'By hand' -m 'Pawl-Run: demo-0a1b2c'"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    Offered at;
    at.lab.in_target(row.script);
    const std::string before = at.main();
    const auto merged = at.merge(squash);
    REQUIRE_MESSAGE(merged, to_error(merged.error()).to_line());
    CHECK(merged->state == PullState::merged);
    CHECK_FALSE(merged->merge_commit.empty());
    CHECK(at.main() == before);
  }
}

TEST_CASE("a squash of what the base has already is refused") {
  Offered at;
  at.lab.in_target("git merge -q --squash pawl/improve/demo-0a1b2c; git commit -qm 'By hand'");
  check_error(at.merge(squash), TroubleKind::conflict, "already holds everything");
}

namespace {

// A clock whose process is killed when it is asked for the time of the merge: after the branch
// moved and before the database says so, the worst moment there is.
class DeadlyClock final : public os::Clock {
 public:
  explicit DeadlyClock(Offered& at) : at_(at), before_(at.main()) {}
  Timestamp now() const override {
    if (at_.main() != before_) ::raise(SIGKILL);
    return at_.lab.clock().now();
  }
  Milliseconds monotonic() const override { return at_.lab.clock().monotonic(); }
  bool sleep(Milliseconds duration, const os::Cancel* cancel) override {
    return at_.lab.clock().sleep(duration, cancel);
  }

 private:
  Offered& at_;
  std::string before_;
};

}  // namespace

TEST_CASE("killed between the branch and the database, a second merge only records") {
  for (const MergeMethod method : {fast_forward, squash}) {
    for (const bool moved : {false, true}) {
      if (moved && method == fast_forward) continue;
      CAPTURE(static_cast<int>(method));
      CAPTURE(moved);
      Offered at;
      if (moved) {
        at.lab.commit("main", "main", "b.txt", "b\n");
        at.lab.in_target("git reset -q --hard");
      }
      at.lab.close_database();
      const pid_t child = ::fork();
      if (child == 0) {
        DeadlyClock deadly(at);
        (void)at.lab.forge(deadly)->pulls().merge(1, method, at.draft.head_commit).ok();
        ::_exit(1);
      }
      int status = 0;
      ::waitpid(child, &status, 0);
      REQUIRE(WIFSIGNALED(status));
      const std::string after_kill = at.main();
      CHECK(after_kill != at.draft.base_commit);
      CHECK(at.lab.forge()->pulls().get(1)->state == PullState::open);
      CHECK(at.lab.forge()->pulls().get(1)->merge_commit.empty());

      at.lab.clock().advance(Seconds(60));
      const auto merged = at.merge(method);
      REQUIRE_MESSAGE(merged, to_error(merged.error()).to_line());
      CHECK(merged->state == PullState::merged);
      CHECK(merged->merge_commit == after_kill);
      CHECK(at.main() == after_kill);
      at.check_checkout();
    }
  }
}

TEST_CASE("a fast-forward that was killed before its last step is finished") {
  Offered at;
  at.lab.in_target("git read-tree -m -u main " + at.draft.head_commit);
  CHECK(at.main() == at.draft.base_commit);
  const auto merged = at.merge(fast_forward);
  REQUIRE_MESSAGE(merged, to_error(merged.error()).to_line());
  CHECK(at.main() == at.draft.head_commit);
  at.check_checkout();
}

}  // namespace pawl::forge::merge_test
