#include "git/changes.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "git/objects/tree.hpp"
#include "git/test_repo.hpp"

namespace pawl::git::changes_test {
namespace {

std::string summary(const Change& change) {
  std::string out;
  for (const FileChange& file : change.files) {
    out += std::string(to_string(file.action)) + " " + file.path.text() + "\n";
  }
  return out;
}

// A repository with a second commit of every kind of change.
std::string varied(Lab& lab) {
  const std::string repo = lab.make_repo("repo");
  lab.sh(repo,
         "printf 'new\\n' > added.txt; printf 'changed\\n' >> README.md; git rm -q src/main.c;"
         "ln -s README.md link; chmod -x run.sh; git add -A; git commit -qm second");
  return repo;
}

constexpr const char* kVaried =
    "modify README.md\ncreate added.txt\ncreate link\nmodify run.sh\nremove src/main.c\n";

}  // namespace

TEST_CASE("an object reader answers many questions in order, and says what is not there") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  ObjectReader objects(lab.git(), repo);
  const auto readme = objects.read("HEAD:README.md");
  REQUIRE(readme.ok());
  REQUIRE(readme->has_value());
  CHECK((*readme)->type == "blob");
  CHECK((*readme)->content == lab.read(repo + "/README.md"));
  const std::vector<std::string> names = {"HEAD:run.sh", "HEAD:absent", "HEAD", (*readme)->id};
  const auto all = objects.read_all(names);
  REQUIRE(all.ok());
  CHECK((*all)[0]->content == lab.read(repo + "/run.sh"));
  CHECK_FALSE((*all)[1].has_value());
  CHECK((*all)[2]->type == "commit");
  CHECK((*all)[3]->content == (*readme)->content);
  CHECK(objects.read("a\nb").error().code == Errc::invalid);
  // Large ones come whole.
  lab.sh(repo, "head -c 3000000 /dev/zero | tr '\\0' 'x' > big; git add big; git commit -qm big");
  ObjectReader later(lab.git(), repo);
  CHECK(later.read("HEAD:big").value()->content.size() == 3'000'000);
}

TEST_CASE("an object reader of no repository says so") {
  Lab lab;
  ObjectReader objects(lab.git(), lab.path("nowhere"));
  CHECK_FALSE(objects.read("HEAD").ok());
}

TEST_CASE("the change between two commits") {
  Lab lab;
  const std::string repo = varied(lab);
  ObjectReader objects(lab.git(), repo);
  const auto read = change_between(objects, "HEAD~1", "HEAD");
  REQUIRE(read.ok());
  CHECK(summary(read->change) == kVaried);
  const FileChange* link = read->change.find(repo_path("link"));
  REQUIRE(link != nullptr);
  CHECK(link->mode_after == 0120000);
  CHECK(link->after == "README.md");
  const FileChange* run = read->change.find(repo_path("run.sh"));
  CHECK(run->mode_before == 0755);
  CHECK(run->mode_after == 0644);
  CHECK(run->before == run->after);
  const FileChange* gone = read->change.find(repo_path("src/main.c"));
  CHECK(gone->before.has_value());
  CHECK_FALSE(gone->after.has_value());
  CHECK_FALSE(change_between(objects, "HEAD~1", "absent").ok());
}

