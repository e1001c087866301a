#include "git/change.hpp"

#include <doctest/doctest.h>

#include "git/sha256.hpp"
#include "git/test_repo.hpp"

namespace pawl::git::change_test {
namespace {

TEST_CASE("sha256 gives the digests of the standard") {
  CHECK(sha256_hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(sha256_hex(std::string(1'000'000, 'a')) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

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
