#include "os/files/files.hpp"

#include <doctest/doctest.h>

#include <csignal>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "os/files/fd.hpp"
#include "os/files/memory_files.hpp"
#include "os/files/test_folder.hpp"

namespace pawl::os::files_test {
namespace {

using Names = std::vector<std::string>;

// The contract of Files, in an existing empty folder.
void check_reading_and_writing(Files& files, const std::string& top) {
  const std::string path = join_path(top, "file.txt");
  CHECK(files.read(path).error().code == Errc::not_found);
  CHECK_FALSE(files.stat(path).value());

  REQUIRE(files.write_atomic(path, "one\n"));
  CHECK(files.read(path).value() == "one\n");
  const FileStat first = files.stat(path).value().value();
  CHECK(first.type == FileType::file);
  CHECK(first.size == 4);
  CHECK(first.mode == 0644);

  REQUIRE(files.write_atomic(path, std::string("\0two", 4), 0600));
  CHECK(files.read(path).value() == std::string("\0two", 4));
  CHECK(files.stat(path).value()->mode == 0600);
  CHECK(files.stat(path).value()->modified >= first.modified);
  CHECK(files.list(top).value() == Names{"file.txt"});

  REQUIRE(files.replace(path, "three", 0640));
  CHECK(files.read(path).value() == "three");
  CHECK(files.stat(path).value()->mode == 0640);
  CHECK(files.list(top).value() == Names{"file.txt"});

  const std::string log = join_path(top, "log");
  REQUIRE(files.append(log, "a"));
  REQUIRE(files.append(log, "bc"));
  CHECK(files.read(log).value() == "abc");

  CHECK(files.write_atomic(join_path(top, "absent/x"), "").error().code == Errc::not_found);
  CHECK(files.replace(join_path(top, "absent/x"), "").error().code == Errc::not_found);
  CHECK(files.append(join_path(top, "absent/x"), "").error().code == Errc::not_found);
  CHECK(files.write_atomic(join_path(top, "file.txt/x"), "").error().code == Errc::not_found);
  CHECK(files.read(top).error().code == Errc::invalid);
}

void check_folders(Files& files, const std::string& top) {
  const std::string deep = join_path(top, "a/b/c");
  REQUIRE(files.make_folders(deep));
  REQUIRE(files.make_folders(deep));
  CHECK(files.stat(deep).value()->type == FileType::folder);
  REQUIRE(files.write_atomic(join_path(deep, "z"), "z"));
  REQUIRE(files.write_atomic(join_path(top, "a/y"), "y"));
  REQUIRE(files.write_atomic(join_path(top, "a/b.x"), "x"));
  CHECK(files.list(join_path(top, "a")).value() == Names{"b", "b.x", "y"});
  CHECK(files.list(join_path(top, "none")).error().code == Errc::not_found);
  CHECK_FALSE(files.make_folders(join_path(top, "a/y")));
  CHECK_FALSE(files.make_folders(join_path(top, "a/y/z")));
  CHECK(files.make_new_folder(join_path(top, "new/one"), 0700).value());
  CHECK_FALSE(files.make_new_folder(join_path(top, "new/one")).value());
  CHECK_FALSE(files.make_new_folder(join_path(top, "a/y")).value());
  REQUIRE(files.remove_tree(join_path(top, "new")));

  CHECK_FALSE(files.remove(deep));
  CHECK(files.write_atomic(deep, "x").ok() == false);
  REQUIRE(files.rename(join_path(top, "a/b"), join_path(top, "moved")));
  CHECK(files.read(join_path(top, "moved/c/z")).value() == "z");
  CHECK(files.read(join_path(top, "a/b.x")).value() == "x");
  CHECK_FALSE(files.stat(join_path(top, "a/b")).value());
  CHECK(files.rename(join_path(top, "none"), join_path(top, "x")).error().code == Errc::not_found);

  REQUIRE(files.remove(join_path(top, "a/y")));
  REQUIRE(files.remove(join_path(top, "a/y")));
  REQUIRE(files.remove_tree(join_path(top, "a")));
  REQUIRE(files.remove_tree(join_path(top, "a")));
  CHECK(files.list(top).value() == Names{"moved"});
  REQUIRE(files.remove_tree(join_path(top, "moved")));
  CHECK(files.list(top).value().empty());
}

void check_locks(Files& files, const std::string& top) {
  const std::string path = join_path(top, "run.lock");
  {
    auto lock = files.try_lock(path);
    REQUIRE(lock);
    REQUIRE((*lock)->write("pid 1\n"));
    REQUIRE((*lock)->write("pid\n"));
    CHECK(files.read(path).value() == "pid\n");
    CHECK(files.try_lock(path).error().code == Errc::conflict);
  }
  CHECK(files.stat(path).value());
  CHECK(files.try_lock(path).ok());
  CHECK(files.try_lock(join_path(top, "absent/lock")).error().code == Errc::not_found);
}

void check_files(Files& files, const std::string& top) {
  SUBCASE("reading and writing") { check_reading_and_writing(files, top); }
  SUBCASE("folders") { check_folders(files, top); }
  SUBCASE("locks") { check_locks(files, top); }
}

}  // namespace

TEST_CASE("the real files keep the contract") {
  const TestFolder folder;
  check_files(*real_files(), folder.path());
}

TEST_CASE("the files in memory keep the contract") {
  FakeClock clock;
  MemoryFiles files(clock);
  REQUIRE(files.make_folders("/tmp/x"));
  check_files(files, "/tmp/x");
}

TEST_CASE("files in memory take their times from the clock and can be full") {
  FakeClock clock;
  MemoryFiles files(clock);
  REQUIRE(files.write_atomic("/a", "old"));
  const Timestamp written = clock.now();
  clock.advance(Milliseconds(5));
  CHECK(files.stat("/a").value()->modified == written);
  files.fail_next_write();
  const Status full = files.write_atomic("/a", "new");
  CHECK(full.error().code == Errc::io);
  CHECK(full.error().message.find("/a") != std::string::npos);
  CHECK(files.read("/a").value() == "old");
  REQUIRE(files.append("/a", "er"));
  CHECK(files.read("/a").value() == "older");
  CHECK(files.stat("/a").value()->modified == clock.now());
}

// A limit on the size of files fails a write in the middle, as a full disk does.
TEST_CASE("a write that fails in the middle leaves the old content and nothing else") {
  const TestFolder folder;
  const auto files = real_files();
  REQUIRE(files->write_atomic(folder / "a", "old"));
  REQUIRE(files->append(folder / "log", "line\n"));
  const pid_t child = ::fork();
  if (child == 0) {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{.rlim_cur = 100, .rlim_max = 100};
    ::setrlimit(RLIMIT_FSIZE, &small);
    const std::string large(100'000, 'x');
    const Status atomic = files->write_atomic(folder / "a", large);
    const Status replaced = files->replace(folder / "a", large);
    const Status appended = files->append(folder / "log", large);
    const bool as_wanted = !atomic && atomic.error().code == Errc::io &&
                           atomic.error().message.find(folder / "a") != std::string::npos &&
                           !replaced && replaced.error().code == Errc::io && !appended &&
                           appended.error().code == Errc::io;
    ::_exit(as_wanted ? 0 : 1);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  CHECK(files->read(folder / "a").value() == "old");
  CHECK(files->read(folder / "log").value() == "line\n");
  CHECK(files->list(folder.path()).value() == Names{"a", "log"});
}

TEST_CASE("remove_tree follows no symlink, opens closed folders and copes with depth") {
  const TestFolder folder;
  const auto files = real_files();
  REQUIRE(files->make_folders(folder / "outside"));
  REQUIRE(files->write_atomic(folder / "outside/kept", "kept"));
  REQUIRE(files->make_folders(folder / "tree/closed/in"));
  REQUIRE(::symlink("../outside", (folder / "tree/link").c_str()) == 0);
  REQUIRE(files->write_atomic(folder / "tree/closed/in/file", ""));
  REQUIRE(::chmod((folder / "tree/closed/in").c_str(), 0500) == 0);
  REQUIRE(::chmod((folder / "tree/closed").c_str(), 0000) == 0);
  Fd at(::open((folder / "tree").c_str(), O_DIRECTORY | O_RDONLY));
  for (int i = 0; i < 300; ++i) {
    REQUIRE(::mkdirat(at.get(), "d", 0755) == 0);
    at = Fd(::openat(at.get(), "d", O_DIRECTORY | O_RDONLY));
  }
  REQUIRE(files->remove_tree(folder / "tree"));
  CHECK(files->list(folder.path()).value() == Names{"outside"});
  CHECK(files->read(folder / "outside/kept").value() == "kept");
  REQUIRE(::symlink("outside", (folder / "link").c_str()) == 0);
  REQUIRE(files->remove_tree(folder / "link"));
  CHECK(files->list(folder.path()).value() == Names{"outside"});
}

TEST_CASE("stat does not follow symlinks") {
  const TestFolder folder;
  REQUIRE(::symlink("/", (folder / "link").c_str()) == 0);
  CHECK(real_files()->stat(folder / "link").value()->type == FileType::symlink);
}

TEST_CASE("a lock of another process is seen, and freed by its death") {
  const TestFolder folder;
  const auto files = real_files();
  int ready[2];
  REQUIRE(::pipe2(ready, O_CLOEXEC) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const auto lock = files->try_lock(folder / "lock");
    const ssize_t n = ::write(ready[1], lock ? "y" : "n", 1);
    static_cast<void>(n);
    ::pause();
    ::_exit(0);
  }
  char answer = 0;
  REQUIRE(::read(ready[0], &answer, 1) == 1);
  CHECK(answer == 'y');
  CHECK(files->try_lock(folder / "lock").error().code == Errc::conflict);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  CHECK(files->try_lock(folder / "lock").ok());
  ::close(ready[0]);
  ::close(ready[1]);
}

}  // namespace pawl::os::files_test
