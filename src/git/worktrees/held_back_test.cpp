#include "git/worktrees/held_back.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "git/test_repo.hpp"
#include "git/worktrees/patch.hpp"
#include "git/worktrees/test_commit.hpp"
#include "git/worktrees/worktree.hpp"

namespace pawl::git::held_back_test {
namespace {

const std::string kReadme = "# Title\n\nText.\n";
const std::string kRun = "#!/bin/sh\necho hi\n";
const std::string kMain = "int main(void) { return 0; }\n";

struct Fixture {
  Lab lab;
  std::string repo = lab.make_repo("repo");
  WorktreePlan plan = plan_of();
  Worktree worktree = make();

  WorktreePlan plan_of() {
    WorktreePlan made = lab.plan(Lab::local(repo));
    made.files = LayOut::later;
    return made;
  }
  Worktree make() {
    auto made = Worktree::create(lab.git(), lab.files(), plan);
    REQUIRE_MESSAGE(made.ok(), made.error().to_line());
    return *std::move(made);
  }
  std::string sh(const std::string& script) { return lab.sh(worktree.folder(), script); }
  bool held_back() { return *are_files_held_back(lab.files(), worktree.folder()); }
  Status apply(const Change& change) {
    auto transaction = PatchTransaction::begin(worktree);
    REQUIRE_MESSAGE(transaction.ok(), transaction.error().to_line());
    return transaction->apply(change);
  }
  std::string seen() { return sh("ls -A; git status --porcelain --ignored"); }
};

TEST_CASE("a worktree without its files is clean, and holds every commit") {
  Fixture f;
  CHECK(f.held_back());
  CHECK(f.seen() == ".git");
  CHECK(*f.worktree.is_clean());
  const std::string commit =
      commit_change(f.worktree,
                    change_of({modified("README.md", kReadme, "# Other\n"),
                               modified("run.sh", kRun, "#!/bin/sh\necho new\n"),
                               created("bin/tool", "#!/bin/sh\n", 0755), created("empty", ""),
                               removed("src/main.c", kMain)}),
                    "Do it\n\nPawl-Run: r-1");
  CHECK(*f.worktree.head() == commit);
  CHECK(f.seen() == ".git");
  CHECK(f.sh("git branch --show-current") == f.worktree.branch());
  CHECK(f.sh("git show --format= --name-status HEAD") ==
        "M\tREADME.md\nA\tbin/tool\nA\tempty\nM\trun.sh\nD\tsrc/main.c");
  CHECK(f.sh("git ls-tree HEAD run.sh | cut -c1-6") == "100755");
  CHECK(f.sh("git show HEAD:README.md") == "# Other");
  CHECK(f.sh("git for-each-ref refs/pawl") == "");
  CHECK(f.sh("git fsck --strict 2>&1") == "");
}

TEST_CASE("its files come when they are asked for, and are kept from then on") {
  Fixture f;
  commit_change(f.worktree, change_of({created("more/new", "new\n")}), "More");
  REQUIRE(f.worktree.lay_files_out().ok());
  CHECK_FALSE(f.held_back());
  CHECK(*f.worktree.is_clean());
  CHECK(f.sh("cat more/new README.md") == "new\n# Title\n\nText.");
  CHECK(f.sh("git diff-index --name-only HEAD; git ls-files -t | cut -c1 | sort -u") == "H");
  commit_change(f.worktree, change_of({removed("more/new", "new\n")}), "Less");
  CHECK_FALSE(f.lab.exists(f.worktree.folder() + "/more"));
  CHECK(f.worktree.lay_files_out().ok());
}

TEST_CASE("what is half laid out when its process is killed is whole after a restore") {
  Fixture f;
  f.sh("printf '/*\\n' > .git/info/sparse-checkout; git show HEAD:run.sh > run.sh");
  auto again = Worktree::reopen(f.lab.git(), f.lab.files(), f.plan, f.worktree.base_commit());
  REQUIRE(again.ok());
  REQUIRE(again->restore("half").ok());
  CHECK_FALSE(f.held_back());
  CHECK(*again->is_clean());
  CHECK(f.sh("cat README.md") == "# Title\n\nText.");
}

TEST_CASE("a change of other files than the commit has is refused, and leaves no trace") {
  Fixture f;
  f.sh("git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),sub");
  f.sh("git update-index --add --cacheinfo 120000,$(printf src | git hash-object -w --stdin),way");
  f.sh("git commit --quiet -m links; git read-tree -m -u HEAD");
  const std::string head = *f.worktree.head();
  const struct {
    const char* name;
    Change change;
    Errc applying;
  } rows[] = {
      {"other text", change_of({modified("README.md", "# Old\n", "# New\n")}), Errc::conflict},
      {"no file", change_of({modified("gone.md", "old\n", "new\n")}), Errc::conflict},
      {"there already", change_of({created("README.md", "new\n")}), Errc::conflict},
      {"a link as a file", change_of({modified("way", "src", "file\n")}), Errc::denied},
      {"a folder", change_of({modified("src", "x", "y")}), Errc::conflict},
  };
  for (const auto& row : rows) {
    CAPTURE(row.name);
    const Status applied = f.apply(row.change);
    REQUIRE_FALSE(applied.ok());
    CHECK(applied.error().code == row.applying);
  }
  // What only the whole tree shows is found before the branch moves.
  for (const char* path : {"src", "sub/x", "way/x", "README.md/x"}) {
    CAPTURE(path);
    const Change change = change_of({created(path, "text\n")});
    auto transaction = PatchTransaction::begin(f.worktree);
    REQUIRE(transaction.ok());
    REQUIRE(transaction->apply(change).ok());
    const auto done = transaction->commit(admit(f.worktree, change), "Try", Timestamp{});
    REQUIRE_FALSE(done.ok());
    CHECK(done.error().code == Errc::conflict);
    CHECK(*f.worktree.head() == head);
    CHECK(f.seen() == ".git");
    CHECK(f.sh("git for-each-ref refs/pawl") == "");
  }
}

TEST_CASE("a folder whose files all go makes room for a file, and back") {
  Fixture f;
  commit_change(f.worktree, change_of({created("src", "a file\n"), removed("src/main.c", kMain)}),
                "File");
  CHECK(f.sh("git ls-tree HEAD src | cut -d' ' -f2") == "blob");
  commit_change(f.worktree, change_of({removed("src", "a file\n"), created("src/main.c", kMain)}),
                "Folder");
  CHECK(f.sh("git ls-tree HEAD src | cut -d' ' -f2") == "tree");
  CHECK(f.seen() == ".git");
}

TEST_CASE("what somebody put there is rescued") {
  Fixture f;
  f.sh("mkdir notes; echo mine > notes/a; echo other > README.md");
  const auto rescued = f.worktree.rescue("notes");
  REQUIRE_MESSAGE(rescued.ok(), rescued.error().to_line());
  CHECK(f.sh("git show " + *rescued + ":notes/a " + *rescued + ":README.md") == "mine\nother");
  REQUIRE(f.worktree.restore("again").ok());
  CHECK(f.seen() == ".git");
}

TEST_CASE("a killed commit is taken back, or found") {
  Fixture f;
  const std::string head = *f.worktree.head();
  // Between the index and the branch.
  f.sh(
      "git commit-tree -p HEAD -m x $(git mktree < /dev/null) > .git/new;"
      "git update-ref refs/pawl/beside/x $(cat .git/new);"
      "git read-tree -m -u HEAD $(cat .git/new)");
  CHECK_FALSE(*f.worktree.is_clean());
  REQUIRE(f.worktree.restore("killed").ok());
  CHECK(*f.worktree.head() == head);
  CHECK(f.seen() == ".git");
  commit_change(f.worktree, change_of({modified("README.md", kReadme, "# Other\n")}), "After");
  CHECK(f.sh("git log --format=%s -1") == "After");
}

}  // namespace
}  // namespace pawl::git::held_back_test
