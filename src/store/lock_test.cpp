#include "store/lock.hpp"

#include <doctest/doctest.h>

#include <csignal>

#include "base/text/text.hpp"
#include "os/processes/process.hpp"
#include "store/test_support.hpp"

namespace pawl::store::lock_test {
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
    auto lock = ProcessLock::acquire(*files, path, self(), "the repository");
    REQUIRE(lock);
    REQUIRE(lock->note_run("demo-0a1b2c"));
    const auto holder = ProcessLock::holder(*files, path);
    REQUIRE(holder);
    CHECK(holder->pid == os::own_pid());
    CHECK(holder->started == os::process_start_time(os::own_pid()));
    CHECK(holder->boot == os::boot_id());
    CHECK(holder->run == "demo-0a1b2c");

    const auto second = ProcessLock::acquire(*files, path, self(), "the repository");
    REQUIRE_FALSE(second);
    CHECK(second.error().code == Errc::conflict);
    CHECK(contains(second.error().message,
                   "process " + std::to_string(os::own_pid()) + " (run demo-0a1b2c)"));
    CHECK(contains(second.error().message, path));
  }
  CHECK(ProcessLock::acquire(*files, path, self(), "the repository").ok());
}

TEST_CASE("a lock without a readable holder is still a lock") {
  const TestFolder folder;
  const auto files = os::real_files();
  const std::string path = folder.path() + "/demo.lock";
  const auto lock = files->try_lock(path);
  REQUIRE(lock);
  const auto refused = ProcessLock::acquire(*files, path, self(), "the repository");
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
    const auto lock = ProcessLock::acquire(*files, path, self("demo-0a1b2c"), "the repository");
    const char held = lock ? 'y' : 'n';
    if (::write(ready[1], &held, 1) != 1) ::_exit(1);
    for (;;) ::pause();
  }
  char held = 'n';
  REQUIRE(::read(ready[0], &held, 1) == 1);
  CHECK(held == 'y');
  const auto refused = ProcessLock::acquire(*files, path, self(), "the repository");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == Errc::conflict);
  CHECK(contains(refused.error().message, "process " + std::to_string(child)));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  CHECK(ProcessLock::acquire(*files, path, self(), "the repository").ok());
  ::close(ready[0]);
  ::close(ready[1]);
}

TEST_CASE("a lock is waited for as long as patience lasts") {
  const TestFolder folder;
  const auto files = os::real_files();
  const std::string path = folder.path() + "/demo.publish.lock";
  auto held = ProcessLock::acquire(*files, path, self(), "the repository");
  REQUIRE(held);
  // Time passes only while it waits; half-way the other one is through.
  struct Clock final : os::Clock {
    os::FakeClock fake;
    std::optional<ProcessLock>* other = nullptr;
    int sleeps = 0;
    Timestamp now() const override { return fake.now(); }
    Milliseconds monotonic() const override { return fake.monotonic(); }
    bool sleep(Milliseconds duration, const os::Cancel* cancel) override {
      if (++sleeps == 3) other->reset();
      return fake.sleep(duration, cancel);
    }
  };
  std::optional<ProcessLock> other(*std::move(held));
  Clock clock;
  clock.other = &other;
  const ProcessLock::Patience patience{.clock = clock, .patience = Milliseconds(1'000)};
  const auto lock = ProcessLock::acquire(*files, path, self(), "the repository", patience);
  REQUIRE(lock);
  CHECK(clock.sleeps == 3);
  const auto refused = ProcessLock::acquire(*files, path, self(), "the repository", patience);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == Errc::conflict);
  CHECK(clock.sleeps > 40);
}

TEST_CASE("locks of repositories and pipelines have names of their own") {
  const std::string key = "/home/somebody/project";
  CHECK(lock_name(key) == lock_name(key, "improve"));
  CHECK(lock_name(key, "fix") == lock_name(key) + ".fix");
  CHECK(lock_name(key) != lock_name(key + "x"));
  CHECK(publish_lock_name(key) != lock_name(key));
}

}  // namespace pawl::store::lock_test
