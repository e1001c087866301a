#include "git/worktrees/signing.hpp"

#include <doctest/doctest.h>

#include <filesystem>

#include "base/text/text.hpp"
#include "git/test_repo.hpp"
#include "git/worktrees/test_commit.hpp"
#include "git/worktrees/trial.hpp"
#include "tests/pass_over.hpp"

namespace pawl::git::signing_test {
namespace {

// A bare machine has none: these tests are passed over then, by their names.
bool has_ssh_keygen() { return std::filesystem::exists("/usr/bin/ssh-keygen"); }

// A repository, a throw-away key of ssh, and a git that signs with it.
struct Bench {
  Lab lab;
  std::string repo = lab.make_repo("repo");
  Git git{lab.processes(), options()};

  GitOptions options() {
    lab.sh(repo,
           "cd ..; ssh-keygen -q -t ed25519 -N '' -C bot -f key; "
           "printf 'bot@pawl.invalid %s\\n' \"$(cat key.pub)\" > allowed");
    GitOptions out = bot_options();
    out.signing = Signing{.format = SigningFormat::ssh, .key = lab.path("key"), .environment = {}};
    return out;
  }
  Worktree worktree() {
    auto made = Worktree::create(git, lab.files(), lab.plan(Lab::local(repo)));
    REQUIRE_MESSAGE(made, made.error().to_line());
    return *std::move(made);
  }
};

}  // namespace

TEST_CASE("a commit is signed so that git takes it, and no ref is left beside") {
  PASS_OVER_UNLESS(has_ssh_keygen());
  Bench b;
  // What the target is configured with has no say.
  b.lab.sh(b.repo,
           "git config gpg.program /bin/false; git config gpg.ssh.program /bin/false; "
           "git config user.signingKey nobody; git config gpg.format x509");
  Worktree worktree = b.worktree();
  CHECK(check_signing(b.git, worktree.folder()));
  const std::string before = *worktree.head();
  const std::string first =
      commit_change(worktree, change_of({created("a.txt", "one\n")}), "One\n\nPawl-Run: r-1");
  const std::string second =
      commit_change(worktree, change_of({created("b.txt", "two\n")}), "Two\n\nPawl-Run: r-1");
  CHECK(*worktree.head() == second);
  for (const std::string& commit : {first, second}) {
    b.lab.sh(worktree.folder(),
             "git -c gpg.format=ssh -c gpg.ssh.program=ssh-keygen -c "
             "gpg.ssh.allowedSignersFile=" +
                 b.lab.path("allowed") + " verify-commit " + commit);
  }
  const auto info = b.git.commit_info(worktree.folder(), second);
  REQUIRE(info);
  CHECK(info->parent == first);
  CHECK(info->trailer("Pawl-Run") == "r-1");
  CHECK(b.git.commit_info(worktree.folder(), first)->parent == before);
  CHECK(b.lab.sh(b.repo, "git for-each-ref refs/pawl/beside").empty());
  CHECK(b.git.status(worktree.folder())->empty());
}

TEST_CASE("the commit of a trial is signed as those of runs are, the same one each time") {
  PASS_OVER_UNLESS(has_ssh_keygen());
  Bench b;
  const auto trial = TrialRepository::make(b.git, b.lab.files(), b.lab.path("trial"), {b.repo});
  REQUIRE_MESSAGE(trial, trial.error().to_line());
  const std::string head = b.lab.sh(b.repo, "git rev-parse HEAD");
  const TrialRepository::CommitPlan plan{.tree = b.lab.sh(b.repo, "git rev-parse 'HEAD^{tree}'"),
                                         .parent = head,
                                         .message = "Land it\n\nPawl-Run: r-1\n",
                                         .at = Timestamp(Seconds(100))};
  const auto commit = (*trial)->commit(plan);
  REQUIRE_MESSAGE(commit, commit.error().to_line());
  CHECK(*(*trial)->commit(plan) == *commit);
  b.lab.sh((*trial)->folder(),
           "git -c gpg.format=ssh -c gpg.ssh.program=ssh-keygen -c gpg.ssh.allowedSignersFile=" +
               b.lab.path("allowed") + " verify-commit " + *commit);
}

TEST_CASE("a signature is no part of what a commit is compared by") {
  PASS_OVER_UNLESS(has_ssh_keygen());
  Bench b;
  const auto tip = [](Worktree& worktree, const char* text) {
    commit_change(worktree, change_of({created("a.txt", "one\n")}),
                  "One\n\ngpgsig of nothing\nparent of nothing\n");
    return commit_change(worktree, change_of({created("b.txt", text)}), "Two\n");
  };
  const auto plain = [&](const char* name) {
    auto made = Worktree::create(b.lab.git(), b.lab.files(), b.lab.plan(Lab::local(b.repo), name));
    REQUIRE_MESSAGE(made, made.error().to_line());
    return *std::move(made);
  };
  const auto unsigned_tip = [&](const Worktree& worktree, const std::string& commit) {
    const auto id = unsigned_id(b.git, worktree.folder(), worktree.base_commit(), commit);
    REQUIRE_MESSAGE(id, id.error().to_line());
    return *id;
  };
  Worktree signing = b.worktree();
  Worktree first = plain("first");
  Worktree second = plain("second");
  const std::string is_signed = tip(signing, "two\n");
  const std::string bare = tip(first, "two\n");
  const std::string other = tip(second, "2\n");
  CHECK(is_signed != bare);
  CHECK(unsigned_tip(first, bare) == bare);
  CHECK(unsigned_tip(signing, is_signed) == bare);
  CHECK(unsigned_tip(second, other) == other);
  CHECK(other != bare);
  CHECK_FALSE(unsigned_id(b.git, first.folder(), first.base_commit(), std::string(40, '1')).ok());
}

TEST_CASE("a key that cannot sign is said with the way out, and nothing is committed") {
  PASS_OVER_UNLESS(has_ssh_keygen());
  Bench b;
  b.lab.sh(b.repo, "rm ../key; echo canary > ../key; chmod 600 ../key");
  Worktree worktree = b.worktree();
  const Status checked = check_signing(b.git, worktree.folder());
  REQUIRE_FALSE(checked);
  CHECK(checked.error().code == Errc::denied);
  CHECK(contains(checked.error().message, "commits.sign"));
  CHECK_FALSE(contains(checked.error().message, "canary"));
}

TEST_CASE("nothing is asked where commits are not to be signed") {
  Lab lab;
  CHECK(check_signing(lab.git(), lab.path("nowhere")));
}

}  // namespace pawl::git::signing_test
