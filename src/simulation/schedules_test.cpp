// Random schedules of crashes, stops, resumes, stalls and lost answers, over pipelines, parallel
// groups and landings, on the product's own decisions. PAWL_SCHEDULES says how many (1,000; 10,000
// to show it), PAWL_SEED=N plays that one alone and tells what happened in it.
#include <doctest/doctest.h>

#include <cstdlib>

#include "base/text/text.hpp"
#include "simulation/schedule.hpp"

namespace pawl::simulation::schedules_test {
namespace {

std::uint64_t number_from(const char* variable, std::uint64_t otherwise) {
  const char* text = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe)
  const auto number = text == nullptr ? std::nullopt : parse_int(text);
  return number ? static_cast<std::uint64_t>(*number) : otherwise;
}

bool holds(std::uint64_t seed) {
  const Played played = play(seed);
  if (played.wrongs.empty()) return true;
  FAIL_CHECK("seed ", seed, ": ", played.wrongs.front(), "; PAWL_SEED=", seed,
             " simulation_test tells its story");
  return false;
}

}  // namespace

// Each failed once.
TEST_CASE("schedules that something was wrong with stay right") {
  for (const std::uint64_t seed : {119U, 128U, 143U, 192U}) CHECK(holds(seed));
}

TEST_CASE("nothing is lost, done twice or left unexplained, whatever goes wrong") {
  if (const std::uint64_t one = number_from("PAWL_SEED", 0); one > 0) {
    const Played played = play(one, true);
    for (const std::string& line : played.story) MESSAGE(line);
    CHECK(played.wrongs.empty());
    return;
  }
  const std::uint64_t count = number_from("PAWL_SCHEDULES", 1'000);
  std::map<std::string, int> seen;
  int failed = 0;
  for (std::uint64_t seed = 1; seed <= count && failed < 10; ++seed) {
    const Played played = play(seed);
    if (!played.wrongs.empty()) {
      ++failed;
      FAIL_CHECK("seed ", seed, ": ", played.wrongs.front(), "; PAWL_SEED=", seed,
                 " simulation_test tells its story");
    }
    for (const auto& [what, times] : played.seen) seen[what] += times;
  }
  std::string sum;
  for (const auto& [what, times] : seen) sum += what + " " + std::to_string(times) + ", ";
  MESSAGE(count, " schedules: ", sum);
}

}  // namespace pawl::simulation::schedules_test
