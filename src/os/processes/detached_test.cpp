#include "os/processes/detached.hpp"

#include <doctest/doctest.h>

#include <csignal>

#include "base/text/text.hpp"
#include "os/files/test_folder.hpp"
#include "os/processes/process.hpp"
#include "os/processes/process_handle.hpp"

namespace pawl::os::detached_test {
namespace {

struct World {
  TestFolder folder;
  std::unique_ptr<Clock> clock = real_clock();
  Cancel cancel;
  std::string log = folder / "log";

  Detached start(const std::string& script) {
    auto started = start_detached({.program = "/bin/sh",
                                   .argv = {"sh", "-c", script},
                                   .environment = {{"PATH", "/usr/bin:/bin"}, {"GREETING", "hi"}},
                                   .folder = folder.path(),
                                   .log = log});
    REQUIRE_MESSAGE(started.ok(), (started ? "" : started.error().to_line()));
    return *std::move(started);
  }
  Result<std::string> word(Detached& child, Milliseconds most = Milliseconds(20'000)) {
    return child.word({.clock = *clock, .cancel = cancel, .most = most});
  }
  // Ends it, and answers what its log says.
  std::string end(const Detached& child) {
    const ProcessId id{.pid = child.pid(), .started = process_start_time(child.pid())};
    if (const auto handle = ProcessHandle::open(id)) {
      handle->signal(SIGKILL);
      CHECK(handle->ended(Milliseconds(5'000)));
    }
    reap(child.pid());
    const auto text = real_files()->read(log);
    return text ? *text : "";
  }
};

}  // namespace

TEST_CASE("a detached program has a session, an environment, a log and a word of its own") {
  World world;
  Detached child = world.start(
      "echo \"$GREETING from $PWD\"; ps -o sid= -p $$ >&2; [ ! -e /dev/fd/4 ] && echo closed; "
      "read line || echo nothing to read; echo \"the word\" >&3; exec 3>&-; sleep 1000");
  const auto word = world.word(child);
  REQUIRE(word);
  CHECK(*word == "the word");
  CHECK(is_alive({.pid = child.pid(), .started = process_start_time(child.pid())}));
  const std::string log = world.end(child);
  CHECK(contains(log, "hi from " + world.folder.path()));
  CHECK(contains(log, std::to_string(child.pid())));
  CHECK(contains(log, "closed"));
  CHECK(contains(log, "nothing to read"));
}

TEST_CASE("a detached program that ends without a word is told from one that is slow") {
  World world;
  Detached gone = world.start("printf half >&3");
  const auto nothing = world.word(gone);
  REQUIRE(nothing);
  CHECK(nothing->empty());
  world.end(gone);

  Detached slow = world.start("sleep 1000");
  const auto late = world.word(slow, Milliseconds(60));
  REQUIRE_FALSE(late);
  CHECK(late.error().code == Errc::timeout);
  world.cancel.request();
  CHECK(world.word(slow).error().code == Errc::cancelled);
  world.end(slow);
}

TEST_CASE("a detached program that does not exist is an error") {
  World world;
  const auto started = start_detached({.program = "/nowhere/program",
                                       .argv = {"program"},
                                       .environment = {},
                                       .folder = world.folder.path(),
                                       .log = world.log});
  REQUIRE_FALSE(started);
  CHECK(contains(started.error().message, "/nowhere/program"));
}

TEST_CASE("a process is its pid and its start time: zombies and strangers are gone") {
  World world;
  Detached child = world.start("sleep 1000 & echo ready >&3; wait");
  REQUIRE(world.word(child));
  const ProcessId id{.pid = child.pid(), .started = process_start_time(child.pid())};
  const std::vector<ProcessId> below = descendants_of(id.pid);
  REQUIRE(below.size() == 1);
  CHECK_FALSE(ProcessHandle::open({.pid = id.pid, .started = id.started + 1}));
  const auto handle = ProcessHandle::open(id);
  REQUIRE(handle);
  CHECK_FALSE(handle->ended(Milliseconds(1)));
  CHECK(handle->signal(SIGKILL));
  CHECK(handle->ended(Milliseconds(5'000)));
  // Nobody waited for it yet: it is a zombie, and counts as gone.
  CHECK_FALSE(is_alive(id));
  CHECK_FALSE(ProcessHandle::open(id));
  reap(id.pid);
  if (const auto left = ProcessHandle::open(below.front())) left->signal(SIGKILL);
}

}  // namespace pawl::os::detached_test
