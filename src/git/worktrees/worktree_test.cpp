#include "git/worktrees/worktree.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "git/test_repo.hpp"
#include "git/worktrees/test_commit.hpp"
#include "git/worktrees/test_half_removing.hpp"

namespace pawl::git::worktree_test {
namespace {

const std::string kReadme = "# Title\n\nText.\n";

Target url_target(const std::string& folder) {
  auto target = parse_target("file://" + folder, "");
  REQUIRE(target.ok());
  return *std::move(target);
}

Worktree create(Lab& lab, const WorktreePlan& plan) {
  auto made = Worktree::create(lab.git(), lab.files(), plan);
  REQUIRE_MESSAGE(made.ok(), made.error().to_line());
  return *std::move(made);
}

TEST_CASE("a worktree is a private clone on the run's branch, and leaves the target alone") {
  Lab lab;
  const std::string repo = lab.make_repo("my repo \xC3\xA4");
  const std::string head = lab.sh(repo, "git rev-parse HEAD");
  Target target = Lab::local(repo);
  SUBCASE("checkout") {}
  SUBCASE("with work in progress") {
    lab.sh(repo, "echo x >> README.md; echo y > new; git add new; echo z > untracked");
  }
  SUBCASE("bare") {
    lab.sh(repo, "git clone -q --bare . ../bare.git");
    target = Lab::local(lab.path("bare.git"));
  }
  SUBCASE("detached HEAD") { lab.sh(repo, "git checkout -q --detach"); }
  SUBCASE("linked worktree") {
    lab.sh(repo, "git worktree add -q -b linked ../linked main");
    target = Lab::local(lab.path("linked"));
  }
  SUBCASE("shallow") {
    lab.sh(repo, "git clone -q --depth 1 file://\"$PWD\" ../shallow");
    target = Lab::local(lab.path("shallow"));
  }
  SUBCASE("symlinks among the objects") {
    lab.sh(repo, "mv .git/objects/pack ../pack; ln -s \"$PWD/../pack\" .git/objects/pack");
  }
  SUBCASE("alternates") {
    lab.sh(repo, "git clone -q --shared . ../shared");
    target = Lab::local(lab.path("shared"));
  }
  SUBCASE("file URL") { target = url_target(repo); }
  SUBCASE("file URL of a server with filters") {
    lab.sh(repo, "git config uploadpack.allowFilter true");
    target = url_target(repo);
  }
  const bool bare = target.location.ends_with("bare.git");
  const std::string there = target.kind == TargetKind::local ? target.location : repo;
  const std::string before = bare ? "" : lab.state_of(there);
  Worktree worktree = create(lab, lab.plan(target));
  CHECK(worktree.branch() == "pawl/improve");
  CHECK(worktree.base_commit() == head);
  CHECK(*worktree.head() == head);
  CHECK(*worktree.is_clean());
  CHECK(lab.read(worktree.folder() + "/README.md") == kReadme);
  CHECK(**lab.git().current_branch(worktree.folder()) == "pawl/improve");
  commit_change(worktree, change_of({modified("README.md", kReadme, "new\n")}),
                "New\n\nPawl-Run: r");
  CHECK(worktree.commits()->size() == 1);
  if (!bare) CHECK(lab.state_of(there) == before);
  const auto published = publish(worktree, "r");
  REQUIRE_MESSAGE(published.ok(), published.error().to_line());
  if (!bare) CHECK(lab.state_of(there) == before);
  CHECK(**lab.git().resolve(there, "refs/heads/pawl/improve") == *published);
  CHECK(lab.sh(there, "git show refs/heads/pawl/improve:README.md") == "new");
  REQUIRE(worktree.dispose(lab.files(), lab.path("scratch")).ok());
  CHECK_FALSE(lab.exists(worktree.folder()));
  if (!bare) CHECK(lab.state_of(there) == before);
}

TEST_CASE("the base branch is the named one, or the target's default") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  const std::string main = lab.sh(repo, "git rev-parse HEAD");
  const std::string dev = lab.sh(
      repo, "git checkout -qb dev/next; git commit -q --allow-empty -m D; git rev-parse HEAD");
  for (const Target& target : {Lab::local(repo), url_target(repo)}) {
    CAPTURE(target.location);
    WorktreePlan plan = lab.plan(target);
    CHECK(create(lab, plan).base_branch() == "dev/next");
    CHECK(create(lab, plan).base_commit() == dev);
    plan.base_branch = "main";
    CHECK(create(lab, plan).base_commit() == main);
    plan.base_branch = "absent";
    const auto missing = Worktree::create(lab.git(), lab.files(), plan);
    REQUIRE_FALSE(missing.ok());
    CHECK(missing.error().code == Errc::not_found);
    CHECK(contains(missing.error().message, "dev/next, main"));
    plan.base_branch = "--upload-pack=x";
    CHECK(Worktree::create(lab.git(), lab.files(), plan).error().code == Errc::not_found);
    plan.base_branch = "main";
    plan.branch = "main";
    CHECK(Worktree::create(lab.git(), lab.files(), plan).error().code == Errc::invalid);
    plan.branch = "-x";
    CHECK(Worktree::create(lab.git(), lab.files(), plan).error().code == Errc::invalid);
  }
}

TEST_CASE("an empty or absent repository is said to be so") {
  Lab lab;
  lab.sh(lab.path(""), "git init -q -b start empty; mkdir plain");
  for (const Target& target : {Lab::local(lab.path("empty")), url_target(lab.path("empty")),
                               url_target(lab.path("absent"))}) {
    CAPTURE(target.location);
    const auto made = Worktree::create(lab.git(), lab.files(), lab.plan(target));
    REQUIRE_FALSE(made.ok());
    CHECK_MESSAGE(made.error().code == Errc::not_found, made.error().to_line());
  }
  const auto made =
      Worktree::create(lab.git(), lab.files(), lab.plan(Lab::local(lab.path("empty"))));
  CHECK(contains(made.error().message, "no commits yet"));
}

TEST_CASE("a server without blobs sends them when they are needed") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  lab.sh(repo,
         "git config uploadpack.allowFilter true; for i in 1 2 3; do echo $i > f; git add f; "
         "git commit -qm $i; done");
  Worktree worktree = create(lab, lab.plan(url_target(repo)));
  CHECK(lab.sh(worktree.folder(), "git rev-parse --is-shallow-repository") == "true");
  CHECK(lab.sh(worktree.folder(), "git config remote.origin.partialclonefilter") == "blob:none");
  CHECK(lab.read(worktree.folder() + "/f") == "3\n");
  CHECK(lab.git().list_tree(worktree.folder(), "HEAD").ok());
  CHECK(worktree.export_to(lab.path("copy")).ok());
}

