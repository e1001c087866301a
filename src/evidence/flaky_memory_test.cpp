#include "evidence/flaky_memory.hpp"

#include <doctest/doctest.h>

#include "os/files/memory_files.hpp"

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

TEST_CASE(
    "a failure of a test that is known to be flaky is unknown until it was asked often enough") {
  os::FakeClock clock;
  os::MemoryFiles files(clock);
  FlakyMemory memory = FlakyMemory::load(files, kPath, clock.now());
  CHECK(memory.entries().empty());
  CHECK_FALSE(memory.learn({run_of("broken", nullptr)}));
  REQUIRE(memory.learn({run_of(nullptr, "clock")}));
  REQUIRE(memory.save(files, kPath).ok());

  clock.advance(std::chrono::hours(24));
  memory = FlakyMemory::load(files, kPath, clock.now());
  REQUIRE(memory.tests().size() == 1);
  CHECK(memory.tests()[0].stack == "npm");
  CHECK(memory.tests()[0].id == "clock");

  CheckRun elsewhere = run_of("clock", nullptr);
  elsewhere.folder = "web";
  CheckRun both = run_of("clock", nullptr);
  both.failing.push_back({.id = "broken", .file = "", .message = ""});
  CheckRun asked = run_of("clock", nullptr);
  asked.failing[0].times = repo::kFlakyRunsMax;
  std::vector<CheckRun> runs = {run_of("clock", nullptr), run_of("broken", nullptr), elsewhere,
                                both, asked};
  memory.settle(runs);
  CHECK(runs[0].outcome == CheckOutcome::unknown);
  CHECK(runs[0].failing.empty());
  CHECK(runs[0].flaky.empty());
  REQUIRE(runs[0].inconclusive.size() == 1);
  CHECK(runs[0].inconclusive[0].id == "clock");
  CHECK(runs[0].reason ==
        "clock failed, but is known to fail now and then, and was run 1 time only, not 5");
  CHECK(runs[1].outcome == CheckOutcome::failed);
  CHECK(runs[2].outcome == CheckOutcome::failed);
  CHECK(runs[2].inconclusive.empty());
  CHECK(runs[3].outcome == CheckOutcome::failed);
  CHECK(runs[3].reason ==
        "1 test failed: broken; clock failed, but is known to fail now and then, and was run 1 "
        "time only, not 5");
  // It does not fail now and then any more: it fails.
  CHECK(runs[4].outcome == CheckOutcome::failed);
  CHECK(runs[4].failing.size() == 1);
  CHECK(runs[4].inconclusive.empty());

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
