#include "os/processes/process_usage.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <csignal>

#include <sys/wait.h>
#include <unistd.h>

namespace pawl::os::process_usage_test {
namespace {

// A child that does nothing until it is ended.
class Idle {
 public:
  Idle() : pid_(::fork()) {
    if (pid_ == 0) {
      while (true) ::pause();
    }
  }
  ~Idle() { end(); }
  Idle(const Idle&) = delete;
  Idle& operator=(const Idle&) = delete;
  void end() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    pid_ = 0;
  }
  int pid() const { return pid_; }

 private:
  pid_t pid_;
};

bool has(const TreeUsage& usage, int pid) {
  return std::find(usage.processes.begin(), usage.processes.end(), pid) != usage.processes.end();
}

}  // namespace

TEST_CASE("what begins and ends between two looks is seen, and nobody else's processes are") {
  TreeWatch watch(::getpid());
  Idle first;
  REQUIRE(first.pid() > 0);
  const TreeUsage one = watch.look();
  CHECK(has(one, first.pid()));
  CHECK_FALSE(has(one, ::getpid()));
  CHECK_FALSE(has(one, ::getppid()));
  CHECK(one.threads >= one.processes.size());
  CHECK(one.resident_bytes > 0);

  const Idle second;
  const int ended = first.pid();
  first.end();
  const TreeUsage two = watch.look();
  CHECK(has(two, second.pid()));
  CHECK_FALSE(has(two, ended));
  CHECK_FALSE(has(two, ::getppid()));
}

}  // namespace pawl::os::process_usage_test