TEST_CASE("a worktree follows its base branch, and refuses to lose what it holds itself") {
  Lab lab;
  const std::string repo = lab.make_repo("project");
  const std::string begun = lab.sh(repo, "git rev-parse HEAD");
  WorktreePlan plan{.target = Lab::local(repo),
                    .folder = lab.path("tree"),
                    .base_branch = {},
                    .branch = "pawl/boss"};
  SUBCASE("local") {}
  SUBCASE("a URL") { plan.target = url_target(repo); }
  Worktree worktree = create(lab, plan);
  CHECK(worktree.follow_base().ok());
  CHECK(worktree.base_commit() == begun);
  lab.sh(repo, "echo more > more.txt; git add more.txt; git commit -qm More");
  const std::string moved = lab.sh(repo, "git rev-parse HEAD");
  lab.write(worktree.folder() + "/README.md", "scribbled\n");
  REQUIRE(worktree.follow_base().ok());
  CHECK(worktree.base_commit() == moved);
  CHECK(lab.sh(worktree.folder(), "git rev-parse HEAD") == moved);
  CHECK(lab.sh(worktree.folder(), "git symbolic-ref --short HEAD") == "pawl/boss");
  CHECK(worktree.is_clean().value());
  CHECK(worktree.commits().value().empty());
  // Another process finds all that came since the run began.
  auto again = Worktree::reopen(lab.git(), lab.files(), plan, begun);
  REQUIRE(again.ok());
  CHECK(again->commits().value().size() == 1);
  lab.sh(repo, "git reset -q --hard HEAD~1");
  CHECK(worktree.follow_base().error().code == Errc::conflict);
  CHECK(lab.sh(worktree.folder(), "git rev-parse HEAD") == moved);
}

