// What is read without a git of its own is what git says, also when the repository changes
// meanwhile.
#include <doctest/doctest.h>

#include <array>
#include <atomic>

#include "base/text/text.hpp"
#include "git/git.hpp"
#include "git/objects/object_conversation.hpp"
#include "git/test_repo.hpp"

namespace pawl::git::reading_test {
namespace {

class CountingProcesses : public os::Processes {
 public:
  explicit CountingProcesses(os::Processes& inner) : inner_(inner) {}
  Result<os::Finished> run(const os::Command& command) override {
    ++count;
    return inner_.run(command);
  }
  std::atomic<int> count = 0;

 private:
  os::Processes& inner_;
};

// Every git that is in this folder now.
std::string kill_readers() {
  return "for p in /proc/[0-9]*; do if [ \"$(readlink $p/cwd)\" = \"$PWD\" ] && "
         "[ \"$(cat $p/comm)\" = git ]; then kill -9 ${p#/proc/}; echo killed; fi; done";
}

// The id that a revision has; `none` when there is no such revision.
std::string id_of(Git& git, const std::string& folder, const std::string& revision) {
  const auto id = git.resolve(folder, revision);
  return id ? id->value_or("none") : id.error().to_line();
}

TEST_CASE("messages are taken apart as git takes them apart") {
  Lab lab;
  Git& git = lab.git();
  const std::string repo = lab.make_repo("repo");
  const std::string first = lab.sh(repo, "git rev-parse HEAD");
  constexpr auto kMessages = std::to_array<const char*>({
      "One line\\n",
      "No end of line",
      "",
      "\\n\\n  \\nBlank lines before it\\n",
      "Two lines \\t\\nof one subject\\n\\nBody\\n",
      "  A blank before\\n  and another\\n",
      "Subject\\n\\n\\n\\nBody after three\\n\\n\\n",
      "Subject\\n \\t \\nBody after a line of blanks\\n",
      "Windows\\r\\n\\r\\nends of lines\\r\\n",
      "Body with its own\\n\\ntree 0\\nparent 1\\n\\nPawl-Run: x\\n",
      "Not UTF-8: \\377\\n\\n\\376\\n",
      "A form feed\\f\\n\\f\\nis no blank\\n",
  });
  for (const char* message : kMessages) {
    lab.sh(repo, "git reset -q --soft $(printf '" + std::string(message) +
                     "' | git commit-tree -p HEAD HEAD^{tree})");
  }
  // Of another encoding, and one with two parents: these git is asked for.
  for (const char* more : {"printf 'W\\344rter\\n' | git -c i18n.commitEncoding=latin1 commit-tree "
                           "-p HEAD HEAD^{tree}",
                           "git commit-tree -p HEAD -p HEAD~1 -m Merge HEAD^{tree}"}) {
    lab.sh(repo, "git reset -q --soft $(" + std::string(more) + ")");
    const auto commits = git.log(repo, first, "HEAD");
    REQUIRE_MESSAGE(commits.ok(), commits.error().to_line());
    CHECK(commits->size() >= kMessages.size());
    for (const CommitInfo& commit : *commits) {
      CAPTURE(commit.id);
      const auto of = [&](const std::string& format) {
        const auto text = git.output(
            {.folder = repo,
             .args = {"log", "-1", "--encoding=UTF-8", "--format=" + format, commit.id}});
        REQUIRE(text.ok());
        return text->substr(0, text->size() - 1);
      };
      CHECK(commit.subject == of("%s"));
      CHECK(commit.body == of("%b"));
      CHECK(commit.tree == of("%T"));
      CHECK(commit.parent == of("%P").substr(0, 40));
      CHECK(std::to_string(commit.at.time_since_epoch().count()).starts_with(of("%ct")));
    }
  }
}

TEST_CASE("a signed commit is read like another") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  const std::string first = lab.sh(repo, "git rev-parse HEAD");
  lab.sh(repo,
         "git reset -q --soft $({ git cat-file commit HEAD | sed \"s/^tree.*/&\\nparent $(git "
         "rev-parse HEAD)/; /^committer/a gpgsig -----BEGIN SIGNATURE-----\\n \\n abc\\n -----END "
         "SIGNATURE-----\"; } | git hash-object -t commit -w --stdin)");
  const auto commits = lab.git().log(repo, first, "HEAD");
  REQUIRE_MESSAGE(commits.ok(), commits.error().to_line());
  REQUIRE(commits->size() == 1);
  CHECK(commits->front().parent == first);
  CHECK(commits->front().subject == lab.sh(repo, "git log -1 --format=%s"));
}

TEST_CASE("many questions about one repository take one process") {
  Lab lab;
  CountingProcesses counted(lab.processes());
  Git git(counted, bot_options());
  const std::string repo = lab.make_repo("repo");
  const std::string head = lab.sh(repo, "git rev-parse HEAD");
  const std::string tree = lab.sh(repo, "git rev-parse HEAD^{tree}");
  for (int round = 0; round < 3; ++round) {
    CHECK(id_of(git, repo, "HEAD") == head);
    CHECK(id_of(git, repo, "main") == head);
    CHECK(id_of(git, repo, head) == head);
    CHECK(*git.tree_of(repo, head) == tree);
    CHECK(git.list_tree(repo, head)->size() == 3);
    CHECK(**git.current_branch(repo) == "main");
    CHECK(*git.git_path(repo, "index") == repo + "/.git/index");
    CHECK(*git.common_folder(repo) == repo + "/.git");
    CHECK(git.log(repo, head, "HEAD")->empty());
    CHECK(git.commit_info(repo, "main")->tree == tree);
    CHECK_FALSE(*git.is_bare(repo));
  }
  CHECK(counted.count == 1);
}

TEST_CASE("what a repository becomes is seen") {
  Lab lab;
  Git& git = lab.git();
  const std::string repo = lab.make_repo("repo");
  const std::string first = lab.sh(repo, "git rev-parse HEAD");
  CHECK(id_of(git, repo, "refs/heads/later") == "none");
  CHECK(id_of(git, repo, "HEAD") == first);

  SUBCASE("commits and branches that come later") {
    const std::string second =
        lab.sh(repo,
               "git commit -q --allow-empty -m Two; git branch later; git pack-refs --all; git gc "
               "-q --prune=now; git rev-parse HEAD");
    CHECK(id_of(git, repo, "HEAD") == second);
    CHECK(id_of(git, repo, "refs/heads/later") == second);
    CHECK(git.commit_info(repo, second)->parent == first);
    ObjectReader objects(git, repo);
    const auto both = objects.read_two(first, second);
    REQUIRE(both.ok());
    CHECK((*both)[1]->type == "commit");
  }
  SUBCASE("another repository in its place") {
    lab.sh(repo, "rm -rf .git; git init -q -b main; git add -A; git commit -qm Other");
    const std::string other = lab.sh(repo, "git rev-parse HEAD");
    CHECK(id_of(git, repo, "HEAD") == other);
    CHECK(id_of(git, repo, first) == "none");
  }
  SUBCASE("another folder in its place") {
    lab.sh(repo,
           "mv ../repo ../old; mkdir ../repo; cd ../repo; git init -q -b main; git commit -q "
           "--allow-empty -m Other");
    CHECK(id_of(git, repo, "HEAD") == lab.sh(repo, "git rev-parse HEAD"));
    CHECK(id_of(git, repo, first) == "none");
  }
  SUBCASE("objects of a repository it borrows from later") {
    const std::string lender = lab.make_repo("lender");
    const std::string there =
        lab.sh(lender, "git commit -q --allow-empty -m There; git rev-parse HEAD");
    CHECK(id_of(git, repo, there) == "none");
    lab.write(repo + "/.git/objects/info/alternates", lender + "/.git/objects\n");
    CHECK(id_of(git, repo, there) == there);
    ObjectReader objects(git, repo);
    CHECK(objects.read(there)->has_value());
  }
  SUBCASE("a packed commit that is removed") {
    const std::string second =
        lab.sh(repo, "git commit -q --allow-empty -m Two; git repack -q -a -d; git rev-parse HEAD");
    CHECK(id_of(git, repo, second + "^{commit}") == second);
    lab.sh(
        repo,
        "git reset -q --hard HEAD^; git reflog expire --expire=now --all; git gc -q --prune=now");
    CHECK(id_of(git, repo, second + "^{commit}") == "none");
  }
  SUBCASE("the process is killed") {
    CHECK(lab.sh(repo, kill_readers()) == "killed");
    CHECK(id_of(git, repo, "HEAD") == first);
    CHECK(id_of(git, repo, "main") == first);
    CHECK(lab.sh(repo, kill_readers()) == "killed");
    ObjectReader objects(git, repo);
    CHECK(objects.read("HEAD:README.md")->has_value());
  }
  SUBCASE("nothing") {
    lab.sh(repo, "rm -rf .git");
    CHECK_FALSE(git.resolve(repo, "HEAD").ok());
    CHECK_FALSE(git.tree_of(repo, "HEAD").ok());
  }
}

TEST_CASE("a git that says nothing is ended") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  lab.sh(repo, "mkfifo .git/refs/heads/pipe");
  Conversation conversation(lab.git(), repo, {}, Milliseconds(300));
  REQUIRE(conversation.start().ok());
  REQUIRE(conversation.ask("info main\n").ok());
  CHECK((*conversation.head())->type == "commit");
  std::string many;
  for (int i = 0; i < 20'000; ++i) many += "info pipe\n";
  const Status asked = conversation.ask(many);
  CHECK((asked ? conversation.head().error() : asked.error()).code == Errc::timeout);
  CHECK_FALSE(conversation.rest());
}

TEST_CASE("the last commits of a shallow clone have no parents") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  lab.sh(repo, "git commit -q --allow-empty -m Two; git clone -q --depth 1 file://$PWD ../shallow");
  CHECK_FALSE(lab.git().commit_info(repo, "HEAD")->parent.empty());
  CHECK(lab.git().commit_info(repo, "HEAD~1")->parent.empty());
  CHECK(lab.git().commit_info(lab.path("shallow"), "HEAD")->parent.empty());
  CHECK(lab.git().commit_info(lab.path("shallow"), "HEAD")->subject == "Two");
}

