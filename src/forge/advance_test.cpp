#include "forge/advance.hpp"

#include <doctest/doctest.h>

#include <csignal>

#include "base/text/text.hpp"
#include "git/test_repo.hpp"

namespace pawl::forge::advance_test {
namespace {

// Programs that run for real, but for one git that is killed in the midst of its work.
class KilledGit final : public os::Processes {
 public:
  KilledGit(git::Lab& lab, std::string command, std::string before)
      : lab_(lab), command_(std::move(command)), before_(std::move(before)) {}

  Result<os::Finished> run(const os::Command& command) override {
    const auto& words = command.argv;
    if (std::find(words.begin(), words.end(), command_) == words.end()) {
      return lab_.processes().run(command);
    }
    lab_.sh(words.at(2), before_);
    os::Finished killed;
    killed.ending = os::Ending::signalled;
    killed.signal = SIGKILL;
    return killed;
  }

 private:
  git::Lab& lab_;
  std::string command_;
  std::string before_;  // what it did until then
};

struct Branch {
  git::Lab lab;
  std::string repo = lab.make_repo("demo");
  std::string from = lab.sh(repo, "git rev-parse HEAD");
  std::string to = lab.sh(repo,
                          "echo '# Demo, mended' > README.md; echo new > new.txt; git add -A; "
                          "git commit -q -m Mend; git rev-parse HEAD; git reset -q --hard HEAD~1");

  Status advance(git::Git& git, std::vector<std::string> killed = {}) {
    return advance_branch(git, lab.files(),
                          {.location = repo,
                           .branch = "main",
                           .from = from,
                           .to = to,
                           .reason = "test",
                           .killed = std::move(killed)});
  }
  // By a git that does that much and is killed.
  Status kill(const std::string& command, const std::string& before) {
    KilledGit processes(lab, command, before);
    git::Git git(processes, git::bot_options());
    return advance(git);
  }
  std::string status() { return lab.sh(repo, "git status --porcelain"); }
  std::string main() { return lab.sh(repo, "git rev-parse main"); }
};

}  // namespace

TEST_CASE("a checkout whose git was killed is as it was, and moves the next time") {
  Branch branch;
  const Status killed = branch.kill(
      "merge", "echo new > new.txt; printf '# Demo' > README.md; touch .git/index.lock");
  REQUIRE_FALSE(killed);
  CHECK(killed.error().code == Errc::io);
  CHECK_MESSAGE(contains(killed.error().message, "nothing of it is left: merge again"),
                killed.error().message);
  CHECK_FALSE(branch.lab.exists(branch.repo + "/.git/index.lock"));
  CHECK(branch.status() == "");
  const Status moved = branch.advance(branch.lab.git());
  CHECK_MESSAGE(moved.ok(), moved.error().to_line());
  CHECK(branch.main() == branch.to);
}

TEST_CASE("a lock beside what a person wrote meanwhile stays, and is named") {
  Branch branch;
  const Status killed = branch.kill("merge", "echo mine > README.md; touch .git/index.lock");
  REQUIRE_FALSE(killed);
  CHECK_MESSAGE(contains(killed.error().message, "it left " + branch.repo + "/.git/index.lock: "),
                killed.error().message);
  CHECK(branch.lab.exists(branch.repo + "/.git/index.lock"));
  CHECK(branch.lab.read(branch.repo + "/README.md") == "mine\n");
}

TEST_CASE("the lock of a ref that a killed git left goes when the move is made again") {
  Branch branch;
  const std::string lock = branch.repo + "/.git/refs/heads/main.lock";
  branch.lab.sh(branch.repo, "git checkout -q -b other");
  std::string left;
  SUBCASE("before it wrote") {}
  SUBCASE("after it wrote") { left = branch.to + "\n"; }
  CHECK_FALSE(branch.kill("update-ref", "printf '" + left + "' > .git/refs/heads/main.lock"));
  // Of a lock nobody knows whose it is.
  const Status unknown = branch.advance(branch.lab.git());
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().code == Errc::conflict);
  CHECK_MESSAGE(contains(unknown.error().message, "main is locked by " + lock),
                unknown.error().message);
  CHECK(branch.lab.exists(lock));
  const Status moved = branch.advance(branch.lab.git(), {branch.to});
  CHECK_MESSAGE(moved.ok(), moved.error().to_line());
  CHECK(branch.main() == branch.to);
  CHECK_FALSE(branch.lab.exists(lock));
}

TEST_CASE("the lock of a ref that somebody else writes stays") {
  Branch branch;
  const std::string lock = branch.repo + "/.git/refs/heads/main.lock";
  branch.lab.sh(branch.repo, "git checkout -q -b other");
  branch.lab.write(lock, branch.from + "\n");
  CHECK(branch.advance(branch.lab.git(), {branch.to}).error().code == Errc::conflict);
  CHECK(branch.lab.exists(lock));
}

}  // namespace pawl::forge::advance_test