TEST_CASE("what a killed attempt left is removed by create and refused by reopen") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  const WorktreePlan plan = lab.plan(Lab::local(repo));
  const std::string base = lab.sh(repo, "git rev-parse HEAD");
  const auto reopen = [&] { return Worktree::reopen(lab.git(), lab.files(), plan, base); };
  CHECK(reopen().error().code == Errc::not_found);
  lab.sh(lab.path(""), "mkdir -p state/wt/.git; echo x > state/wt/junk");
  CHECK(reopen().error().code == Errc::not_found);
  lab.sh(lab.path(""), "rm -rf state/wt; git clone -q --no-checkout repo state/wt");
  CHECK(reopen().error().code == Errc::not_found);
  Worktree worktree = create(lab, plan);
  CHECK_FALSE(lab.exists(plan.folder + "/junk"));
  const std::string commit =
      commit_change(worktree, change_of({created("x", "y")}), "X\n\nPawl-Run: r");
  lab.sh(plan.folder, ": > .git/index.lock; : > .git/HEAD.lock; : > .git/refs/heads/pawl/i.lock");
  auto again = reopen();
  REQUIRE_MESSAGE(again.ok(), again.error().to_line());
  CHECK(*again->head() == commit);
  CHECK(again->base_branch() == "main");
  CHECK(again->commits()->size() == 1);
  commit_change(*again, change_of({created("z", "y")}), "Z");
  CHECK(Worktree::reopen(lab.git(), lab.files(), plan, std::string(40, '1')).error().code ==
        Errc::not_found);
}

TEST_CASE("a transaction killed at any step is cleaned up on resume") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  const WorktreePlan plan = lab.plan(Lab::local(repo));
  Worktree worktree = create(lab, plan);
  const std::string clean = lab.content_of(plan.folder);
  const std::string base = *worktree.head();
  for (const char* left : {"mkdir new; echo x > new/f; echo x > README.md",
                           "mkdir new; echo x > new/f; git add -A; : > .git/index.lock",
                           "rm -r src; echo x > .README.md.tmp"}) {
    CAPTURE(left);
    lab.sh(plan.folder, left);
    CHECK_FALSE(PatchTransaction::begin(worktree).ok());
    auto again = Worktree::reopen(lab.git(), lab.files(), plan, base);
    REQUIRE_MESSAGE(again.ok(), again.error().to_line());
    REQUIRE(again->restore("resume").ok());
    CHECK(lab.content_of(plan.folder) == clean);
    CHECK(*again->is_clean());
    CHECK(PatchTransaction::begin(*again).ok());
  }
  CHECK(lab.sh(plan.folder, "git for-each-ref refs/pawl/rescue | wc -l") == "3");
}

TEST_CASE("rescue keeps staged, changed and untracked content under a ref") {
  Lab lab;
  Worktree worktree = create(lab, lab.plan(Lab::local(lab.make_repo("repo"))));
  const std::string folder = worktree.folder();
  CHECK(worktree.rescue("nothing")->empty());
  lab.sh(folder,
         "echo staged > both; git add both; echo later > both; echo x >> README.md; "
         "echo new > 'un tracked'; rm run.sh");
  const std::string before = lab.content_of(folder);
  const std::string status = lab.sh(folder, "git status --porcelain");
  const auto commit = worktree.rescue("resume/1");
  REQUIRE_MESSAGE(commit.ok(), commit.error().to_line());
  CHECK(lab.content_of(folder) == before);
  CHECK(lab.sh(folder, "git status --porcelain") == status);
  const std::string ref = "refs/pawl/rescue/resume/1";
  CHECK(lab.sh(folder, "git rev-parse " + ref) == *commit);
  CHECK(lab.sh(folder, "git show " + ref + ":both") == "later");
  CHECK(lab.sh(folder, "git show " + ref + "^2:both") == "staged");
  CHECK(lab.sh(folder, "git show '" + ref + ":un tracked'") == "new");
  CHECK(lab.sh(folder, "git show " + ref + ":README.md | tail -1") == "x");
  CHECK(lab.sh(folder, "git ls-tree " + ref + " run.sh").empty());
  CHECK(lab.sh(folder, "git rev-parse " + ref + "^1") == *worktree.head());

  REQUIRE(worktree.restore("resume/1").ok());
  CHECK(*worktree.is_clean());
  CHECK(lab.sh(folder, "git rev-parse " + ref) == *commit);
  // The same content needs no second rescue.
  CHECK(lab.sh(folder, "git for-each-ref refs/pawl/rescue | wc -l") == "1");
}

