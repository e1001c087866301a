#include "evidence/flaky_memory.hpp"

#include <doctest/doctest.h>

#include "os/memory_files.hpp"

namespace pawl::evidence::flaky_memory_test {
namespace {

using repo::CheckOutcome;
using repo::CheckRun;

constexpr const char* kPath = "/state/flaky/project.json";

CheckRun run_of(const char* failing, const char* flaky) {
  CheckRun run;
  run.stack = "npm";
  if (failing != nullptr) run.failing = {{.id = failing, .file = "a.test.js", .message = {}}};
  if (flaky != nullptr) run.flaky = {{.id = flaky, .file = "a.test.js", .message = {}}};
  run.outcome = failing != nullptr ? CheckOutcome::failed : CheckOutcome::passed;
  return run;
}

TEST_CASE("a flaky test is remembered, and fails for nobody then") {
  os::FakeClock clock;
  os::MemoryFiles files(clock);
  FlakyMemory memory = FlakyMemory::load(files, kPath, clock.now());
  CHECK(memory.entries().empty());
  CHECK_FALSE(memory.learn({run_of("broken", nullptr)}));
  REQUIRE(memory.learn({run_of(nullptr, "clock")}));
  REQUIRE(memory.save(files, kPath).ok());

  clock.advance(std::chrono::hours(24));
  memory = FlakyMemory::load(files, kPath, clock.now());
  std::vector<CheckRun> runs = {run_of("clock", nullptr), run_of("broken", nullptr)};
  CheckRun elsewhere = run_of("clock", nullptr);
  elsewhere.folder = "web";
  runs.push_back(elsewhere);
  CheckRun both = run_of("clock", nullptr);
  both.failing.push_back({.id = "broken", .file = "", .message = ""});
  runs.push_back(both);
  memory.settle(runs);
  CHECK(runs[0].outcome == CheckOutcome::passed);
  CHECK(runs[0].failing.empty());
  REQUIRE(runs[0].flaky.size() == 1);
  CHECK(runs[0].flaky[0].id == "clock");
  CHECK(runs[1].outcome == CheckOutcome::failed);
  CHECK(runs[2].outcome == CheckOutcome::failed);
  CHECK(runs[3].outcome == CheckOutcome::failed);
  CHECK(runs[3].reason ==
        "1 test failed: broken; others failed that are known to fail now and then");

  clock.advance(std::chrono::hours(24 * 40));
  CHECK(FlakyMemory::load(files, kPath, clock.now()).entries().empty());
}

TEST_CASE("what another process learnt meanwhile is kept, and a broken file is an empty one") {
  os::FakeClock clock;
  os::MemoryFiles files(clock);
  FlakyMemory one = FlakyMemory::load(files, kPath, clock.now());
  FlakyMemory other = FlakyMemory::load(files, kPath, clock.now());
  one.learn({run_of(nullptr, "a")});
  other.learn({run_of(nullptr, "b")});
  other.learn({run_of(nullptr, "b")});
  REQUIRE(one.save(files, kPath).ok());
  REQUIRE(other.save(files, kPath).ok());
  const FlakyMemory both = FlakyMemory::load(files, kPath, clock.now());
  REQUIRE(both.entries().size() == 2);
  CHECK(both.entries()[1].seen == 2);
  REQUIRE(files.write_atomic(kPath, "{ torn").ok());
  CHECK(FlakyMemory::load(files, kPath, clock.now()).entries().empty());
}

}  // namespace
}  // namespace pawl::evidence::flaky_memory_test
