#include "git/changes.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "base/text/text.hpp"
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
  const auto unsafe = patch_change(lab.git(), repo, "HEAD", escape, lab.path("scratch"));
  REQUIRE(unsafe.ok());
  CHECK(unsafe->change.empty());
  REQUIRE(unsafe->unsafe.size() == 1);
  CHECK(unsafe->unsafe.front().kind == UnsafeKind::path);
}

TEST_CASE("what git calls unsafe in a patch is a finding, not wrong usage") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  const auto header = [](const std::string& path, const std::string& mode) {
    return "diff --git a/" + path + " b/" + path + "\nnew file mode " + mode +
           "\n--- /dev/null\n+++ b/" + path + "\n@@ -0,0 +1 @@\n+x\n";
  };
  struct Row {
    std::string patch;
    UnsafeKind kind;
    const char* path;
  };
  const Row rows[] = {
      {header(".git/config", "100644"), UnsafeKind::path, ".git/config"},
      {header("a", "120000") + header("a/b", "100644"), UnsafeKind::behind_link, "a/b"},
      {header("a", "104755"), UnsafeKind::mode, "a"},
      {"--- /dev/null\n+++ /etc/x\n@@ -0,0 +1 @@\n+x\n", UnsafeKind::path, "/etc/x"},
      {"--- ../x\n+++ ../x\n@@ -1 +1 @@\n-x\n+y\n", UnsafeKind::path, "../x"},
  };
  int number = 0;
  for (const Row& row : rows) {
    CAPTURE(row.patch);
    const std::string scratch = lab.path("scratch" + std::to_string(++number));
    lab.sh(repo, "mkdir " + scratch);
    const auto read = patch_change(lab.git(), repo, "HEAD", row.patch, scratch);
    REQUIRE_MESSAGE(read.ok(), read.error().to_line());
    REQUIRE(read->unsafe.size() == 1);
    CHECK(read->unsafe.front().kind == row.kind);
    CHECK(read->unsafe.front().path == row.path);
  }
}

TEST_CASE("modes and folders that git would not write are named") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  const std::string blob = lab.sh(repo, "echo x | git hash-object -w --stdin");
  std::string id;  // as the shell's printf writes bytes
  for (std::size_t i = 0; i < blob.size(); i += 2) {
    const int byte = std::stoi(blob.substr(i, 2), nullptr, 16);
    for (const int shift : {6, 3, 0}) {
      id += (shift == 6 ? "\\0" : "") + std::to_string((byte >> shift) & 7);
    }
  }
  const auto commit_of = [&](const std::string& modes_and_names) {
    std::string entries;
    for (const std::string_view entry : split(modes_and_names, ',')) {
      entries += std::string(entry) + "\\0000" + id;
    }
    return lab.sh(repo, "tree=$(printf '%b' '" + entries +
                            "' | git hash-object -t tree -w --stdin --literally);"
                            "git commit-tree -p HEAD -m odd $tree");
  };
  ObjectReader objects(lab.git(), repo);
  const auto odd = change_between(objects, "HEAD", commit_of("104755 a"));
  REQUIRE(odd.ok());
  REQUIRE(odd->unsafe.size() == 1);
  CHECK(odd->unsafe.front().kind == UnsafeKind::mode);
  const auto twice = change_between(objects, "HEAD", commit_of("100644 a,100644 a"));
  REQUIRE(twice.ok());
  REQUIRE(twice->unsafe.size() == 1);
  CHECK(twice->unsafe.front().kind == UnsafeKind::tree);
}

TEST_CASE("submodules are part of a change, also where a link takes the place of one") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  lab.sh(repo,
         "git update-index --add --cacheinfo 160000,1111111111111111111111111111111111111111,sub;"
         "git commit -qm sub; git rm -q --cached sub; ln -s /etc sub; git add sub;"
         "git commit -qm link");
  ObjectReader objects(lab.git(), repo);
  const auto added = change_between(objects, "HEAD~2", "HEAD~1");
  REQUIRE(added.ok());
  REQUIRE(added->change.submodules.size() == 1);
  CHECK_FALSE(added->change.submodules.front().before.has_value());
  const auto replaced = change_between(objects, "HEAD~1", "HEAD");
  REQUIRE(replaced.ok());
  REQUIRE(replaced->change.submodules.size() == 1);
  CHECK_FALSE(replaced->change.submodules.front().after.has_value());
  REQUIRE(replaced->change.files.size() == 1);
  CHECK(replaced->change.files.front().action == Action::create);
  lab.sh(repo, "git reset -q --hard HEAD~1; rmdir sub; ln -s /etc sub");
  const auto worktree = worktree_change(lab.git(), objects, repo, "HEAD");
  REQUIRE(worktree.ok());
  CHECK(worktree->change == replaced->change);
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
  CHECK(read->unsafe.size() == 1);
}

}  // namespace pawl::git::changes_test