TEST_CASE("restore makes the folder equal HEAD, ignored files included") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  lab.sh(repo, "echo '*.o' > .gitignore; git add -A; git commit -qm I");
  Worktree worktree = create(lab, lab.plan(Lab::local(repo)));
  const std::string clean = lab.content_of(worktree.folder());
  lab.sh(worktree.folder(), "echo x > a.o; mkdir -p d/e; : > .git/index.lock; rm README.md");
  REQUIRE_FALSE(*worktree.is_clean());
  REQUIRE(worktree.restore("again").ok());
  CHECK(lab.content_of(worktree.folder()) == clean);
  lab.sh(worktree.folder(), "echo x > a.o");
  CHECK_FALSE(*worktree.is_clean());
  REQUIRE(worktree.restore("once-more").ok());
  CHECK(lab.content_of(worktree.folder()) == clean);
}

TEST_CASE("a repository inside the worktree is not lost by a restore") {
  Lab lab;
  Worktree worktree = create(lab, lab.plan(Lab::local(lab.make_repo("repo"))));
  lab.sh(worktree.folder(),
         "git init -q inner; cd inner; echo x > f; git add f; git commit -qm Inner");
  const auto restored = worktree.restore("inner");
  REQUIRE_FALSE(restored.ok());
  CHECK(restored.error().code == Errc::denied);
  CHECK(contains(restored.error().message, "inner"));
  CHECK(lab.exists(worktree.folder() + "/inner/f"));
}

TEST_CASE("an export holds the tracked files of HEAD and nothing else") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  lab.sh(repo,
         "ln -s README.md link; printf 'run.sh export-ignore\\n' > .gitattributes; "
         "git add -A; git commit -qm L");
  Worktree worktree = create(lab, lab.plan(Lab::local(repo)));
  const std::string want = lab.content_of(worktree.folder());
  lab.sh(worktree.folder(), "echo x > untracked; echo y >> README.md; rm run.sh");
  REQUIRE(worktree.export_to(lab.path("copy of it")).ok());
  CHECK(lab.content_of(lab.path("copy of it")) == want);
  CHECK_FALSE(lab.exists(lab.path("copy of it/.git")));
  CHECK(lab.sh(worktree.folder(), "ls .git | grep -c pawl || true") == "0");
}

TEST_CASE("dispose keeps in the target what is only in the worktree") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  const std::string before = lab.state_of(repo);
  Worktree worktree = create(lab, lab.plan(Lab::local(repo), "run-1"));
  SUBCASE("nothing was done") {
    REQUIRE(worktree.dispose(lab.files(), lab.path("scratch")).ok());
    CHECK(lab.sh(repo, "git for-each-ref refs/pawl").empty());
  }
  SUBCASE("commits and uncommitted content") {
    const std::string commit = commit_change(worktree, change_of({created("x", "y")}), "X");
    lab.sh(worktree.folder(), "echo z > uncommitted");
    const auto done = worktree.dispose(lab.files(), lab.path("scratch"));
    REQUIRE_MESSAGE(done.ok(), done.error().to_line());
    const std::string refs = lab.sh(repo, "git for-each-ref --format='%(refname)' refs/pawl");
    CHECK(contains(refs, "refs/pawl/rescue/run-1/head-" + commit.substr(0, 12)));
    CHECK(lab.sh(repo,
                 "git show $(git for-each-ref --format='%(objectname)' "
                 "'refs/pawl/rescue/run-1/dispose*'):uncommitted") == "z");
  }
  CHECK_FALSE(lab.exists(worktree.folder()));
  CHECK(lab.state_of(repo) == before);
}

TEST_CASE("of a worktree that somebody was killed at removing nothing is left where it was") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  Worktree worktree = create(lab, lab.plan(Lab::local(repo)));
  HalfRemoving files(lab.files(), "/worktree", "README.md");
  CHECK_FALSE(worktree.dispose(files, lab.path("scratch")).ok());
  CHECK_FALSE(lab.exists(worktree.folder()));
  // The next one that goes the same way has room.
  Worktree again = create(lab, lab.plan(Lab::local(repo)));
  REQUIRE(again.dispose(lab.files(), lab.path("scratch")).ok());
  CHECK_FALSE(lab.exists(again.folder()));
  CHECK_FALSE(lab.exists(lab.path("scratch/worktree")));
}

