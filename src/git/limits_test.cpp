// What is too large, too deep or too damaged to be read.
#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "git/objects/tree.hpp"
#include "git/test_repo.hpp"
#include "git/worktrees/export.hpp"

namespace pawl::git::limits_test {
namespace {

// A repository whose HEAD has a tree of `width` times itself, `levels` deep.
std::string bomb(Lab& lab, int width, int levels) {
  const std::string repo = lab.make_repo("bomb");
  lab.sh(repo, "id=$(echo boom | git hash-object -w --stdin); kind='100644 blob'; for l in $(seq " +
                   std::to_string(levels) + "); do id=$(for i in $(seq " + std::to_string(width) +
                   "); do printf '%s %s\\tn%s\\n' \"$kind\" $id $i; done | git mktree); "
                   "kind='040000 tree'; done; "
                   "git reset -q --soft $(git commit-tree -p HEAD -m bomb $id)");
  return repo;
}

TEST_CASE("an object that is larger than asked for is left out, wherever it comes") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  lab.sh(repo,
         "head -c 20000000 /dev/zero > big; head -c 3000 /dev/zero > some; echo x > small;"
         "git add -A; git commit -qm big");
  ObjectReader objects(lab.git(), repo);
  const std::vector<std::string> names = {"HEAD:small", "HEAD:big", "HEAD:absent",
                                          "HEAD:some",  "HEAD:big", "HEAD:small"};
  const auto all = objects.read_all(names, {.each = 1000});
  REQUIRE_MESSAGE(all.ok(), all.error().to_line());
  CHECK((*all)[0]->content == "x\n");
  CHECK_FALSE((*all)[1]->whole);
  CHECK((*all)[1]->size == 20'000'000);
  CHECK_FALSE((*all)[2].has_value());
  CHECK_FALSE((*all)[3]->whole);
  CHECK_FALSE((*all)[4]->whole);
  CHECK((*all)[5]->content == "x\n");
  const auto together = objects.read_all(names, {.each = 4000, .total = 3001});
  REQUIRE(together.ok());
  CHECK((*together)[0]->whole);
  CHECK_FALSE((*together)[3]->whole);
  CHECK((*together)[5]->whole);
  const auto heads = objects.heads(names);
  REQUIRE(heads.ok());
  CHECK((*heads)[1]->size == 20'000'000);
  CHECK((*heads)[1]->content.empty());
  CHECK_FALSE((*heads)[2].has_value());
  CHECK(objects.read("HEAD:big").value()->content.size() == 20'000'000);
  lab.sh(repo, "head -c 70000000 /dev/zero > big; git add -A; git commit -qm bigger");
  CHECK(objects.read("HEAD:big").error().code == Errc::io);
  CHECK(objects.read("HEAD:small").value()->content == "x\n");
}

TEST_CASE("a damaged object is an error, and the next question is answered") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  lab.sh(repo,
         "f=.git/objects/$(git rev-parse HEAD:README.md | sed 's|..|&/|'); chmod u+w $f;"
         "head -c 20 $f > cut; cat cut > $f; rm cut");
  ObjectReader objects(lab.git(), repo);
  const auto read = objects.read("HEAD:README.md");
  CHECK((!read.ok() || !read->has_value()));
  if (!read.ok()) CHECK_MESSAGE(read.error().code == Errc::io, read.error().to_line());
  CHECK(objects.read("HEAD:run.sh").value().has_value());
}

TEST_CASE("a tree of more paths than there is room for is too large, quickly") {
  Lab lab;
  const std::string repo = bomb(lab, 10, 12);
  ObjectReader objects(lab.git(), repo);
  const TreeLimits limits{.entries = 5000};
  CHECK(list_files(objects, "HEAD", limits).error().code == Errc::io);
  CHECK(diff_trees(objects, "HEAD~1", "HEAD", limits).error().code == Errc::io);
  CHECK(diff_trees(objects, kEmptyTree, "HEAD", limits).error().code == Errc::io);
  CHECK(lab.git().list_tree(repo, "HEAD").error().code == Errc::io);
  CHECK(check_checkout(objects, "HEAD", false).error().code == Errc::io);
  const auto exported = export_commit(lab.git(), lab.files(), repo, "HEAD", lab.path("copy"));
  CHECK(exported.error().code == Errc::io);
  CHECK(Worktree::create(lab.git(), lab.files(), lab.plan(Lab::local(repo))).error().code ==
        Errc::io);
}

TEST_CASE("a tree that is deeper or longer than the limits is too large") {
  Lab lab;
  const std::string repo = bomb(lab, 1, 40);
  ObjectReader objects(lab.git(), repo);
  CHECK(list_files(objects, "HEAD").value().size() == 1);
  CHECK(list_files(objects, "HEAD", {.depth = 38}).error().code == Errc::io);
  CHECK(diff_trees(objects, kEmptyTree, "HEAD", {.depth = 38}).error().code == Errc::io);
  CHECK(list_files(objects, "HEAD", {.path_bytes = 100}).error().code == Errc::io);
}

TEST_CASE("files that are too large for a disk, or missing, are named before they are written") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  lab.sh(repo, "ln -s README.md link; git add -A; git commit -qm link");
  ObjectReader objects(lab.git(), repo);
  CHECK(check_checkout(objects, "HEAD", false).ok());
  const auto each = check_checkout(objects, "HEAD", false, {.each = 10});
  CHECK(each.error().code == Errc::io);
  CHECK(contains(each.error().message, "README.md"));
  CHECK(check_checkout(objects, "HEAD", false, {.total = 30}).error().code == Errc::io);
  CHECK(
      contains(check_checkout(objects, "HEAD", false, {.symlink = 3}).error().message, "symlink"));
  const std::string id = lab.sh(
      repo,
      "git rev-parse HEAD:run.sh; rm .git/objects/$(git rev-parse HEAD:run.sh | sed 's|..|&/|')");
  ObjectReader later(lab.git(), repo);
  const auto missing = check_checkout(later, "HEAD", false);
  REQUIRE_FALSE(missing.ok());
  CHECK(missing.error().code == Errc::io);
  CHECK(contains(missing.error().message, id));
  CHECK(contains(missing.error().message, "run.sh"));
  CHECK(check_checkout(later, "HEAD", true).ok());
}

TEST_CASE("an entry that is no file, or there twice, is damage and not nothing") {
  const std::string id(20, 'x');
  const std::string nul(1, '\0');
  for (const char* entry :
       {"0 a", "644 a", "x a", "100644 ", "100644 .", "100644 a/b", "70000 a"}) {
    CAPTURE(entry);
    const auto tree = parse_tree(entry + nul + id, 20);
    REQUIRE_FALSE(tree.ok());
    CHECK(tree.error().code == Errc::io);
  }
  const std::string once = "100644 a" + nul + id;
  CHECK(parse_tree(once, 20).value().size() == 1);
  CHECK(parse_tree(once + once, 20).error().code == Errc::io);
}

}  // namespace
}  // namespace pawl::git::limits_test
