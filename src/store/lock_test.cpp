#include "store/lock.hpp"

#include <doctest/doctest.h>

#include <csignal>

#include "base/text.hpp"
#include "os/process.hpp"
#include "store/test_support.hpp"

namespace pawl::store {
namespace {

LockHolder self(const char* run = "") {
  const int pid = os::own_pid();
  return {.pid = pid, .started = os::process_start_time(pid), .boot = os::boot_id(), .run = run};
}

}  // namespace

TEST_CASE("a lock says who holds it") {
  const TestFolder folder;
  const auto files = os::real_files();
  const std::string path = folder.path() + "/locks/demo.lock";
  {
    auto lock = RepositoryLock::acquire(*files, path, self());
    REQUIRE(lock);
    REQUIRE(lock->note_run("demo-0a1b2c"));
    const auto holder = RepositoryLock::holder(*files, path);
    REQUIRE(holder);
    CHECK(holder->pid == os::own_pid());
    CHECK(holder->started == os::process_start_time(os::own_pid()));
    CHECK(holder->boot == os::boot_id());
    CHECK(holder->run == "demo-0a1b2c");

    const auto second = RepositoryLock::acquire(*files, path, self());
    REQUIRE_FALSE(second);
    CHECK(second.error().code == Errc::conflict);
    CHECK(contains(second.error().message,
                   "process " + std::to_string(os::own_pid()) + " (run demo-0a1b2c)"));
    CHECK(contains(second.error().message, path));
  }
  CHECK(RepositoryLock::acquire(*files, path, self()).ok());
}

TEST_CASE("a lock without a readable holder is still a lock") {
  const TestFolder folder;
  const auto files = os::real_files();
  const std::string path = folder.path() + "/demo.lock";
  const auto lock = files->try_lock(path);
  REQUIRE(lock);
  const auto refused = RepositoryLock::acquire(*files, path, self());
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == Errc::conflict);
  CHECK(contains(refused.error().message, "another process"));
}

TEST_CASE("a lock held by another process is refused, and free when that process is killed") {
  const TestFolder folder;
  const auto files = os::real_files();
  const std::string path = folder.path() + "/demo.lock";
  int ready[2] = {};
  REQUIRE(::pipe(ready) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const auto lock = RepositoryLock::acquire(*files, path, self("demo-0a1b2c"));
    const char held = lock ? 'y' : 'n';
    if (::write(ready[1], &held, 1) != 1) ::_exit(1);
    for (;;) ::pause();
  }
  char held = 'n';
  REQUIRE(::read(ready[0], &held, 1) == 1);
  CHECK(held == 'y');
  const auto refused = RepositoryLock::acquire(*files, path, self());
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == Errc::conflict);
  CHECK(contains(refused.error().message, "process " + std::to_string(child)));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  CHECK(RepositoryLock::acquire(*files, path, self()).ok());
  ::close(ready[0]);
  ::close(ready[1]);
}

}  // namespace pawl::store
