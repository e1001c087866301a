#include "os/files/tree_facts.hpp"

#include <doctest/doctest.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/files/files.hpp"
#include "os/files/test_folder.hpp"

namespace pawl::os::tree_facts_test {

TEST_CASE("the facts of a tree differ when anything of it was touched, and else do not") {
  const TestFolder folder;
  const auto files = real_files();
  const std::string top = folder / "tree";
  REQUIRE(files->make_folders(top + "/a/b"));
  REQUIRE(files->append(top + "/a/b/file", "text"));
  REQUIRE(files->append(top + "/other", "text"));
  REQUIRE(::symlink("other", (top + "/link").c_str()) == 0);
  const auto facts = [&] { return tree_facts(top).value(); };
  const std::string before = facts();
  CHECK(facts() == before);
  REQUIRE(files->read(top + "/a/b/file").ok());
  CHECK(facts() == before);
  SUBCASE("a file was written, and its times set back") {
    struct stat was = {};
    REQUIRE(::stat((top + "/a/b/file").c_str(), &was) == 0);
    const int fd = ::open((top + "/a/b/file").c_str(), O_WRONLY);
    REQUIRE(::write(fd, "TEXT", 4) == 4);
    const timespec times[2] = {was.st_atim, was.st_mtim};
    // Some kernels count such times in ticks of some milliseconds.
    constexpr int kTriesMax = 100'000;
    for (int i = 0; i < kTriesMax && facts() == before; ++i) {
      REQUIRE(::futimens(fd, times) == 0);
    }
    ::close(fd);
  }
  SUBCASE("a file is new") { REQUIRE(files->append(top + "/a/new", "")); }
  SUBCASE("a file is gone") { REQUIRE(files->remove(top + "/a/b/file")); }
  SUBCASE("a file was replaced by its equal") {
    REQUIRE(files->replace(top + "/a/b/file", "text"));
  }
  SUBCASE("a mode differs") { REQUIRE(::chmod((top + "/a/b").c_str(), 0700) == 0); }
  SUBCASE("a link points elsewhere") {
    REQUIRE(::unlink((top + "/link").c_str()) == 0);
    REQUIRE(::symlink("othet", (top + "/link").c_str()) == 0);
  }
  CHECK(facts() != before);
}

TEST_CASE("the facts of a link to a folder are not those of the folder") {
  const TestFolder folder;
  REQUIRE(::symlink("/usr", (folder / "link").c_str()) == 0);
  CHECK_FALSE(tree_facts(folder / "link").ok());
  CHECK_FALSE(tree_facts(folder / "absent").ok());
}

}  // namespace pawl::os::tree_facts_test
