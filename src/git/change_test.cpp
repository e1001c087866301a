#include "git/change.hpp"

#include <doctest/doctest.h>

#include "git/test_repo.hpp"

namespace pawl::git::change_test {
namespace {

TEST_CASE("the fingerprint changes with every part of a change") {
  const Change base = change_of({modified("a", "1", "2"), created("b", "x")});
  Change other = base;
  CHECK(other.fingerprint() == base.fingerprint());

  SUBCASE("content after") { other.files[0].after = "3"; }
  SUBCASE("content before") { other.files[0].before = "0"; }
  SUBCASE("mode") { other.files[1].mode_after = 0755; }
  SUBCASE("action") { other.files[1].action = Action::modify; }
  SUBCASE("path") { other.files[1].path = repo_path("c"); }
  SUBCASE("nothing is not empty") { other.files[1].after.reset(); }
  SUBCASE("a file less") { other.files.pop_back(); }
  SUBCASE("bytes moved from one field to the next") {
    other.files[0].before = "12";
    other.files[0].after = "";
  }
  CHECK(other.files != base.files);
  CHECK(other.fingerprint() != base.fingerprint());
}

TEST_CASE("a change finds its files by path") {
  const Change change = change_of({created("b", "x"), created("a", "y")});
  REQUIRE(change.find(repo_path("a")) != nullptr);
  CHECK(change.find(repo_path("a"))->after == "y");
  CHECK(change.find(repo_path("c")) == nullptr);
  CHECK(change.files.front().path.text() == "a");
}

}  // namespace
}  // namespace pawl::git::change_test
