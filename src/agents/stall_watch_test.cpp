#include "agents/stall_watch.hpp"

#include <doctest/doctest.h>

namespace pawl::agents::stall_watch_test {
namespace {

using Verdict = StallWatch::Verdict;

}  // namespace

TEST_CASE("what is work, and what is standing still") {
  struct Row {
    const char* name;
    std::vector<int> processes;
    Milliseconds cpu;
    std::uint64_t bytes;
    bool works;
  };
  const Activity before{.processes = {7}, .cpu = Milliseconds(100), .bytes = 1000};
  const Row rows[] = {{"nothing", {7}, Milliseconds(100), 1000, false},
                      {"timers of a runtime", {7}, Milliseconds(110), 1400, false},
                      {"it computes", {7}, Milliseconds(400), 1000, true},
                      {"it reads", {7}, Milliseconds(100), 20'000, true},
                      {"it has started something", {7, 8}, Milliseconds(100), 1000, true},
                      {"something of it has ended", {}, Milliseconds(0), 0, true}};
  for (const Row& row : rows) {
    CAPTURE(row.name);
    StallWatch watch(Milliseconds(10'000), Milliseconds(0));
    CHECK(watch.look(before, Milliseconds(9'000)) == Verdict::quiet);
    const auto verdict = watch.look({row.processes, row.cpu, row.bytes}, Milliseconds(10'000));
    CHECK((verdict == Verdict::stalled) == !row.works);
  }
}

TEST_CASE("it says once that it is quiet, until there is work again") {
  StallWatch watch(Milliseconds(10'000), Milliseconds(0));
  const Activity same{.processes = {7}, .cpu = Milliseconds(0), .bytes = 0};
  CHECK(watch.look(same, Milliseconds(4'000)) == Verdict::works);
  CHECK(watch.look(same, Milliseconds(5'000)) == Verdict::quiet);
  CHECK(watch.look(same, Milliseconds(6'000)) == Verdict::works);
  CHECK_FALSE(watch.due(Milliseconds(6'500)));
  watch.heard(Milliseconds(7'000));
  CHECK(watch.look(same, Milliseconds(11'000)) == Verdict::works);
  CHECK(watch.look(same, Milliseconds(12'000)) == Verdict::quiet);
  CHECK(watch.look(same, Milliseconds(17'000)) == Verdict::stalled);
  CHECK_FALSE(StallWatch(Milliseconds(0), Milliseconds(0)).due(Milliseconds(1'000'000)));
}

}  // namespace pawl::agents::stall_watch_test
