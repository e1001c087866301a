#include "os/files/remove_tree.hpp"

#include <doctest/doctest.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/files/fd.hpp"
#include "os/files/test_folder.hpp"

namespace pawl::os::remove_tree_test {
namespace {

Fd open_folder(const std::string& path) {
  return Fd(::open(path.c_str(), O_DIRECTORY | O_RDONLY | O_CLOEXEC));
}

void make_deep(Fd at, int levels, mode_t mode) {
  for (int i = 0; i < levels; ++i) {
    REQUIRE(::mkdirat(at.get(), "d", 0755) == 0);
    Fd next(::openat(at.get(), "d", O_DIRECTORY | O_RDONLY | O_CLOEXEC));
    REQUIRE(::fchmod(at.get(), mode) == 0);
    at = std::move(next);
  }
}

void touch(int at, const std::string& name) {
  const Fd fd(::openat(at, name.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0644));
  REQUIRE(fd.valid());
}

bool is_there(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

TEST_CASE("a tree is removed however deep it is and whatever its modes deny") {
  const TestFolder folder;
  REQUIRE(::mkdir((folder / "deep").c_str(), 0755) == 0);
  make_deep(open_folder(folder / "deep"), 10'000, 0);
  REQUIRE(remove_tree(folder / "deep"));
  CHECK_FALSE(is_there(folder / "deep"));
}

TEST_CASE("a folder with more names than are read at once is removed") {
  const TestFolder folder;
  REQUIRE(::mkdir((folder / "wide").c_str(), 0755) == 0);
  const Fd wide = open_folder(folder / "wide");
  for (int i = 0; i < 25'000; ++i) touch(wide.get(), std::to_string(i));
  REQUIRE(remove_tree(folder / "wide"));
  CHECK_FALSE(is_there(folder / "wide"));
}

TEST_CASE("what several threads remove is gone, with what is deep or closed in it") {
  const TestFolder folder;
  REQUIRE(::mkdir((folder / "many").c_str(), 0755) == 0);
  const Fd many = open_folder(folder / "many");
  for (int i = 0; i < 300; ++i) {
    const std::string name = "d" + std::to_string(i);
    REQUIRE(::mkdirat(many.get(), name.c_str(), 0755) == 0);
    const Fd inner = open_folder(folder / ("many/" + name));
    for (int k = 0; k < (i % 50 == 0 ? 200 : 5); ++k) touch(inner.get(), std::to_string(k));
    REQUIRE(::symlinkat("/", inner.get(), "link") == 0);
    if (i % 20 == 0) make_deep(open_folder(folder / ("many/" + name)), 150, 0);
  }
  REQUIRE(remove_tree(folder / "many"));
  CHECK_FALSE(is_there(folder / "many"));
}

TEST_CASE("a requested stop ends the removal of what takes long") {
  const TestFolder folder;
  REQUIRE(::mkdir((folder / "a").c_str(), 0755) == 0);
  touch(open_folder(folder / "a").get(), "file");
  Cancel cancel;
  cancel.request();
  // What takes no time is removed all the same.
  REQUIRE(remove_tree(folder / "a", &cancel));
  CHECK_FALSE(is_there(folder / "a"));
}

TEST_CASE("a name beside a folder is removed without its path") {
  const TestFolder folder;
  REQUIRE(::mkdir((folder / "outside").c_str(), 0755) == 0);
  touch(open_folder(folder / "outside").get(), "kept");
  REQUIRE(::mkdir((folder / "place").c_str(), 0755) == 0);
  const Fd place = open_folder(folder / "place");
  REQUIRE(::symlinkat("../outside", place.get(), "link") == 0);
  REQUIRE(remove_tree_at(place.get(), "link", "link"));
  REQUIRE(remove_tree_at(place.get(), "none", "none"));
  CHECK(is_there(folder / "outside/kept"));
  CHECK_FALSE(is_there(folder / "place/link"));
}

}  // namespace
}  // namespace pawl::os::remove_tree_test
