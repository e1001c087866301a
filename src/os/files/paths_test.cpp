#include <doctest/doctest.h>

#include <sys/stat.h>
#include <unistd.h>

#include "os/files/files.hpp"
#include "os/files/test_folder.hpp"
#include "os/processes/process.hpp"

namespace pawl::os::paths_test {

TEST_CASE("join_path") {
  struct Row {
    const char* a;
    const char* b;
    std::string want;
  };
  const Row rows[] = {{"a", "b", "a/b"},   {"a/", "b", "a/b"}, {"a", "/b", "a/b"}, {"/", "b", "/b"},
                      {"a//", "b", "a/b"}, {"", "b", "b"},     {"a", "", "a"},     {"/", "", "/"}};
  for (const Row& row : rows) {
    CAPTURE(row.want);
    CHECK(join_path(row.a, row.b) == row.want);
  }
}

TEST_CASE("parent_path and file_name") {
  struct Row {
    std::string path;
    const char* parent;
    std::string name;
  };
  const Row rows[] = {{"/a/b", "/a", "b"}, {"/a", "/", "a"},   {"/a/b/", "/a", "b"},
                      {"a", "", "a"},      {"a//b", "a", "b"}, {"/a/b.c", "/a", "b.c"}};
  for (const Row& row : rows) {
    CAPTURE(row.path);
    CHECK(parent_path(row.path) == row.parent);
    CHECK(file_name(row.path) == row.name);
  }
  CHECK(parent_path("/") == "/");
}

TEST_CASE("absolute_path is lexical") {
  CHECK(absolute_path("/a/./b/../c//d/") == "/a/c/d");
  CHECK(absolute_path("/../..") == "/");
  CHECK(absolute_path("/") == "/");
  CHECK(absolute_path("x").ends_with("/x"));
  CHECK(absolute_path("x").starts_with("/"));
}

TEST_CASE("canonical_path resolves symlinks and needs the file") {
  const TestFolder folder;
  REQUIRE(real_files()->make_folders(folder / "real"));
  REQUIRE(::symlink("real", (folder / "link").c_str()) == 0);
  CHECK(canonical_path(folder / "link/../link").value() == folder / "real");
  CHECK(canonical_path(folder / "absent").error().code == Errc::not_found);
}

TEST_CASE("find_program takes executables from absolute folders only") {
  const TestFolder folder;
  const auto files = real_files();
  REQUIRE(files->make_folders(folder / "one"));
  REQUIRE(files->make_folders(folder / "two/tool"));
  REQUIRE(files->make_folders(folder / "three"));
  REQUIRE(files->write_atomic(folder / "one/tool", "", 0644));
  REQUIRE(files->write_atomic(folder / "three/tool", "", 0755));
  const std::string list =
      folder / "one" + std::string("::.:") + (folder / "two") + ":" + (folder / "three");
  CHECK(find_program("tool", list).value() == folder / "three/tool");
  CHECK_FALSE(find_program("tool", folder / "one"));
  CHECK_FALSE(find_program("", list));
  CHECK(find_program(folder / "three/tool", "").value() == folder / "three/tool");
  CHECK_FALSE(find_program(folder / "one/tool", ""));
}

TEST_CASE("facts about processes") {
  CHECK(own_pid() == ::getpid());
  CHECK(process_start_time(own_pid()) > 0);
  CHECK(process_start_time(own_pid()) >= process_start_time(1));
  CHECK(process_start_time(0) == 0);
  CHECK(process_start_time(-1) == 0);
  CHECK(process_start_time((1 << 22) + 1) == 0);  // above the largest pid there is
  CHECK(boot_id().size() == 36);
  CHECK(boot_id() == boot_id());
  CHECK(user_name() == user_name());
}

}  // namespace pawl::os::paths_test
