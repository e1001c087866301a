// Random pipelines of sequences, loops and parallel nodes, and what may happen in them, kills among
// it: 100,000, and 4,000 of which each event is the last one before a resume; PAWL_WALKS says how
// many of these (100,000 to show it).
#include <doctest/doctest.h>

#include <cstdlib>
#include <map>
#include <set>

#include "base/text/text.hpp"
#include "pipeline/test_pipelines.hpp"
#include "pipeline/walk.hpp"

namespace pawl::pipeline::walks_test {
namespace {

// A stage of the walk; null for a branch of a parallel node, and what stands around it.
const Node* find_stage(const Node& node, std::string_view path) {
  if (path.empty()) return &node;
  if (node.kind == NodeKind::parallel) return nullptr;
  const std::string_view name = path.substr(0, path.find_first_of("/@"));
  const auto slash = path.find('/');
  for (const Node& child : node.children) {
    if (child.name != name) continue;
    return find_stage(child, slash == std::string_view::npos ? "" : path.substr(slash + 1));
  }
  return nullptr;
}

// One pipeline and its world: what a stage comes to depends on its path and attempt alone.
struct World {
  std::uint64_t seed = 0;
  Definition definition;
  WalkState state;
  Timestamp now{Milliseconds(1'000'000)};
  std::map<std::string, int> begun;  // of stages that may not run twice
  std::map<std::string, const Node*> fan_ins;
  int crashes = 0;
  bool lost = false;  // a stage that may not run twice was under way in a crash

  Outcome outcome_of(const std::string& path, int attempt) const {
    const auto fan_in = fan_ins.find(path);
    if (fan_in != fan_ins.end()) {
      return joined(*fan_in->second, path.substr(0, path.rfind("-fanin")), state);
    }
    std::uint64_t mixed = seed + static_cast<std::uint64_t>(attempt) * 7919;
    for (const char c : path) mixed = mixed * 131 + static_cast<unsigned char>(c);
    Dice dice(mixed);
    const int rolled = dice.below(100);
    if (rolled < 70) return {};
    if (rolled < 76) return Outcome::skip("nothing to do");
    if (rolled < 84) return Outcome::part("budget", 7, "a part of " + path);
    if (rolled < 87) return Outcome::finish(run::RunStatus::nothing_to_do, 3, "end at " + path);
    if (rolled < 91) return Outcome::bail("conflict", 1, "bail at " + path);
    if (rolled < 97) return Outcome::retry(Milliseconds(dice.below(1000)), "later");
    return Outcome::wait("for a person at " + path);
  }

  std::vector<std::string> running() const {
    std::vector<std::string> paths;
    for (const auto& [path, record] : state.stages) {
      if (record.status == StageRecord::Status::running) paths.push_back(path);
    }
    return paths;
  }

  void begin(const StageToRun& stage) {
    const auto found = state.stages.find(stage.path);
    const bool again = found != state.stages.end() &&
                       found->second.status == StageRecord::Status::ended &&
                       found->second.outcome.kind == OutcomeKind::retry;
    if (stage.part == Part::fan_in) fan_ins[stage.path] = stage.node;
    if (stage.part == Part::stage && stage.node->rerun == Rerun::never && !again) {
      if (++begun[stage.path] != 1) FAIL_CHECK(stage.path, " ran twice, seed ", seed);
    }
    stage_began(state, stage.path, stage.attempt);
  }

