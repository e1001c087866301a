// Random schedules of crashes, stops, resumes, stalls and lost answers, over pipelines, parallel
// groups, chains and landings, on the product's own decisions. By environment:
//
//   PAWL_SCHEDULES  how many: 1,000; 10,000 to show it
//   PAWL_FIRST      the seed of the first one: 1
//   PAWL_FAILURES   after so many wrong ones it ends: 10
//   PAWL_SEED       plays that one alone, and says what happened in it
//   PAWL_SCRIPT     plays the one in that file, likewise
//   PAWL_PIN        with PAWL_SEED: the file for what of a wrong one it takes to be wrong, to be
//                   kept in tests/golden/simulation
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/text/text.hpp"
#include "simulation/schedule.hpp"

namespace pawl::simulation::schedules_test {
namespace {

std::string text_from(const char* variable) {
  const char* text = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe)
  return text == nullptr ? "" : text;
}

std::uint64_t number_from(const char* variable, std::uint64_t otherwise) {
  const auto number = parse_int(text_from(variable));
  return number ? static_cast<std::uint64_t>(*number) : otherwise;
}

Script script_in(const std::filesystem::path& path) {
  const std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  const auto script = script_from(text.str());
  REQUIRE_MESSAGE(script.ok(), path.string());
  return *script;
}

void tell(const Played& played) {
  for (const std::string& line : played.story) MESSAGE(line);
  for (const std::string& wrong : played.wrongs) FAIL_CHECK(wrong);
}

void play_one(std::uint64_t seed) {
  const Played played = play(seed, true);
  tell(played);
  const std::string pin = text_from("PAWL_PIN");
  if (pin.empty() || played.wrongs.empty()) return;
  std::ofstream(pin) << "# " << played.wrongs.front() << "\n" << to_text(shrunk(played.script));
}

}  // namespace

TEST_CASE("schedules that something was wrong with stay right") {
  int count = 0;
  for (const auto& file :
       std::filesystem::directory_iterator(PAWL_SOURCE_DIR "/tests/golden/simulation")) {
    if (file.path().extension() != ".txt") continue;
    ++count;
    const Played played = play(script_in(file.path()));
    if (!played.wrongs.empty()) {
      FAIL_CHECK(file.path().string(), ": ", played.wrongs.front(),
                 "; PAWL_SCRIPT=<that file> simulation_test says what happened");
    }
    // What it names happens no more, so it shows nothing: a new one is to be found for it.
    if (played.unused > 0) MESSAGE(file.path().string(), ": ", played.unused, " lines are stale");
  }
  CHECK(count > 0);
}

TEST_CASE("what is written down of a schedule plays it again") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Played played = play(seed);
    const auto script = script_from(to_text(played.script));
    REQUIRE(script);
    const Played again = play(*script);
    CHECK(again.seen == played.seen);
    CHECK(again.unused == 0);
  }
}

TEST_CASE("nothing is lost, done twice or left unexplained, whatever goes wrong") {
  const std::string script = text_from("PAWL_SCRIPT");
  if (!script.empty()) return tell(play(script_in(script), true));
  if (const std::uint64_t one = number_from("PAWL_SEED", 0); one > 0) return play_one(one);
  const std::uint64_t first = number_from("PAWL_FIRST", 1);
  const std::uint64_t count = number_from("PAWL_SCHEDULES", 1'000);
  const std::uint64_t failures = number_from("PAWL_FAILURES", 10);
  std::map<std::string, int> seen;
  std::uint64_t failed = 0;
  for (std::uint64_t seed = first; seed < first + count && failed < failures; ++seed) {
    const Played played = play(seed);
    if (!played.wrongs.empty()) {
      ++failed;
      FAIL_CHECK("seed ", seed, ": ", played.wrongs.front(), "; PAWL_SEED=", seed,
                 " simulation_test says what happened");
    }
    for (const auto& [what, times] : played.seen) seen[what] += times;
  }
  std::string sum;
  for (const auto& [what, times] : seen) sum += what + " " + std::to_string(times) + ", ";
  MESSAGE(count, " schedules: ", sum);
}

}  // namespace pawl::simulation::schedules_test
