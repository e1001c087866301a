#include "index/repository_index.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "git/test_repo.hpp"

namespace {

using namespace pawl::index;
using pawl::git::Lab;

TEST_CASE("the index follows a repository from commit to commit") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  lab.sh(repo,
         "printf 'def f(x):\\n    return x\\n' > a.py; printf 'from a import f\\nf(1)\\n' > b.py;"
         "ln -s a.py link.py; git add -A; git commit -qm one;"
         "printf 'import a\\na.f(2)\\n' > c.py; git rm -q b.py; git add -A; git commit -qm two");
  pawl::git::ObjectReader objects(lab.git(), repo);
  const auto indexes = RepositoryIndex::open(objects, lab.path("cache"), "repo");
  REQUIRE(indexes);
  {
    const auto first = (*indexes)->at("HEAD^", {});
    REQUIRE(first);
    CHECK((*first)->base().callers_of("a.py", "f").front().path == "b.py");
    CHECK_FALSE((*first)->base().tree().has("link.py"));
    CHECK((*first)->base().tree().text("README.md") == lab.read(repo + "/README.md"));
  }
  {
    pawl::git::Change change =
        pawl::git::change_of({pawl::git::modified("c.py", "import a\na.f(2)\n", "import a\n")});
    const auto second = (*indexes)->at("HEAD", changed_files(change));
    REQUIRE(second);
    CHECK((*second)->base().callers_of("a.py", "f").front().path == "c.py");
    CHECK((*second)->head().callers_of("a.py", "f").empty());
    CHECK((*second)->trouble().empty());
  }
  const auto back = (*indexes)->at("HEAD^", {});
  REQUIRE(back);
  CHECK((*back)->base().tree().has("b.py"));
  CHECK_FALSE((*back)->base().tree().has("c.py"));
  CHECK((*indexes)->at("nothing", {}).error().code == pawl::Errc::not_found);
}

TEST_CASE("what a change says of its own files is known without opening the index") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  pawl::git::ObjectReader objects(lab.git(), repo);
  const auto indexes = RepositoryIndex::later(objects, lab.path("cache"), "repo");
  const auto index = indexes->lazily_at("no such commit", {{"a.py", "def f(): pass\n"}});
  CHECK(index->head().definitions_of("a.py").size() == 1);
  CHECK(index->head().tree().has("a.py"));
  CHECK(index->trouble().empty());
  CHECK(index->base().definitions_of("a.py").empty());
  CHECK(pawl::contains(index->trouble(), "no such commit"));
}

}  // namespace
