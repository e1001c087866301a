#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "git/test_repo.hpp"
#include "git/worktrees/test_commit.hpp"

namespace pawl::git::publish_test {
namespace {

struct Bench {
  Lab lab;
  std::string repo = lab.make_repo("repo");

  Worktree make(const Target& target, const std::string& name = "wt") {
    auto made = Worktree::create(lab.git(), lab.files(), lab.plan(target, name));
    REQUIRE_MESSAGE(made.ok(), made.error().to_line());
    return *std::move(made);
  }
  std::string commit(Worktree& worktree, const std::string& name, const std::string& run) {
    return commit_change(worktree, change_of({created(name, name)}),
                         "Add " + name + "\n\nPawl-Run: " + run);
  }
  std::string tip() { return lab.sh(repo, "git rev-parse refs/heads/pawl/improve"); }
  Target url() {
    auto target = parse_target("file://" + repo, "");
    REQUIRE(target.ok());
    return *std::move(target);
  }
};

TEST_CASE("publishing is idempotent and moves its own branch forward") {
  Bench b;
  Target target = Lab::local(b.repo);
  SUBCASE("local") {}
  SUBCASE("file URL") { target = b.url(); }
  Worktree worktree = b.make(target);
  const std::string first = b.commit(worktree, "one", "run-a");
  CHECK(*publish(worktree, "run-a") == first);
  CHECK(*publish(worktree, "run-a") == first);
  CHECK(b.tip() == first);
  const std::string second = b.commit(worktree, "two", "run-a");
  const auto published = publish(worktree, "run-a");
  REQUIRE_MESSAGE(published.ok(), published.error().to_line());
  CHECK(*published == second);
  CHECK(b.tip() == second);
  CHECK(b.lab.sh(b.repo, "git fsck --connectivity-only 2>&1 | grep -v dangling || true").empty());
}

TEST_CASE("a branch of somebody else is left where it is") {
  struct Case {
    const char* what;
    const char* script;  // in the target, once run-a and run-b were published
  };
  const Case cases[] = {
      {"at the base", "git update-ref refs/heads/pawl/improve main"},
      {"of other history",
       "git update-ref refs/heads/pawl/improve $(git commit-tree -m x HEAD^{tree})"},
      {"of another run", "git update-ref refs/heads/pawl/improve run-b"},
      {"ours, but a person went on",
       "git update-ref refs/heads/pawl/improve $(git commit-tree -m x -p run-a HEAD^{tree})"},
  };
  for (const bool by_url : {false, true}) {
    Bench b;
    b.lab.sh(b.repo, "git config uploadpack.allowFilter true");
    const Target target = by_url ? b.url() : Lab::local(b.repo);
    Worktree worktree = b.make(target);
    Worktree other = b.make(target, "other");
    b.commit(worktree, "one", "run-a");
    b.commit(other, "zero", "run-b");
    REQUIRE(publish(other, "run-b").ok());
    b.lab.sh(b.repo, "git branch -m pawl/improve run-b");
    REQUIRE(publish(worktree, "run-a").ok());
    b.lab.sh(b.repo, "git branch run-a pawl/improve");
    for (const Case& c : cases) {
      CAPTURE(by_url);
      CAPTURE(c.what);
      b.lab.sh(b.repo, c.script);
      const std::string before = b.tip();
      const auto published = publish(worktree, "run-a");
      REQUIRE_FALSE(published.ok());
      CHECK_MESSAGE(published.error().code == Errc::conflict, published.error().to_line());
      CHECK(contains(published.error().message, "pawl/improve"));
      CHECK(b.tip() == before);
    }
    CHECK(publish(worktree, "run-x").error().code == Errc::conflict);
  }
}

TEST_CASE("a target that cannot take the branch says so") {
  Bench b;
  Worktree worktree = b.make(Lab::local(b.repo));
  b.commit(worktree, "one", "run-a");
  SUBCASE("a branch is where the folder of ours would be") {
    b.lab.sh(b.repo, "git branch pawl");
    const auto published = publish(worktree, "run-a");
    REQUIRE_FALSE(published.ok());
    CHECK((published.error().code == Errc::conflict || published.error().code == Errc::denied));
  }
  SUBCASE("the branch is checked out") {
    REQUIRE(publish(worktree, "run-a").ok());
    b.lab.sh(b.repo, "git checkout -q pawl/improve");
    b.commit(worktree, "two", "run-a");
    const std::string before = b.lab.state_of(b.repo);
    const auto published = publish(worktree, "run-a");
    REQUIRE_FALSE(published.ok());
    CHECK(published.error().code == Errc::denied);
    CHECK(b.lab.state_of(b.repo) == before);
  }
  SUBCASE("the repository is gone") {
    b.lab.sh(b.repo, "mv .git ../moved");
    CHECK(publish(worktree, "run-a").error().code == Errc::not_found);
  }
}

TEST_CASE("nothing the target is configured with runs in the whole life of a run") {
  Bench b;
  const std::string marker = b.lab.path("marker");
  b.lab.write(b.lab.path("evil.sh"), "#!/bin/sh\necho \"$0 $*\" >> '" + marker + "'\nexec cat\n");
  b.lab.sh(b.repo,
           "chmod 755 ../evil.sh; E=$PWD/../evil.sh; "
           "printf '* filter=evil diff=evil merge=evil\\n' > .gitattributes; git add -A; "
           "git commit -qm Attributes; for h in post-checkout pre-receive update post-receive "
           "post-update reference-transaction proc-receive push-to-checkout pre-push post-commit "
           "pre-commit prepare-commit-msg commit-msg post-rewrite post-index-change pre-auto-gc "
           "fsmonitor-watchman; do cp $E .git/hooks/$h; done; "
           "git config core.fsmonitor $E; git config diff.external $E; "
           "git config diff.evil.textconv $E; git config diff.evil.command $E; "
           "git config filter.evil.smudge $E; git config filter.evil.clean $E; "
           "git config filter.evil.process $E; git config filter.evil.required true; "
           "git config merge.evil.driver $E; git config core.sshCommand $E; "
           "git config core.askPass $E; git config credential.helper $E; git config gpg.program $E;"
           "git config commit.gpgSign true; git config log.showSignature true; "
           "git config core.alternateRefsCommand $E; git config uploadpack.packObjectsHook $E; "
           "git config core.hooksPath $PWD/.git/hooks; git config core.pager $E; "
           "git config core.editor $E; git config receive.advertisePushOptions true; "
           "git config uploadpack.allowFilter true");
  b.lab.sh(b.lab.path(""),
           "git init -q --bare alt.git; echo \"$PWD/alt.git/objects\" > "
           "repo/.git/objects/info/alternates");
  Target target = Lab::local(b.repo);
  SUBCASE("local") {}
  SUBCASE("file URL") { target = b.url(); }
  Worktree worktree = b.make(target);
  b.commit(worktree, "one", "run-a");
  CHECK(worktree.export_to(b.lab.path("copy")).ok());
  CHECK(b.lab.git().diff(worktree.folder(), worktree.base_commit(), "HEAD").ok());
  b.lab.write(worktree.folder() + "/left", "x");
  CHECK(worktree.restore("left").ok());
  const auto published = publish(worktree, "run-a");
  REQUIRE_MESSAGE(published.ok(), published.error().to_line());
  b.commit(worktree, "two", "run-a");
  CHECK(publish(worktree, "run-a").ok());
  if (target.kind == TargetKind::local) {
    const auto done = worktree.dispose(b.lab.files(), b.lab.path("scratch"));
    REQUIRE_MESSAGE(done.ok(), done.error().to_line());
  }
  CHECK_MESSAGE(!b.lab.exists(marker), b.lab.read(marker));
}

}  // namespace
}  // namespace pawl::git::publish_test