TEST_CASE("the difference of two trees is the one git sees") {
  Lab lab;
  const std::string repo = varied(lab);
  lab.sh(repo,
         "mkdir -p d/e; echo x > d/e/f; git add -A; git commit -qm 3; rm -r d; echo y > d;"
         "git add -A; git commit -qm 4");
  ObjectReader objects(lab.git(), repo);
  for (const auto& [base, head] : std::vector<std::pair<std::string, std::string>>{
           {"HEAD~1", "HEAD"}, {"HEAD~3", "HEAD"}, {"HEAD", "HEAD~2"}, {"HEAD", "HEAD"}}) {
    const auto ours = diff_trees(objects, base, head);
    REQUIRE(ours.ok());
    const auto theirs = parse_raw_diff(
        lab.git()
            .output({.folder = repo,
                     .args = {"diff-tree", "-r", "-z", "--raw", "--no-renames", base, head}})
            .value());
    REQUIRE(theirs.ok());
    REQUIRE(ours->size() == theirs->size());
    for (const RawEntry& entry : *theirs) {
      const bool same = std::any_of(ours->begin(), ours->end(), [&](const RawEntry& mine) {
        return mine.path == entry.path && mine.before.mode == entry.before.mode &&
               mine.after.mode == entry.after.mode && mine.before.object == entry.before.object &&
               mine.after.object == entry.after.object;
      });
      CHECK(same);
    }
  }
}

TEST_CASE("a broken tree is an error") {
  CHECK_FALSE(parse_tree("100644 a", 20).ok());
  CHECK_FALSE(parse_tree(std::string("100644 a\0short", 14), 20).ok());
  CHECK(parse_tree("", 20).value().empty());
}

TEST_CASE("a first commit is compared with the empty tree") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  ObjectReader objects(lab.git(), repo);
  const auto read = change_between(objects, kEmptyTree, "HEAD");
  REQUIRE(read.ok());
  CHECK(read->change.files.size() == 3);
}

TEST_CASE("staged, worktree and patch give the same change as the commit of it") {
  Lab lab;
  const std::string repo = varied(lab);
  const std::string patch = lab.sh(repo, "git diff --binary HEAD~1 HEAD") + "\n";
  ObjectReader objects(lab.git(), repo);
  const auto committed = change_between(objects, "HEAD~1", "HEAD");
  lab.sh(repo, "git reset -q --soft HEAD~1");
  const auto staged = staged_change(lab.git(), objects, repo, "HEAD", "");
  REQUIRE(staged.ok());
  CHECK(staged->change.files == committed->change.files);
  lab.sh(repo, "git reset -q");
  const std::string before = lab.sh(repo, "git status --porcelain; git count-objects -v");
  const auto worktree = worktree_change(lab.git(), objects, repo, "HEAD");
  REQUIRE(worktree.ok());
  CHECK(worktree->change.files == committed->change.files);
  lab.sh(repo, "mkdir " + lab.path("scratch"));
  const auto patched = patch_change(lab.git(), repo, "HEAD", patch, lab.path("scratch"));
  REQUIRE(patched.ok());
  CHECK(patched->change.files == committed->change.files);
  CHECK(lab.sh(repo, "git status --porcelain; git count-objects -v") == before);
}

TEST_CASE("a patch that does not apply is refused with what git says") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  lab.sh(repo, "mkdir " + lab.path("scratch"));
  const auto bad = patch_change(lab.git(), repo, "HEAD", "not a patch\n", lab.path("scratch"));
  REQUIRE_FALSE(bad.ok());
  CHECK(bad.error().code == Errc::invalid);
  const std::string escape =
      "diff --git a/../x b/../x\nnew file mode 100644\n--- /dev/null\n+++ b/../x\n@@ -0,0 +1 @@\n"
      "+x\n";
  CHECK(patch_change(lab.git(), repo, "HEAD", escape, lab.path("scratch")).error().code ==
        Errc::invalid);
}

TEST_CASE("a path nobody can write safely is named, not dropped") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  lab.sh(repo,
         "tree=$(printf '100644 blob %s\\t%0300d\\n' $(echo x | git hash-object -w --stdin) 0 |"
         " git mktree); git reset -q --soft $(git commit-tree -p HEAD -m odd $tree)");
  ObjectReader objects(lab.git(), repo);
  const auto read = change_between(objects, "HEAD~1", "HEAD");
  REQUIRE(read.ok());
  CHECK(read->change.files.size() == 3);  // the files that are gone
  CHECK(read->unsafe_paths.size() == 1);
}

}  // namespace pawl::git::changes_test
