#include "git/worktrees/workplace.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "git/test_repo.hpp"
#include "git/worktrees/test_half_removing.hpp"
#include "tests/pass_over.hpp"

namespace pawl::git::workplace_test {
namespace {

// How the files of a workplace come there.
struct CheckedOut {
  static constexpr bool kShared = false;
};
struct LaidOver {
  static constexpr bool kShared = true;
};

struct Bench {
  explicit Bench(bool shared) : shared(shared) {
    repo = lab.make_repo("repo");
    auto made = Worktree::create(lab.git(), lab.files(), lab.plan(Lab::local(repo)));
    REQUIRE_MESSAGE(made.ok(), made.error().to_line());
    worktree.emplace(*std::move(made));
  }
  Workplace open(const char* name = "places/one") {
    auto place = Workplace::create(*worktree, lab.path(name), setup());
    REQUIRE_MESSAGE(place.ok(), place.error().to_line());
    CHECK_MESSAGE((place->overlay() != nullptr) == shared, place->how());
    return *std::move(place);
  }
  Workplace::Setup setup() const {
    Workplace::Setup setup;
    if (shared) setup.sharing = sharing;
    return setup;
  }
  // What an agent does there; answers what it printed, the last newline removed.
  std::string agent(const Workplace& place, const std::string& script) {
    if (!place.overlay()) return lab.sh(place.tree(), script);
    os::Command command;
    command.argv = {"/bin/sh", "-ec", script};
    command.environment = {{"PATH", "/usr/bin:/bin"}, {"HOME", lab.path("")}};
    command.folder = place.tree();
    place.overlay()->let_in(command);
    const auto done = lab.processes().run(command);
    REQUIRE(done.ok());
    REQUIRE_MESSAGE(done->succeeded(), done->err);
    std::string out = done->out;
    if (out.ends_with('\n')) out.pop_back();
    return out;
  }
  // Not every machine mounts overlays.
  static bool can_make(bool shared) {
    if (!shared) return true;
    Lab lab;
    for (const char* name : {"lower", "upper", "work", "at"}) {
      REQUIRE(lab.files().make_folders(lab.path(name)));
    }
    return os::Overlay::mount({.lower = lab.path("lower"),
                               .upper = lab.path("upper"),
                               .work = lab.path("work"),
                               .at = lab.path("at")})
        .ok();
  }
  static std::string paths(const ReadChange& read) {
    std::string out;
    for (const FileChange& file : read.change.files) {
      out += std::string(to_string(file.action)) + " " + file.path.text() + "\n";
    }
    return out;
  }
  Lab lab;
  bool shared;
  Sharing sharing{.folder = lab.path("checkouts"), .files_min = 1};
  std::string repo;
  std::optional<Worktree> worktree;
};

TEST_CASE_TEMPLATE("what an agent left is taken however it left it", Way, CheckedOut, LaidOver) {
  PASS_OVER_UNLESS(Bench::can_make(Way::kShared));
  Bench bench(Way::kShared);
  Workplace place = bench.open();
  const auto before = place.change();
  REQUIRE_MESSAGE(before.ok(), before.error().to_line());
  CHECK(before->change.empty());
  const std::string kMade = "modify README.md\ncreate new.txt\n";
  const char* how = nullptr;
  SUBCASE("committed") { how = "git add -A; git commit -qm mine"; }
  SUBCASE("committed on another branch") {
    how = "git checkout -qb x; git add -A; git commit -qm m";
  }
  SUBCASE("staged") { how = "git add -A"; }
  SUBCASE("untracked and unstaged") { how = ":"; }
  SUBCASE("without a repository any more") { how = "rm -rf .git"; }
  SUBCASE("hidden by its own repository") {
    how = "echo new.txt > .git/info/exclude; git update-index --assume-unchanged README.md";
  }
  SUBCASE("behind a filter that its repository names") {
    how =
        "git config filter.x.clean 'touch /tmp/pawl-filter-ran; cat'; "
        "echo '* filter=x' > .git/info/attributes; git add -A";
  }
  bench.agent(
      place, std::string("mkdir -p .git/info; echo more >> README.md; echo new > new.txt; ") + how);
  const auto read = place.change();
  REQUIRE_MESSAGE(read.ok(), read.error().to_line());
  CHECK(Bench::paths(*read) == kMade);
  const RepoPath name = repo_path("new.txt");
  CHECK(read->change.find(name)->after == "new\n");
  CHECK(bench.lab.content_of(bench.worktree->folder()) == bench.lab.content_of(bench.repo));
}

TEST_CASE_TEMPLATE("what ignore rules hide is no work, whether the rules are old or new", Way,
                   CheckedOut, LaidOver) {
  PASS_OVER_UNLESS(Bench::can_make(Way::kShared));
  Bench bench(Way::kShared);
  Workplace place = bench.open();
  bench.agent(place, "echo build/ > .gitignore; mkdir build; echo x > build/x");
  const auto read = place.change();
  REQUIRE(read.ok());
  CHECK(Bench::paths(*read) == "create .gitignore\n");
}

TEST_CASE_TEMPLATE("a pipe in the place of rules keeps nobody waiting", Way, CheckedOut, LaidOver) {
  PASS_OVER_UNLESS(Bench::can_make(Way::kShared));
  Bench bench(Way::kShared);
  Workplace place = bench.open();
  bench.agent(place,
              "mkdir -p a/b; mkfifo .gitignore .gitattributes a/b/.gitignore; rm README.md; "
              "printf '# Project\\r\\n' > README.md; echo new > a/b/new.txt");
  const auto read = place.change();
  REQUIRE_MESSAGE(read.ok(), read.error().to_line());
  CHECK(Bench::paths(*read) == "modify README.md\ncreate a/b/new.txt\n");
}

TEST_CASE_TEMPLATE("an agent's git works in the workplace, and changes nothing outside of it", Way,
                   CheckedOut, LaidOver) {
  PASS_OVER_UNLESS(Bench::can_make(Way::kShared));
  Bench bench(Way::kShared);
  Workplace place = bench.open();
  CHECK(bench.agent(place, "git status --porcelain; git log --oneline | wc -l") == "1");
  bench.agent(place, "git commit -q --allow-empty -m mine; git gc -q --prune=now");
  const auto commits = bench.worktree->commits();
  REQUIRE(commits.ok());
  CHECK(commits->empty());
}

TEST_CASE_TEMPLATE("a symlink out of the folder is a link, and nothing is read through it", Way,
                   CheckedOut, LaidOver) {
  PASS_OVER_UNLESS(Bench::can_make(Way::kShared));
  Bench bench(Way::kShared);
  Workplace place = bench.open();
  bench.lab.write(bench.lab.path("secret"), "secret\n");
  bench.agent(place,
              "rm -rf src; ln -s .. src; ln -s ../../../secret leak; rm README.md; "
              "ln -s /etc/passwd README.md");
  const auto read = place.change();
  REQUIRE_MESSAGE(read.ok(), read.error().to_line());
  for (const FileChange& file : read->change.files) {
    CHECK(file.after.value_or("").find("secret\n") == std::string::npos);
    CHECK(file.after.value_or("").find("root:") == std::string::npos);
  }
  CHECK_FALSE(place.read(repo_path("leak"), 1000).ok());
}

TEST_CASE_TEMPLATE("refused work lies on a rescue ref, and a second rescue keeps the first", Way,
                   CheckedOut, LaidOver) {
  PASS_OVER_UNLESS(Bench::can_make(Way::kShared));
  Bench bench(Way::kShared);
  Workplace place = bench.open();
  bench.agent(place, "echo one > a.txt; ln -s a.txt l; chmod +x a.txt; rm run.sh");
  const auto read = place.change();
  REQUIRE(read.ok());
  const RescuePlan plan{.head = place.head(),
                        .label = "implement",
                        .message = "Kept by Pawl",
                        .at = Timestamp(Seconds(1'767'225'600))};
  const auto kept = rescue_change(*bench.worktree, *read, plan);
  REQUIRE_MESSAGE(kept.ok(), kept.error().to_line());
  CHECK(kept->left.empty());
  CHECK(kept->ref.starts_with("refs/pawl/rescue/wt/implement-"));
  CHECK(bench.lab.sh(bench.repo, "git show " + kept->ref + ":a.txt") == "one");
  CHECK(bench.lab.sh(bench.repo, "git ls-tree " + kept->ref + " l a.txt run.sh | cut -c1-6") ==
        "100755\n120000");
  bench.agent(place, "echo two > a.txt");
  const auto again = place.change();
  REQUIRE(again.ok());
  const auto second = rescue_change(*bench.worktree, *again, plan);
  REQUIRE_MESSAGE(second.ok(), second.error().to_line());
  CHECK(bench.lab.sh(bench.repo, "git show " + kept->ref + ":a.txt") == "one");
  CHECK(bench.lab.sh(bench.repo, "git show " + second->ref + ":a.txt") == "two");
  const auto head = bench.worktree->is_clean();
  REQUIRE(head.ok());
  CHECK(*head);
}

TEST_CASE_TEMPLATE(
    "a workplace that a killed process left is found, one that was never made is not", Way,
    CheckedOut, LaidOver) {
  PASS_OVER_UNLESS(Bench::can_make(Way::kShared));
  Bench bench(Way::kShared);
  const std::string folder = bench.lab.path("places/one");
  auto none = Workplace::find(*bench.worktree, folder, bench.sharing);
  REQUIRE(none.ok());
  CHECK_FALSE(none->has_value());
  Workplace place = bench.open();
  bench.agent(place, "echo left > left.txt");
  auto found = Workplace::find(*bench.worktree, folder, bench.sharing);
  REQUIRE(found.ok());
  REQUIRE(found->has_value());
  CHECK((*found)->head() == place.head());
  const auto read = (*found)->change();
  REQUIRE(read.ok());
  CHECK(Bench::paths(*read) == "create left.txt\n");
  CHECK((*found)->remove().ok());
  CHECK_FALSE(bench.lab.exists(folder));
}

TEST_CASE("what is left of a workplace that was being removed is no work that removed files") {
  Bench bench(false);
  HalfRemoving files(bench.lab.files(), "/one", "tree/README.md");
  auto made =
      Worktree::create(bench.lab.git(), files, bench.lab.plan(Lab::local(bench.repo), "wt2"));
  REQUIRE_MESSAGE(made.ok(), made.error().to_line());
  const std::string folder = bench.lab.path("places/one");
  bench.lab.sh(bench.lab.path(""), "mkdir -p places");
  // The folder itself is made by hands that can remove.
  {
    auto first = Workplace::create(*bench.worktree, folder, {});
    REQUIRE_MESSAGE(first.ok(), first.error().to_line());
  }
  auto place = Workplace::find(*made, folder, bench.sharing);
  REQUIRE(place.ok());
  REQUIRE(place->has_value());
  CHECK_FALSE((*place)->remove().ok());
  const auto found = Workplace::find(*made, folder, bench.sharing);
  REQUIRE(found.ok());
  CHECK_FALSE(found->has_value());
}

TEST_CASE_TEMPLATE("a repository inside is named as what no commit can hold", Way, CheckedOut,
                   LaidOver) {
  PASS_OVER_UNLESS(Bench::can_make(Way::kShared));
  Bench bench(Way::kShared);
  Workplace place = bench.open();
  bench.agent(place, "git init -q inner; echo x > inner/x; echo y > y");
  const auto read = place.change();
  REQUIRE_MESSAGE(read.ok(), read.error().to_line());
  const auto kept = rescue_change(*bench.worktree, *read,
                                  {.head = place.head(), .label = "a", .message = "m", .at = {}});
  REQUIRE_MESSAGE(kept.ok(), kept.error().to_line());
  CHECK(kept->left == std::vector<std::string>{"inner"});
  CHECK_FALSE(kept->ref.empty());
}

TEST_CASE_TEMPLATE("a repository in the place of a file is named, too", Way, CheckedOut, LaidOver) {
  PASS_OVER_UNLESS(Bench::can_make(Way::kShared));
  Bench bench(Way::kShared);
  Workplace place = bench.open();
  bench.agent(place, "rm README.md; git init -q README.md; echo x > README.md/x");
  const auto read = place.change();
  REQUIRE_MESSAGE(read.ok(), read.error().to_line());
  CHECK(Bench::paths(*read) == "remove README.md\n");
  REQUIRE(read->change.submodules.size() == 1);
  CHECK(read->change.submodules[0].path.text() == "README.md");
}

TEST_CASE_TEMPLATE("a folder that an agent closed is looked into", Way, CheckedOut, LaidOver) {
  PASS_OVER_UNLESS(Bench::can_make(Way::kShared));
  Bench bench(Way::kShared);
  Workplace place = bench.open();
  bench.agent(place, "mkdir -p a/b; echo new > a/b/new.txt; chmod 0 a/b; chmod 0 a");
  const auto read = place.change();
  REQUIRE_MESSAGE(read.ok(), read.error().to_line());
  CHECK(Bench::paths(*read) == "create a/b/new.txt\n");
}

TEST_CASE_TEMPLATE("what is put into the folder of a submodule is not lost", Way, CheckedOut,
                   LaidOver) {
  PASS_OVER_UNLESS(Bench::can_make(Way::kShared));
  Bench bench(Way::kShared);
  bench.lab.sh(bench.repo, "git init -q ../inner; cd ../inner; git commit -q --allow-empty -m i");
  bench.lab.sh(
      bench.repo,
      "git update-index --add --cacheinfo 160000,$(git -C ../inner rev-parse HEAD),lib/in; "
      "git commit -qm submodule");
  auto made = Worktree::create(bench.lab.git(), bench.lab.files(),
                               bench.lab.plan(Lab::local(bench.repo), "wt2"));
  REQUIRE_MESSAGE(made.ok(), made.error().to_line());
  auto opened = Workplace::create(*made, bench.lab.path("places/two"), bench.setup());
  REQUIRE_MESSAGE(opened.ok(), opened.error().to_line());
  Workplace place = *std::move(opened);
  const auto before = place.change();
  REQUIRE_MESSAGE(before.ok(), before.error().to_line());
  CHECK(before->change.empty());
  bench.agent(place, "mkdir -p lib/in; echo mine > lib/in/mine.c");
  const auto read = place.change();
  REQUIRE_MESSAGE(read.ok(), read.error().to_line());
  REQUIRE(read->change.submodules.size() == 1);
  CHECK(read->change.submodules[0].path.text() == "lib/in");
  const auto kept =
      rescue_change(*made, *read, {.head = place.head(), .label = "a", .message = "m", .at = {}});
  REQUIRE_MESSAGE(kept.ok(), kept.error().to_line());
  CHECK(kept->left == std::vector<std::string>{"lib/in"});
}

// What `find` says of a folder: names, kinds, modes and contents.
constexpr const char* kEverything =
    "find . -path ./.git -prune -o \\( -type f -o -type l -o -type d -not -empty \\) -print | sort "
    "| "
    "while read -r f; do if [ -L \"$f\" ]; then echo \"$f -> $(readlink \"$f\")\"; "
    "elif [ -f \"$f\" ]; then echo \"$f $(stat -c %a \"$f\") $(cat \"$f\")\"; else echo \"$f/\"; "
    "fi; done";

TEST_CASE("a workplace of a later head is laid over what there is, and is the same to the byte") {
  PASS_OVER_UNLESS(Bench::can_make(true));
  Bench bench(true);
  const std::string tree = bench.worktree->folder();
  bench.lab.sh(
      tree,
      "mkdir -p a/b c d/e; for f in a/b/1 a/b/2 a/3 c/4 d/e/5 d/6 f g; do echo $f > $f; done; "
      "ln -s f link; git add -A; git commit -qm one");
  const Workplace first = bench.open("places/first");
  bench.lab.sh(tree,
               "git rm -qr a/b c d; git rm -q g link; echo d > d; mkdir g; echo h > g/h; "
               "ln -s a/3 link; chmod +x f; echo more >> README.md; mkdir c; echo new > c/new; "
               "git add -A; git commit -qm two");
  Workplace second = bench.open("places/second");
  CHECK(bench.lab.sh(bench.sharing.folder, "ls | wc -l") == "1");
  CHECK(bench.agent(second, kEverything) == bench.lab.sh(tree, kEverything));
  CHECK(bench.agent(second, "git status --porcelain --ignored").empty());
  CHECK(second.change()->change.empty());
  bench.agent(second, "rm -r a; mkdir -p d2/e; echo 5 > d2/e/5; echo x > d; rm c/new; rmdir c");
  CHECK(Bench::paths(*second.change()) == "remove a/3\nremove c/new\nmodify d\ncreate d2/e/5\n");
  // Nobody else sees any of it, below or beside.
  CHECK(bench.agent(first, "cat a/b/1 d/e/5 f") == "a/b/1\nd/e/5\nf");
  CHECK(bench.agent(first, "git status --porcelain --ignored").empty());
  bench.lab.sh(tree, "git reset -q --hard HEAD^");
  CHECK(bench.agent(bench.open("places/third"), kEverything) == bench.lab.sh(tree, kEverything));
  CHECK(bench.lab.sh(bench.sharing.folder, "ls | wc -l") == "1");
}

TEST_CASE("a line break in the path of what was removed keeps nobody from sharing") {
  PASS_OVER_UNLESS(Bench::can_make(true));
  Bench bench(true);
  const std::string tree = bench.worktree->folder();
  const std::string name = "n=\"$(printf 'a\\nb')\"; ";
  bench.lab.sh(tree, name +
                         "mkdir -p \"$n/in\" \"left$n\"; echo 1 > \"$n/in/1\"; "
                         "echo 2 > \"left$n/2\"; echo 3 > \"left$n/3\"; echo 4 > \"$n.md\"; "
                         "git add -A; git commit -qm one");
  bench.open("places/first");
  bench.lab.sh(tree, name + "git rm -q \"$n/in/1\" \"left$n/2\" \"$n.md\"; git commit -qm two");
  Workplace second = bench.open("places/second");
  CHECK_MESSAGE(second.how().starts_with("laid over"), second.how());
  const char* files = "find . -path ./.git -prune -o -print0 | sort -z | tr '\\n\\0' ' \\n'";
  CHECK(bench.agent(second, files) == bench.lab.sh(tree, files));
  CHECK(second.change()->change.empty());
}

TEST_CASE("what is shared goes when nobody uses it, and is made again where it is wanted") {
  PASS_OVER_UNLESS(Bench::can_make(true));
  Bench bench(true);
  bench.sharing.changed_max = 0;
  bench.sharing.kept_max = 1;
  const auto commit = [&](const char* name) {
    bench.lab.sh(bench.worktree->folder(), "echo " + std::string(name) + " > " + name +
                                               "; git add -A; git commit -qm " + name);
  };
  const auto kept = [&] { return bench.lab.sh(bench.sharing.folder, "ls | wc -l"); };
  commit("one");
  Workplace used = bench.open("places/used");
  bench.agent(used, "echo mine > mine.txt");
  commit("two");
  CHECK(bench.open("places/next").remove().ok());
  CHECK(kept() == "2");
  // As if its process had been killed, and the cache been emptied meanwhile.
  { const Workplace killed = std::move(used); }
  commit("three");
  CHECK(bench.open("places/next").remove().ok());
  CHECK(kept() == "1");
  auto found = Workplace::find(*bench.worktree, bench.lab.path("places/used"), bench.sharing);
  REQUIRE_MESSAGE(found.ok(), found.error().to_line());
  CHECK(Bench::paths(*(*found)->change()) == "create mine.txt\n");
}

TEST_CASE("what is shared and was changed by somebody is used no more") {
  PASS_OVER_UNLESS(Bench::can_make(true));
  Bench bench(true);
  Workplace first = bench.open("places/first");
  bench.agent(first, "echo mine > mine.txt");
  const auto make = [&](const char* name) {
    auto place = Workplace::create(*bench.worktree, bench.lab.path(name), bench.setup());
    REQUIRE_MESSAGE(place.ok(), place.error().to_line());
    CHECK(place->change()->change.empty());
    return std::string(place->how());
  };
  const std::string shared = bench.lab.sh(bench.sharing.folder, "echo $PWD/*/tree");
  SUBCASE("a file") { bench.lab.sh(shared, "echo planted >> README.md"); }
  SUBCASE("a new one") { bench.lab.sh(shared, "echo planted > planted"); }
  CHECK(contains(make("places/second"), "somebody changed the files in "));
  CHECK(make("places/third").starts_with("laid over a checkout of "));
  // As if its process had been killed: what it did is kept, what somebody else did is not its work.
  { const Workplace killed = std::move(first); }
  auto found = Workplace::find(*bench.worktree, bench.lab.path("places/first"), bench.sharing);
  REQUIRE_MESSAGE(found.ok(), found.error().to_line());
  CHECK(Bench::paths(*(*found)->change()) == "create mine.txt\n");
  CHECK((*found)->remove().ok());
}

TEST_CASE("few files are checked out, and so are all where nothing can be shared") {
  Bench bench(false);
  Workplace::Setup setup{.owner = {}, .sharing = bench.sharing};
  setup.sharing->files_min = 1'000;
  auto small = Workplace::create(*bench.worktree, bench.lab.path("places/small"), setup);
  REQUIRE(small.ok());
  CHECK(small->how() == "a checkout of its own");
  CHECK_FALSE(bench.lab.exists(bench.sharing.folder));
  setup.sharing->files_min = 1;
  bench.lab.write(bench.sharing.folder, "no folder\n");
  auto odd = Workplace::create(*bench.worktree, bench.lab.path("places/odd"), setup);
  REQUIRE_MESSAGE(odd.ok(), odd.error().to_line());
  CHECK(odd->how().starts_with("a checkout of its own: files cannot be shared, "));
  CHECK(bench.lab.sh(odd->tree(), "git status --porcelain").empty());
}

}  // namespace
}  // namespace pawl::git::workplace_test
