#include "forge/half_move.hpp"

#include <doctest/doctest.h>

#include "git/test_repo.hpp"

namespace pawl::forge::half_move_test {
namespace {

// A checkout at `from`; `to` changes README.md, adds a/new.txt and removes run.sh.
struct Move {
  git::Lab lab;
  std::string repo = lab.make_repo("demo");
  std::string from = lab.sh(repo, "git rev-parse HEAD");
  std::string to;

  Move() {
    lab.write(repo + "/README.md", "# Demo, mended\n");
    lab.write(repo + "/a/new.txt", "a new text\n");
    lab.sh(repo, "git rm -q run.sh; git add -A; git commit -q -m Mend");
    to = lab.sh(repo, "git rev-parse HEAD");
    lab.sh(repo, "git reset -q --hard " + from);
  }
  std::string status() { return lab.sh(repo, "git status --porcelain --untracked-files=all"); }
  void put_back() {
    const Status done = put_back_half_move(lab.git(), {.checkout = repo, .from = from, .to = to});
    REQUIRE_MESSAGE(done, done.error().to_line());
  }
};

}  // namespace

TEST_CASE("what a killed move wrote, in whole or in part, is put back with its lock") {
  Move move;
  move.lab.write(move.repo + "/README.md", "# Demo, me");
  move.lab.write(move.repo + "/a/new.txt", "a new");
  move.lab.sh(move.repo, "rm run.sh; touch .git/index.lock");
  move.put_back();
  CHECK(move.status() == "");
  CHECK_FALSE(move.lab.exists(move.repo + "/.git/index.lock"));
}

TEST_CASE("a checkout that a person changed stays as it is") {
  Move move;
  move.lab.write(move.repo + "/a/new.txt", "a new");
  SUBCASE("in a file of the move") { move.lab.write(move.repo + "/README.md", "# Mine\n"); }
  SUBCASE("in another one") { move.lab.write(move.repo + "/src/main.c", "// mine\n"); }
  SUBCASE("in one that would be added") { move.lab.write(move.repo + "/a/new.txt", "mine"); }
  const std::string before = move.lab.state_of(move.repo);
  move.lab.sh(move.repo, "touch .git/index.lock");
  move.put_back();
  CHECK(move.lab.exists(move.repo + "/.git/index.lock"));
  move.lab.sh(move.repo, "rm .git/index.lock");
  CHECK(move.lab.state_of(move.repo) == before);
}

TEST_CASE("untracked files beside it are no matter") {
  Move move;
  move.lab.write(move.repo + "/README.md", "");
  move.lab.write(move.repo + "/notes.txt", "mine");
  move.put_back();
  CHECK(move.status() == "?? notes.txt");
}

}  // namespace pawl::forge::half_move_test