TEST_CASE("ancestors are those git names, in short histories, long and shallow ones") {
  Lab lab;
  Git& git = lab.git();
  const std::string repo = lab.make_repo("repo");
  const auto at = [&](const std::string& name) { return lab.sh(repo, "git rev-parse " + name); };
  lab.sh(
      repo,
      "git checkout -q -b side; git commit -q --allow-empty -m Side; git tag aside; git checkout "
      "-q main; git commit -q --allow-empty -m Main; git merge -q -m Both aside; git tag both");
  const std::string root = at("main~2");
  CHECK(*git.is_ancestor(repo, root, "both"));
  CHECK(*git.is_ancestor(repo, at("aside"), at("both")));
  CHECK(*git.is_ancestor(repo, "both", "both"));
  CHECK_FALSE(*git.is_ancestor(repo, at("both"), at("aside")));
  CHECK_FALSE(*git.is_ancestor(repo, at("both~1"), "aside"));
  lab.sh(repo, "for i in $(seq 40); do git commit -q --allow-empty -m \"parent $i\"; done");
  CHECK(*git.is_ancestor(repo, root, "main"));
  CHECK(*git.is_ancestor(repo, "both", "main"));
  CHECK_FALSE(*git.is_ancestor(repo, "main", at("main~1")));
  lab.sh(repo, "git clone -q --depth 3 file://$PWD ../shallow");
  const std::string shallow = lab.path("shallow");
  CHECK(*git.is_ancestor(shallow, "HEAD~2", "HEAD"));
  CHECK_FALSE(*git.is_ancestor(shallow, "HEAD", "HEAD~2"));
}

