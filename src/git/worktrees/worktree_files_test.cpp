#include "git/worktrees/worktree_files.hpp"

#include <doctest/doctest.h>

#include "git/test_repo.hpp"

namespace pawl::git::worktree_files_test {
namespace {

// The paths of the worktree's change, one a line.
std::string changed(Lab& lab, const std::string& repo) {
  ObjectReader objects(lab.git(), repo);
  const auto read = worktree_change(lab.git(), objects, repo, "HEAD");
  REQUIRE_MESSAGE(read.ok(), read.error().to_line());
  std::string out;
  for (const FileChange& file : read->change.files) {
    out += std::string(to_string(file.action)) + " " + file.path.text() + "\n";
  }
  return out;
}

TEST_CASE("a worktree as it was checked out has no change, whatever the times say") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  lab.sh(repo, "ln -s README.md link; git add -A; git commit -qm link");
  CHECK(changed(lab, repo).empty());
  lab.sh(repo, "touch README.md src/main.c; chmod -x run.sh; chmod +x run.sh");
  CHECK(changed(lab, repo).empty());
  lab.sh(repo, "git rm -q --cached README.md");
  CHECK(changed(lab, repo).empty());
  lab.sh(repo, "rm .git/index");
  CHECK(changed(lab, repo).empty());
}

TEST_CASE("line ends that git converts are no change, others are") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  const std::string crlf = "sed -i 's/$/\\r/' README.md; ";
  lab.sh(repo, crlf);
  CHECK(changed(lab, repo) == "modify README.md\n");
  SUBCASE("by core.autocrlf") { lab.sh(repo, "git config core.autocrlf true"); }
  SUBCASE("by core.autocrlf, on the way in") { lab.sh(repo, "git config core.autocrlf input"); }
  SUBCASE("by attributes") { lab.sh(repo, "echo '*.md text=auto' > .git/info/attributes"); }
  SUBCASE("by a line end") { lab.sh(repo, "echo '*.md eol=crlf' > .git/info/attributes"); }
  CHECK(changed(lab, repo).empty());
  lab.sh(repo, "echo '*.md -text' > .git/info/attributes");
  CHECK(changed(lab, repo) == "modify README.md\n");
}

TEST_CASE("line ends of the blob are no change where git would convert them") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  lab.sh(
      repo,
      "sed -i 's/$/\\r/' README.md; git add -A; git commit -qm crlf; git config core.autocrlf true;"
      "echo '* text=auto' > .git/info/attributes; touch README.md");
  CHECK(changed(lab, repo).empty());
}

TEST_CASE("flags of the index hide no change, but a sparse checkout lacks files") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  lab.sh(repo,
         "git update-index --assume-unchanged README.md; echo x >> README.md;"
         "git update-index --skip-worktree src/main.c");
  CHECK(changed(lab, repo) == "modify README.md\n");
  lab.sh(repo, "rm src/main.c");
  CHECK(changed(lab, repo) == "modify README.md\n");
  lab.sh(repo, "git update-index --no-skip-worktree src/main.c");
  CHECK(changed(lab, repo) == "modify README.md\nremove src/main.c\n");
}

TEST_CASE("modes count where the repository trusts them") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  lab.sh(repo, "chmod -x run.sh");
  CHECK(changed(lab, repo) == "modify run.sh\n");
  lab.sh(repo, "git config core.fileMode false");
  CHECK(changed(lab, repo).empty());
  lab.sh(repo, "echo x >> run.sh");
  CHECK(changed(lab, repo) == "modify run.sh\n");
}

TEST_CASE("files and folders that change their kind") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  lab.sh(repo,
         "mv src ../away; ln -s ../away src; rm README.md; mkdir README.md; echo x > README.md/x");
  CHECK(changed(lab, repo) ==
        "remove README.md\ncreate README.md/x\ncreate src\nremove src/main.c\n");
}

TEST_CASE("a submodule is not looked into") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  lab.sh(repo,
         "git init -q sub; git -C sub commit -q --allow-empty -m Sub; git add sub 2>/dev/null;"
         "git commit -qm Sub; git -C sub config core.fsmonitor \"touch $PWD/../marker; false\";"
         "echo x > sub/new");
  CHECK(changed(lab, repo).empty());
  CHECK(lab.git().status(repo)->empty());
  CHECK_FALSE(lab.exists(lab.path("marker")));
}

TEST_CASE("what is too large to be judged is named") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  lab.sh(repo, "truncate -s 65M big");
  ObjectReader objects(lab.git(), repo);
  const auto read = worktree_change(lab.git(), objects, repo, "HEAD");
  REQUIRE(read.ok());
  REQUIRE(read->unread.size() == 1);
  CHECK(read->unread.front().path == "big");
  CHECK(read->unread.front().after);
  CHECK(read->unread.front().size == 65U << 20U);
  lab.sh(repo, "git add -A; git commit -qm big; rm big");
  const auto gone = worktree_change(lab.git(), objects, repo, "HEAD");
  REQUIRE(gone.ok());
  REQUIRE(gone->unread.size() == 1);
  CHECK_FALSE(gone->unread.front().after);
  const auto committed = change_between(objects, "HEAD~1", "HEAD");
  REQUIRE(committed.ok());
  CHECK(committed->unread.size() == 1);
  CHECK(committed->change.files.size() == 1);
}

TEST_CASE("what git lists of a worktree is read, index entries with their times") {
  const std::string entry =
      std::string("H 100644 587be6b4c3f93f93c489c0111bba5596147a26cb 0\ta b") + '\0' +
      "  ctime: 1795318700:632031312\n  mtime: 5:6\n  dev: 65024\tino: 11035107\n"
      "  uid: 0\tgid: 0\n  size: 2\tflags: 40000000\n";
  const std::string untracked = std::string("? H 100644 1 0\tflags: 1\nx") + '\0' + "? sub/" + '\0';
  const auto listed = parse_listed(untracked + entry + entry);
  REQUIRE(listed.ok());
  CHECK(listed->untracked == std::vector<std::string>{"H 100644 1 0\tflags: 1\nx", "sub/"});
  REQUIRE(listed->index.size() == 2);
  const auto& [path, facts] = listed->index.front();
  CHECK(path == "a b");
  CHECK(facts.node.mode == 0100644);
  CHECK(facts.ctime_seconds == 1795318700);
  CHECK(facts.ctime_nanoseconds == 632031312);
  CHECK(facts.mtime_seconds == 5);
  CHECK(facts.mtime_nanoseconds == 6);
  CHECK(facts.inode == 11035107);
  CHECK(facts.size == 2);
  CHECK(facts.left_out);
  CHECK_FALSE(parse_listed("garbage").ok());
  CHECK_FALSE(parse_listed("? no end").ok());
  CHECK_FALSE(parse_listed(entry.substr(2)).ok());
  CHECK(parse_listed("")->index.empty());
}

}  // namespace
}  // namespace pawl::git::worktree_files_test
