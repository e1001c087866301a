#include "repo/views/tree_view.hpp"

#include <doctest/doctest.h>

#include "git/test_repo.hpp"

namespace pawl::repo::tree_view_test {
namespace {

std::string names(const RepoView& view) {
  std::string out;
  for (const Entry& entry : view.files()) out += entry.path.text() + " ";
  return out;
}

}  // namespace

TEST_CASE("a tree view answers the same before and after it was listed") {
  git::Lab lab;
  const std::string repo = lab.make_repo("repo");
  lab.sh(repo,
         "ln -s README.md link; mkdir -p a/b; echo x > a/b/c.txt; git add -A;"
         "git commit -qm more");
  git::ObjectReader objects(lab.git(), repo);
  const auto view = tree_view(lab.git(), objects, repo, "HEAD");
  for (const bool listed : {false, true}) {
    CAPTURE(listed);
    if (listed) CHECK(names(*view) == "README.md a/b/c.txt link run.sh src/main.c ");
    REQUIRE(view->find("run.sh") != nullptr);
    CHECK(view->find("run.sh")->executable);
    CHECK(view->find("link")->symlink);
    CHECK(view->find("a/b/c.txt")->path.text() == "a/b/c.txt");
    CHECK(view->find("a/b") == nullptr);
    CHECK(view->find("a/b/d.txt") == nullptr);
    CHECK(view->find("README.md/x") == nullptr);
    CHECK(view->has_folder("a/b/"));
    CHECK(view->has_folder(""));
    CHECK_FALSE(view->has_folder("a/c"));
    CHECK(view->text("a/b/c.txt") == "x\n");
    CHECK(view->read(git::repo_path("link")).error().code == Errc::denied);
    CHECK(view->read(git::repo_path("a/b/c.txt"), 1).error().code == Errc::invalid);
    CHECK(view->read(git::repo_path("no")).error().code == Errc::not_found);
  }
}

TEST_CASE("files that are expected are read at once, and answer as before") {
  git::Lab lab;
  const std::string repo = lab.make_repo("repo");
  lab.sh(repo,
         "ln -s README.md link; head -c 3000000 /dev/zero > big; git add -A; git commit -qm x");
  git::ObjectReader objects(lab.git(), repo);
  const auto view = tree_view(lab.git(), objects, repo, "HEAD");
  std::vector<const Entry*> all;
  for (const Entry& entry : view->files()) all.push_back(&entry);
  view->expect(all);
  CHECK(view->text("src/main.c") ==
        tree_view(lab.git(), objects, repo, "HEAD")->text("src/main.c"));
  CHECK(view->read(git::repo_path("src/main.c"), 1).error().code == Errc::invalid);
  CHECK(view->read(git::repo_path("big")).error().code == Errc::invalid);
  CHECK(view->read(git::repo_path("big"), 4'000'000)->size() == 3'000'000);
  CHECK(view->read(git::repo_path("link")).error().code == Errc::denied);
}

TEST_CASE("a folder that cannot be read is trouble, and no empty folder") {
  git::Lab lab;
  const std::string repo = lab.make_repo("repo");
  lab.sh(repo,
         "chmod -R u+w .git/objects;"
         "rm .git/objects/$(git rev-parse HEAD:src | sed 's|..|&/|')");
  git::ObjectReader objects(lab.git(), repo);
  for (const bool listed : {false, true}) {
    CAPTURE(listed);
    const auto view = tree_view(lab.git(), objects, repo, "HEAD");
    if (!listed) CHECK(view->text("README.md").has_value());
    CHECK(view->trouble().ok());
    if (listed) CHECK(view->files().empty());
    CHECK(view->find("src/main.c") == nullptr);
    REQUIRE_FALSE(view->trouble().ok());
    CHECK(view->trouble().error().code == Errc::io);
    CHECK(view->read(git::repo_path("src/main.c")).error().code == Errc::io);
  }
}

TEST_CASE("the tree of another commit is another view") {
  git::Lab lab;
  const std::string repo = lab.make_repo("repo");
  lab.sh(repo, "echo new > new.txt; git add -A; git commit -qm more");
  git::ObjectReader objects(lab.git(), repo);
  CHECK(tree_view(lab.git(), objects, repo, "HEAD~1")->find("new.txt") == nullptr);
  CHECK(tree_view(lab.git(), objects, repo, "HEAD")->text("new.txt") == "new\n");
}

}  // namespace pawl::repo::tree_view_test
