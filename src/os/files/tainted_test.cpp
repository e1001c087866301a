#include "os/files/tainted.hpp"

#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <thread>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "os/files/test_folder.hpp"
#include "tests/pass_over.hpp"

namespace pawl::os::tainted_test {
namespace {

constexpr Owner kStranger{1'900'000'123, 1'900'000'123};

RepoPath path(std::string_view text) { return RepoPath::parse(text).value(); }

// A folder that was filled with `src/a.txt`, and a place beside it that must stay as it is.
struct World {
  TestFolder folder;
  std::unique_ptr<Files> files = real_files();
  std::unique_ptr<Tainted> tainted;

  explicit World(std::optional<Owner> owner = {}) {
    REQUIRE(files->make_folders(folder / "outside/target"));
    REQUIRE(files->make_folders(folder / "kept"));
    REQUIRE(files->write_atomic(folder / "outside/target/file", "mine"));
    tainted = *Tainted::create(folder / "scratch/copy", {.owner = owner});
    REQUIRE(tainted->fill(path("src"), [&](const std::string& to) {
      REQUIRE(files->make_folders(to + "/deep"));
      REQUIRE(::symlink("a.txt", (to + "/link").c_str()) == 0);
      return files->write_atomic(to + "/a.txt", "alpha", 0755);
    }));
    REQUIRE(tainted->fill(path("cache"), {}));
  }
  // What code of a target may do there.
  std::string inside(std::string_view name) { return join_path(tainted->path_for_sandbox(), name); }
  void swap(std::string_view name, const std::string& target) {
    REQUIRE(files->rename(inside(name), inside(std::string(name) + "-gone")));
    REQUIRE(::symlink(target.c_str(), inside(name).c_str()) == 0);
  }
  struct stat facts(const std::string& name) const {
    struct stat out = {};
    REQUIRE(::lstat(name.c_str(), &out) == 0);
    return out;
  }
};

TEST_CASE("a folder swapped for a link is neither written to, nor read, nor handed over") {
  World world;
  world.swap("src", world.folder / "outside");
  world.swap("cache", world.folder / "outside");
  CHECK(world.tainted->put(path("src/target/file"), "theirs", 0644).error().code == Errc::denied);
  CHECK(world.tainted->put(path("src/new"), "theirs", 0644).error().code == Errc::denied);
  CHECK(world.tainted->read(path("src/target/file"), 10).error().code == Errc::denied);
  CHECK(world.tainted->stat(path("src/target")).error().code == Errc::denied);
  CHECK(world.tainted->hand_over(path("cache/target"), world.folder / "kept/target").error().code ==
        Errc::denied);
  CHECK(world.tainted->hand_over(path("cache"), world.folder / "kept/cache").error().code ==
        Errc::denied);
  REQUIRE(world.tainted->remove());
  CHECK(world.files->read(world.folder / "outside/target/file").value() == "mine");
  CHECK(world.files->list(world.folder / "outside").value().size() == 1);
  CHECK(world.files->list(world.folder / "kept").value().empty());
}

TEST_CASE("the folder itself is found by its descriptor, whatever is at its path") {
  World world;
  const std::string at = world.tainted->path_for_sandbox();
  REQUIRE(world.files->rename(at, at + "-moved"));
  REQUIRE(::symlink((world.folder / "outside").c_str(), at.c_str()) == 0);
  CHECK(world.tainted->read(path("src/a.txt"), 10).value() == "alpha");
  REQUIRE(world.tainted->put(path("target/file"), "theirs", 0644));
  REQUIRE(world.tainted->remove());
  CHECK(world.files->read(world.folder / "outside/target/file").value() == "mine");
}

TEST_CASE("pipes, devices and what is too large are no reports") {
  World world;
  REQUIRE(::mkfifo(world.inside("cache/pipe").c_str(), 0644) == 0);
  REQUIRE(::symlink("/dev/zero", world.inside("cache/zero").c_str()) == 0);
  REQUIRE(world.files->write_atomic(world.inside("cache/large"), "12345"));
  CHECK(world.tainted->read(path("cache/pipe"), 10).error().code == Errc::invalid);
  CHECK(world.tainted->read(path("cache/zero"), 10).error().code == Errc::denied);
  CHECK(world.tainted->read(path("cache/large"), 4).error().code == Errc::invalid);
  CHECK(world.tainted->read(path("cache/none"), 4).error().code == Errc::not_found);
  if (::geteuid() == 0) {
    if (::mknod(world.inside("cache/device").c_str(), S_IFCHR | 0666, makedev(1, 5)) == 0) {
      CHECK(world.tainted->read(path("cache/device"), 10).error().code == Errc::invalid);
    }
  }
}

TEST_CASE("nothing is read once a stop is requested") {
  const TestFolder folder;
  Cancel cancel;
  const auto tainted = *Tainted::create(folder / "copy", {.cancel = &cancel});
  REQUIRE(tainted->put(path("a"), "alpha", 0644));
  cancel.request();
  CHECK(tainted->read(path("a"), 10).error().code == Errc::cancelled);
}

TEST_CASE("it is filled before its path is given out, and not afterwards") {
  World world;
  static_cast<void>(world.tainted->path_for_sandbox());
  CHECK(world.tainted->fill(path("more"), {}).error().code == Errc::denied);
}

TEST_CASE("what is handed over and copied in is made of files, folders and links alone") {
  World world;
  REQUIRE(world.files->make_folders(world.inside("cache/target/deep")));
  REQUIRE(world.files->write_atomic(world.inside("cache/target/deep/run"), "run", 04755));
  REQUIRE(::chmod(world.inside("cache/target/deep/run").c_str(), 04755) == 0);
  REQUIRE(::mkfifo(world.inside("cache/target/pipe").c_str(), 0644) == 0);
  REQUIRE(::symlink("/etc", world.inside("cache/target/etc").c_str()) == 0);
  const std::array<timespec, 2> times = {timespec{1000, 0}, timespec{2000, 0}};
  REQUIRE(::utimensat(AT_FDCWD, world.inside("cache/target/deep/run").c_str(), times.data(), 0) ==
          0);
  REQUIRE(world.tainted->hand_over(path("cache/target"), world.folder / "kept/target"));

  World next;
  const CopyLimits limits;
  REQUIRE(next.tainted->copy_in(world.folder / "kept/target", path("cache/target"), limits));
  CHECK(next.files->list(next.inside("cache/target")).value() ==
        std::vector<std::string>{"deep", "etc"});
  CHECK(S_ISLNK(next.facts(next.inside("cache/target/etc")).st_mode));
  const struct stat run = next.facts(next.inside("cache/target/deep/run"));
  CHECK((run.st_mode & 07777U) == 0755);
  CHECK(run.st_mtim.tv_sec == 2000);
  CHECK(next.tainted->read(path("cache/target/deep/run"), 10).value() == "run");
}

TEST_CASE("a copy that is too large, too many or no folder leaves nothing") {
  World world;
  REQUIRE(world.files->write_atomic(world.folder / "kept/large", "12345"));
  const auto copy = [&](const std::string& from, const CopyLimits& limits) {
    return world.tainted->copy_in(from, path("cache/target"), limits).error().code;
  };
  CHECK(copy(world.folder / "kept", {.bytes_max = 4}) == Errc::invalid);
  CHECK(copy(world.folder / "kept", {.names_max = 0}) == Errc::invalid);
  REQUIRE(::symlink("kept", (world.folder / "to-kept").c_str()) == 0);
  CHECK_FALSE(world.tainted->copy_in(world.folder / "to-kept", path("cache/target"), {}));
  CHECK_FALSE(world.tainted->stat(path("cache/target")).value());
  REQUIRE(world.tainted->copy_in(world.folder / "kept", path("cache/target"), {.bytes_max = 5}));
}

TEST_CASE("what the target may change belongs to the owner") {
  PASS_OVER_UNLESS(::geteuid() == 0);
  World world(kStranger);
  REQUIRE(world.files->write_atomic(world.folder / "kept/file", "kept"));
  REQUIRE(world.tainted->copy_in(world.folder / "kept", path("cache/target"), {}));
  REQUIRE(world.tainted->put(path("src/new/b.txt"), "beta", 0644));
  REQUIRE(world.tainted->put(path("src/a.txt"), "other", 0755));
  for (const char* name : {"", "src", "src/deep", "src/link", "src/a.txt", "src/new",
                           "src/new/b.txt", "cache", "cache/target", "cache/target/file"}) {
    CAPTURE(name);
    const struct stat facts = world.facts(world.inside(name));
    CHECK(Owner{facts.st_uid, facts.st_gid} == kStranger);
  }
  CHECK(world.facts(world.folder / "scratch").st_uid == 0);
}

TEST_CASE("while names are swapped again and again, nothing outside is touched") {
  World world;
  const std::string src = world.inside("src");
  const std::string link = world.inside("to-outside");
  REQUIRE(::symlink((world.folder / "outside").c_str(), link.c_str()) == 0);
  std::atomic<bool> done{false};
  std::thread target([&] {
    while (!done) {
      ::renameat2(AT_FDCWD, src.c_str(), AT_FDCWD, link.c_str(), RENAME_EXCHANGE);
    }
  });
  for (int i = 0; i < 300; ++i) {
    static_cast<void>(world.tainted->put(path("src/target/file"), "theirs", 0644).ok());
    static_cast<void>(world.tainted->hand_over(path("src/target"), world.folder / "kept/t").ok());
    static_cast<void>(world.files->remove_tree(world.folder / "kept/t").ok());
  }
  done = true;
  target.join();
  REQUIRE(world.tainted->remove());
  CHECK(world.files->read(world.folder / "outside/target/file").value() == "mine");
  CHECK(world.files->list(world.folder / "outside/target").value().size() == 1);
}

}  // namespace
}  // namespace pawl::os::tainted_test