  void crash() {
    ++crashes;
    for (const std::string& path : running()) {
      const Node* node = find_stage(definition.root, path);
      lost = lost || (node != nullptr && node->rerun == Rerun::never);
    }
    REQUIRE(resumed(definition, state));
  }
};

void check_concurrency(const World& world, const Node& node, const std::string& path) {
  if (node.kind == NodeKind::parallel && node.concurrent_max > 0) {
    std::set<std::string> branches;
    for (const std::string& one : world.running()) {
      if (!one.starts_with(path + "/")) continue;
      const std::string rest = one.substr(path.size() + 1);
      branches.insert(rest.substr(0, rest.find_first_of("/@")));
    }
    if (branches.size() > static_cast<std::size_t>(node.concurrent_max)) {
      FAIL_CHECK("more than ", node.concurrent_max, " under way in ", path, ", seed ", world.seed);
    }
  }
  for (const Node& child : node.children) {
    if (node.kind == NodeKind::loop) continue;  // its paths have rounds
    check_concurrency(world, child, path.empty() ? child.name : path + "/" + child.name);
  }
}

// One thing happens; the end, when there is nothing more to happen.
std::optional<Outcome> step(World& world, Dice& dice) {
  const Next answer = next(world.definition, world.state, world.now);
  const std::vector<std::string> running = world.running();
  if (answer.end) {
    if (!answer.run.empty() || !running.empty()) FAIL_CHECK("not the end, seed ", world.seed);
    return answer.end;
  }
  const auto choices = static_cast<int>(answer.run.size() + running.size());
  if (choices == 0) {
    if (!answer.wake) FAIL("nothing to do and no end, seed ", world.seed);
    if (*answer.wake <= world.now) FAIL_CHECK("time stands still, seed ", world.seed);
    world.now = *answer.wake;
    return {};
  }
  const auto choice = static_cast<std::size_t>(dice.below(choices));
  if (choice < answer.run.size()) {
    world.begin(answer.run[choice]);
    return {};
  }
  const std::string& path = running[choice - answer.run.size()];
  const bool cancelled =
      std::find(answer.cancel.begin(), answer.cancel.end(), path) != answer.cancel.end();
  stage_ended(world.state, path,
              cancelled ? Outcome::cancelled("a sibling bailed")
                        : world.outcome_of(path, world.state.stages[path].attempt),
              world.now);
  world.now += Milliseconds(dice.below(50));
  return {};
}

constexpr int kStepsMax = 20'000;

std::uint64_t walks_to_resume() {
  const char* text = std::getenv("PAWL_WALKS");  // NOLINT(concurrency-mt-unsafe)
  const auto number = text == nullptr ? std::nullopt : parse_int(text);
  return static_cast<std::uint64_t>(number.value_or(4'000));
}

Outcome run_to_end(World& world, Dice& dice, int crash_in, int crashes_max) {
  for (int steps = 0; steps < kStepsMax; ++steps) {
    if (world.crashes < crashes_max && dice.one_in(crash_in)) world.crash();
    if (auto end = step(world, dice)) return *std::move(end);
    if (steps % 8 == 0) check_concurrency(world, world.definition.root, "");
  }
  FAIL("no end, seed ", world.seed);
  return {};
}

}  // namespace

TEST_CASE("every random walk ends, and none runs twice what may not be, whenever it is killed") {
  constexpr std::uint64_t kScripts = 100'000;
  int with_crashes = 0;
  std::map<OutcomeKind, int> ends;
  for (std::uint64_t seed = 1; seed <= kScripts; ++seed) {
    Dice dice(seed);
    World world{.seed = seed, .definition = Maker(dice, true).definition(), .state = {}};
    ++ends[run_to_end(world, dice, 12, 3).kind];
    with_crashes += world.crashes > 0 ? 1 : 0;
  }
  CHECK(with_crashes > 10'000);
  for (const OutcomeKind kind : {OutcomeKind::done, OutcomeKind::partial, OutcomeKind::finish,
                                 OutcomeKind::bail, OutcomeKind::wait}) {
    CAPTURE(to_string(kind));
    CHECK(ends[kind] > 500);
  }
}

TEST_CASE("a walk that is resumed at any event comes to the same end") {
  int compared = 0;
  const std::uint64_t walks = walks_to_resume();
  for (std::uint64_t seed = 1; seed <= walks; ++seed) {
    Dice dice(seed);
    World world{.seed = seed, .definition = Maker(dice, false).definition(), .state = {}};
    const World fresh = world;
    Dice plain(seed ^ 0xABCDEFU);
    const Outcome end = run_to_end(world, plain, 1, 0);
    for (int at = 0; at < 200; ++at) {
      World resumed_world = fresh;
      Dice dice_of_run(seed ^ 0xABCDEFU);
      bool ended = false;
      for (int i = 0; i < at && !ended; ++i) ended = step(resumed_world, dice_of_run).has_value();
      resumed_world.crash();
      if (resumed_world.lost) continue;
      const Outcome again = run_to_end(resumed_world, dice_of_run, 1, 0);
      if (again != end) FAIL_CHECK("another end, seed ", seed, " at ", at);
      ++compared;
      if (ended) break;
    }
  }
  CHECK(compared > 10'000);
  MESSAGE(walks, " walks, resumed at ", compared, " events");
}

}  // namespace pawl::pipeline::walks_test