TEST_CASE("the places of a repository are those git names") {
  Lab lab;
  Git& git = lab.git();
  const std::string repo = lab.make_repo("repo");
  lab.sh(repo,
         "git worktree add -q ../linked; git clone -q --bare . ../bare; git init -q ../empty;"
         "ln -s repo ../link; mkdir -p ../apart; cp -r .git ../apart-git; ln -s ../apart-git "
         "../apart/.git; git init -q ../broken; rm -r ../broken/.git/refs; mkdir -p sub/.git;"
         "ln -sf /nowhere .git/broken.lock; git checkout -q --detach; git -C ../linked "
         "checkout -q -b odd/name");
  for (const char* name : {"repo", "linked", "bare", "empty", "link", "apart", "repo/src",
                           "repo/sub", "broken", "absent"}) {
    CAPTURE(name);
    const std::string folder = lab.path(name);
    const auto agree = [&](const Result<std::string>& mine, std::vector<std::string> args) {
      CAPTURE(args.back());
      const auto theirs = git.text(folder, std::move(args));
      CHECK(mine.ok() == theirs.ok());
      if (mine && theirs) CHECK(*mine == *theirs);
    };
    for (const char* file : {"index", "objects", "refs/heads/main.lock", "broken.lock"}) {
      agree(git.git_path(folder, file),
            {"rev-parse", "--path-format=absolute", "--git-path", file});
    }
    agree(git.common_folder(folder), {"rev-parse", "--path-format=absolute", "--git-common-dir"});
    const auto branch = git.current_branch(folder);
    const auto theirs = git.text(folder, {"symbolic-ref", "--quiet", "HEAD"});
    const std::string mine = branch ? "refs/heads/" + branch->value_or("") : "";
    CHECK(mine == (theirs ? *theirs : branch ? "refs/heads/" : ""));
  }
}

TEST_CASE("a HEAD that is no plain file is left to git") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  const auto branch_with = [&](const std::string& head) {
    lab.sh(repo, "rm -f .git/HEAD; " + head);
    const auto branch = lab.git().current_branch(repo);
    return branch ? branch->value_or("detached") : "error";
  };
  CHECK(branch_with("echo 'ref: refs/heads/x' > .git/HEAD") == "x");
  CHECK(branch_with("printf 'ref:   refs/heads/x' > .git/HEAD") == "x");
  CHECK(branch_with("ln -s refs/heads/main .git/HEAD") == "main");
  CHECK(branch_with("echo 'ref: refs/remotes/x' > .git/HEAD") == "detached");
  CHECK(branch_with("git -C . rev-parse main > .git/HEAD || printf '%040d\\n' 1 > .git/HEAD") ==
        "detached");
  CHECK(branch_with("echo rubbish > .git/HEAD") == "error");
}

}  // namespace
}  // namespace pawl::git::reading_test
