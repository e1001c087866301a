#include "os/files/private_path.hpp"

#include <doctest/doctest.h>

#include <sys/stat.h>
#include <unistd.h>

#include "base/text/text.hpp"
#include "os/files/test_folder.hpp"
#include "tests/pass_over.hpp"

namespace pawl::os::private_path_test {
namespace {

void make(const std::string& path, unsigned mode) {
  REQUIRE(::mkdir(path.c_str(), 0700) == 0);
  REQUIRE(::chmod(path.c_str(), mode) == 0);
}

std::string reason(const std::string& path) {
  const Status checked = check_private(path);
  return checked ? std::string() : checked.error().message;
}

}  // namespace

TEST_CASE("a folder is private when nobody else can write it or replace it") {
  const TestFolder folder;
  const std::string top = folder.path();
  make(top + "/own", 0700);
  make(top + "/open", 0777);
  make(top + "/sticky", 01777);
  make(top + "/open/inner", 0700);
  make(top + "/sticky/inner", 0700);
  CHECK(reason(top + "/own").empty());
  CHECK(reason(top + "/own/not/there/yet").empty());
  CHECK(contains(reason(top + "/open"), "chmod go-w " + top + "/open"));
  CHECK(contains(reason(top + "/open/inner"), "replace"));
  CHECK(contains(reason(top + "/open/not/there"), "others can write " + top + "/open"));
  CHECK(reason(top + "/sticky/inner").empty());
  CHECK_FALSE(reason(top + "/sticky").empty());
}

TEST_CASE("a link is judged with what it leads to") {
  const TestFolder folder;
  const std::string top = folder.path();
  make(top + "/own", 0700);
  make(top + "/open", 0777);
  make(top + "/open/inner", 0700);
  REQUIRE(::symlink("own", (top + "/good").c_str()) == 0);
  REQUIRE(::symlink("open/inner", (top + "/bad").c_str()) == 0);
  REQUIRE(::symlink("loop", (top + "/loop").c_str()) == 0);
  CHECK(reason(top + "/good").empty());
  CHECK(reason(top + "/good/deeper").empty());
  CHECK_FALSE(reason(top + "/bad").empty());
  CHECK_FALSE(reason(top + "/bad/deeper").empty());
  CHECK_FALSE(reason(top + "/loop").empty());
}

TEST_CASE("what belongs to another user is refused") {
  PASS_OVER_UNLESS(::geteuid() == 0);  // only root can give a folder away
  const TestFolder folder;
  const std::string top = folder.path();
  make(top + "/theirs", 0755);
  make(top + "/theirs/inner", 0700);
  REQUIRE(::chown((top + "/theirs").c_str(), 61234, 61234) == 0);
  CHECK(contains(reason(top + "/theirs"), "belongs to another user (id 61234)"));
  CHECK_FALSE(reason(top + "/theirs/inner").empty());
  CHECK_FALSE(check_private_entry(top + "/theirs"));
}

TEST_CASE("an entry of a private folder is no link, and nobody else's") {
  const TestFolder folder;
  const std::string top = folder.path();
  make(top + "/own", 0700);
  make(top + "/open", 0777);
  REQUIRE(::symlink("own", (top + "/link").c_str()) == 0);
  CHECK(check_private_entry(top + "/own").ok());
  CHECK(check_private_entry(top + "/absent").ok());
  CHECK_FALSE(check_private_entry(top + "/open"));
  CHECK_FALSE(check_private_entry(top + "/link"));
}

TEST_CASE("all entries of a folder are looked at") {
  const TestFolder folder;
  const std::string top = folder.path();
  CHECK(check_private_entries(top + "/absent").ok());
  for (const char* name : {"/a", "/b"}) make(top + name, 0700);
  CHECK(check_private_entries(top).ok());
  REQUIRE(::chmod((top + "/b").c_str(), 0777) == 0);
  const Status open = check_private_entries(top);
  REQUIRE_FALSE(open);
  CHECK(contains(open.error().message, top + "/b"));
  REQUIRE(::chmod((top + "/b").c_str(), 0700) == 0);
  REQUIRE(::symlink("a", (top + "/link").c_str()) == 0);
  CHECK_FALSE(check_private_entries(top));
}

}  // namespace pawl::os::private_path_test