TEST_CASE("what is not committed is rescued again after a process that was killed at it") {
  Lab lab;
  Worktree worktree = create(lab, lab.plan(Lab::local(lab.make_repo("repo"))));
  const std::string open = worktree.folder() + "/open";
  lab.write(open, "one");
  SUBCASE("as it is") {}
  SUBCASE("staged otherwise") {
    lab.write(open, "staged");
    lab.sh(worktree.folder(), "git add open");
    lab.write(open, "one");
  }
  const auto first = worktree.rescue("dispose");
  REQUIRE_MESSAGE(first, first.error().to_line());
  // By a clock of before.
  const std::string before =
      lab.sh(worktree.folder(), "p=; for c in $(git log -1 --format=%P " + *first +
                                    "); do p=\"$p -p $c\"; done;" +
                                    "export GIT_COMMITTER_DATE='1700000000 +0000';" +
                                    "git commit-tree -m x $p " + *first + "^{tree}");
  lab.sh(worktree.folder(), "git update-ref refs/pawl/rescue/dispose " + before);
  CHECK(worktree.rescue("dispose").value() == before);
  // What differs gets a name of its own, once or, in another second, once more.
  lab.write(open, "two");
  CHECK(worktree.rescue("dispose").value() != before);
  CHECK(worktree.rescue("dispose").ok());
  CHECK(lab.sh(worktree.folder(), "git rev-parse refs/pawl/rescue/dispose") == before);
}

TEST_CASE("dispose refuses when the work cannot be put into the target") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  Target target = Lab::local(repo);
  SUBCASE("the target is gone") {}
  SUBCASE("a URL gets no rescue refs") { target = url_target(repo); }
  Worktree worktree = create(lab, lab.plan(target));
  commit_change(worktree, change_of({created("x", "y")}), "X");
  if (target.kind == TargetKind::local) lab.sh(repo, "mv .git ../moved");
  const auto done = worktree.dispose(lab.files(), lab.path("scratch"));
  REQUIRE_FALSE(done.ok());
  CHECK_MESSAGE(done.error().code == Errc::denied, done.error().to_line());
  CHECK(lab.exists(worktree.folder() + "/x"));
}

// Runs for real and remembers what it ran.
class WatchedProcesses final : public os::Processes {
 public:
  explicit WatchedProcesses(os::Processes& real) : real_(real) {}
  Result<os::Finished> run(const os::Command& command) override {
    seen.push_back(command);
    return real_.run(command);
  }
  std::vector<os::Command> seen;

 private:
  os::Processes& real_;
};

// How many of the commands seen hold `secret`: in their arguments, in their environment.
std::pair<int, int> holders(const WatchedProcesses& processes, const std::string& secret) {
  std::pair<int, int> count{0, 0};
  for (const os::Command& command : processes.seen) {
    for (const std::string& arg : command.argv) count.first += contains(arg, secret) ? 1 : 0;
    for (const auto& [name, value] : command.environment) {
      count.second += contains(value, secret) ? 1 : 0;
    }
  }
  return count;
}

TEST_CASE("credentials go to network remotes only, and never into arguments or files") {
  Lab lab;
  WatchedProcesses processes(lab.processes());
  GitOptions options = bot_options();
  options.credentials = Credentials{"http://127.0.0.1:9/", Secret("s3cr3t-t0ken-value"), {}};
  const std::string header = base64("x-access-token:s3cr3t-t0ken-value");
  Git git(processes, options);
  const std::string repo = lab.make_repo("repo");
  for (const Target& target : {Lab::local(repo), url_target(repo)}) {
    auto worktree = Worktree::create(git, lab.files(), lab.plan(target, target.name));
    REQUIRE_MESSAGE(worktree.ok(), worktree.error().to_line());
    commit_change(*worktree, change_of({created("x", "y")}), "X\n\nPawl-Run: r");
    lab.sh(repo, "git branch -D -q pawl/improve 2>/dev/null || true");
    REQUIRE(publish(*worktree, "r").ok());
  }
  CHECK(holders(processes, header) == std::pair(0, 0));
  // Nobody listens there; what matters is what git was given.
  auto remote = parse_target("http://127.0.0.1:9/o/r.git", "");
  const auto made = Worktree::create(git, lab.files(), lab.plan(*remote, "remote"));
  REQUIRE_FALSE(made.ok());
  CHECK_MESSAGE(made.error().code == Errc::upstream, made.error().to_line());
  CHECK(holders(processes, header) == std::pair(0, 1));
  CHECK(holders(processes, "s3cr3t") == std::pair(0, 0));
  CHECK(lab.sh(lab.path(""), "grep -rlE 's3cr3t|" + header + "' . | wc -l") == "0");
}

}  // namespace
}  // namespace pawl::git::worktree_test
