#include <doctest/doctest.h>

#include "git/test_repo.hpp"
#include "git/worktrees/plain_place.hpp"

namespace pawl::git::place_test {
namespace {

TEST_CASE("a repository is known from its checkout, a linked one, a submodule and a bare one") {
  Lab lab;
  Git& git = lab.git();
  const std::string repo = lab.make_repo("repo");
  lab.sh(repo,
         "git worktree add -q ../linked; git clone -q --bare . ../bare.git;"
         "git -c protocol.file.allow=always submodule --quiet add ../bare.git sub");
  CHECK(*git.top_level(repo) == repo);
  CHECK(*git.top_level(repo + "/src") == repo);
  CHECK(*git.top_level(repo + "/.git") == repo);
  CHECK(*git.top_level(lab.path("linked")) == lab.path("linked"));
  CHECK(*git.top_level(lab.path("linked/src")) == lab.path("linked"));
  CHECK(*git.top_level(repo + "/sub") == repo + "/sub");
  CHECK(*git.top_level(lab.path("bare.git")) == lab.path("bare.git"));
  // A bare one that lies in a checkout, but is nobody's file.
  lab.sh(repo, "mv ../bare.git untracked.git");
  CHECK(*git.top_level(repo + "/untracked.git") == repo + "/untracked.git");
}

TEST_CASE("a folder that uses a repository which does not know it is refused") {
  Lab lab;
  Git& git = lab.git();
  const std::string repo = lab.make_repo("repo");
  const std::string sent = lab.path("sent");
  std::string asked = sent;
  SUBCASE("a file") { lab.write(sent + "/.git", "gitdir: " + repo + "/.git\n"); }
  SUBCASE("a symlink") { lab.sh(lab.path(""), "mkdir sent; ln -s ../repo/.git sent/.git"); }
  SUBCASE("the worktree of another folder") {
    lab.sh(repo, "git worktree add -q ../linked; mkdir ../sent; cp ../linked/.git ../sent/.git");
  }
  SUBCASE("a common folder") {
    lab.sh(lab.path(""), "git init -q sent");
    lab.write(sent + "/.git/commondir", repo + "/.git\n");
  }
  SUBCASE("files elsewhere") {
    lab.sh(lab.path(""), "git init -q sent; git -C sent config core.worktree " + repo);
  }
  SUBCASE("files above") {
    lab.sh(lab.path(""), "git init -q sent; git -C sent config core.worktree ../..");
  }
  SUBCASE("a repository among the files") {
    asked = repo + "/docs";
    lab.sh(repo, "git init -q --bare docs; git add -A; git commit -qm docs");
  }
  const auto top = git.top_level(asked);
  REQUIRE_FALSE(top.ok());
  CHECK_MESSAGE(top.error().code == Errc::denied, top.error().to_line());
}

TEST_CASE("what git init lays out is known without git, and whatever differs is not") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  REQUIRE(is_plain_top(repo));
  const char* change = "true";
  bool stays = false;
  SUBCASE("another branch and other settings") {
    change = "git switch -qc x/y; git config user.name bare-knuckle; git remote add o .";
    // A word that could matter is for git to read.
    SUBCASE("with a word like one of git's") {}
    SUBCASE("without") {
      change = "git switch -qc x/y; git config color.ui never; git remote add o ..";
      stays = true;
    }
  }
  SUBCASE("a bare one") { change = "git config core.bare true"; }
  SUBCASE("one that is bare to git's short form") {
    change = "printf '[core]\n\tbare\n' >> .git/config";
  }
  SUBCASE("files elsewhere") { change = "git config core.worktree .."; }
  SUBCASE("a key in other letters") {
    change = "printf '[CORE]\n\tWorkTree = ..\n' >> .git/config";
  }
  SUBCASE("settings of another file") { change = "git config include.path x"; }
  SUBCASE("settings of a worktree") { change = "git config extensions.worktreeConfig true"; }
  SUBCASE("a line that goes on") {
    change = "printf '[core]\n\twork\\\ntree = ..\n' >> .git/config";
  }
  SUBCASE("no branch") { change = "git checkout -q --detach"; }
  SUBCASE("a head that git passes over") { change = "echo x > .git/HEAD"; }
  SUBCASE("a common folder") { change = "echo ../../b/.git > .git/commondir"; }
  SUBCASE("no refs") { change = "rm -r .git/refs"; }
  SUBCASE("objects behind a link") { change = "mv .git/objects ../o; ln -s ../../o .git/objects"; }
  SUBCASE("a git folder behind a link") { change = "mv .git ../g; ln -s ../g .git"; }
  SUBCASE("a git folder behind a file") { change = "mv .git ../g; echo gitdir: ../g > .git"; }
  SUBCASE("settings behind a link") { change = "mv .git/config ../c; ln -s ../../c .git/config"; }
  lab.sh(repo, change);
  CHECK(is_plain_top(repo) == stays);
  CHECK_FALSE(is_plain_top(repo + "/src"));
  CHECK_FALSE(is_plain_top(repo + "/.git"));
}

TEST_CASE("a bare repository that git lays out is known without git") {
  Lab lab;
  lab.make_repo("repo");
  lab.sh(lab.path("repo"), "git clone -q --bare . ../bare.git");
  const std::string bare = lab.path("bare.git");
  REQUIRE(plain_git_folder(bare) == bare);
  CHECK(plain_git_folder(lab.path("repo")) == lab.path("repo/.git"));
  CHECK(plain_git_folder(lab.path("repo/.git")) == std::nullopt);
  CHECK(plain_git_folder(bare + "/objects") == std::nullopt);
  CHECK(*lab.git().digits_of_ids(bare) == 40);
  CHECK(*lab.git().git_path(bare, "objects") ==
        lab.sh(bare, "realpath $(git rev-parse --git-path objects)"));
  CHECK(*lab.git().common_folder(bare) == bare);
  std::string change;
  SUBCASE("another repository in it") { change = "git init -q"; }
  SUBCASE("files") { change = "git config core.bare false"; }
  SUBCASE("ids of another kind") { change = "git config extensions.objectFormat sha1"; }
  lab.sh(bare, change);
  CHECK(plain_git_folder(bare) != bare);
}

TEST_CASE("the digits of ids are git's") {
  Lab lab;
  lab.sh(lab.path(""), "git init -q --object-format=sha256 long; mkdir no");
  CHECK(*lab.git().digits_of_ids(lab.path("long")) == 64);
  CHECK_FALSE(lab.git().digits_of_ids(lab.path("no")).ok());
}

TEST_CASE("a configuration that filters or converts files is known") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  const std::string folder = repo + "/.git";
  const std::string config = folder + "/config";
  CHECK_FALSE(may_filter(folder));
  CHECK(converts_nothing(config));
  SUBCASE("by a filter") {
    lab.sh(repo, "git config FILTER.x.clean cat");
    CHECK(may_filter(folder));
  }
  SUBCASE("by line ends") {
    lab.sh(repo, "git config core.autoCRLF input");
    CHECK_FALSE(converts_nothing(config));
  }
  SUBCASE("by modes") {
    lab.sh(repo, "git config core.fileMode false");
    CHECK_FALSE(converts_nothing(config));
  }
  SUBCASE("by another file") {
    lab.sh(repo, "git config include.path x");
    CHECK_FALSE(converts_nothing(config));
  }
}

TEST_CASE("a plain repository is the same by a link to it") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  lab.sh(lab.path(""), "ln -s repo there");
  CHECK(*lab.git().top_level(lab.path("there")) == repo);
}

TEST_CASE("a repository that says where its files are is known again") {
  Lab lab;
  lab.sh(lab.path(""), "git init -q --separate-git-dir=kept.git files");
  CHECK(lab.git().top_level(lab.path("files")).error().code == Errc::denied);
  lab.sh(lab.path("files"), "git config core.worktree \"$PWD\"");
  CHECK(*lab.git().top_level(lab.path("files")) == lab.path("files"));
}

TEST_CASE("a pipe or a device in the place of a file is damage, and waits for nobody") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  for (const char* name : {"HEAD", "config", "index", "packed-refs", "objects/info/alternates"}) {
    CAPTURE(name);
    lab.sh(repo, "cd .git; mv " + std::string(name) + " kept 2>/dev/null || true; mkfifo " + name);
    CHECK(lab.git().top_level(repo).error().code == Errc::io);
    lab.sh(repo, "cd .git; rm " + std::string(name) + "; mv kept " + name + " 2>/dev/null || true");
    lab.sh(repo, "cd .git; rm -f kept");
  }
  CHECK(lab.git().top_level(repo).ok());
  // A folder of the project may have any of these names.
  lab.sh(repo, "mkdir -p src/config src/index src/HEAD");
  CHECK(*lab.git().top_level(repo + "/src") == repo);
}

}  // namespace
}  // namespace pawl::git::place_test
