#include "run/effects.hpp"

#include <doctest/doctest.h>

#include <csignal>
#include <vector>

#include "base/text/text.hpp"
#include "os/clock.hpp"
#include "run/replay.hpp"
#include "store/journal.hpp"
#include "store/test_support.hpp"

namespace pawl::run::effects_test {
namespace {

class Recorder final : public EventSink {
 public:
  Status append(const Event& event) override {
    seen.push_back(std::string(event.kind.get().name) + " " + event.data.dump());
    return Done{};
  }
  std::vector<std::string> seen;
};

const Effect kEffect{.key = "publish", .kind = "publish", .intent = Json::object({{"to", "b"}})};

enum class World { untouched, changed, dark };

}  // namespace

TEST_CASE("an effect happens once, whatever the journal and the world know of it") {
  struct Row {
    const char* name;
    bool intended;
    bool done;
    World world;
    int acts;
    const char* want;  // the result, or part of the error
    std::vector<std::string> events;
  };
  const std::string intent =
      R"(effect.intent {"key":"publish","kind":"publish","data":{"to":"b"}})";
  const std::string acted = R"(effect.done {"key":"publish","kind":"publish","data":"acted"})";
  const std::string found = R"(effect.done {"key":"publish","kind":"publish","data":"found"})";
  const std::string doubt =
      R"(effect.unknown {"key":"publish","kind":"publish","reason":"no network"})";
  const Row rows[] = {
      {"never tried", false, false, World::untouched, 1, "acted", {intent, acted}},
      {"confirmed", true, true, World::dark, 0, "confirmed", {}},
      {"intended, did not happen", true, false, World::untouched, 1, "acted", {intent, acted}},
      {"intended, happened", true, false, World::changed, 0, "found", {found}},
      {"intended, nobody can tell", true, false, World::dark, 0, "nobody can tell", {doubt}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    RunState state;
    if (row.intended) state.effects["publish"].kind = "publish";
    if (row.done) state.effects["publish"].done = Json("confirmed");
    int acts = 0;
    const EffectSteps steps{.find = [&]() -> Result<std::optional<Json>> {
                              if (row.world == World::dark)
                                return fail(Errc::timeout, "no network");
                              if (row.world == World::changed) return std::optional(Json("found"));
                              return std::optional<Json>();
                            },
                            .act = [&]() -> Result<Json> {
                              ++acts;
                              return Json("acted");
                            }};
    Recorder journal;
    const auto result = perform(journal, state, kEffect, steps);
    CHECK(acts == row.acts);
    CHECK(journal.seen == row.events);
    if (result) {
      CHECK(result->text() == row.want);
    } else {
      CHECK(result.error().code == Errc::upstream);
      CHECK(contains(result.error().message, row.want));
    }
  }
}

TEST_CASE("an act that fails leaves its intent open") {
  Recorder journal;
  const EffectSteps steps{
      .find = []() -> Result<std::optional<Json>> { return std::optional<Json>(); },
      .act = []() -> Result<Json> { return fail(Errc::denied, "refused"); }};
  const auto result = perform(journal, RunState{}, kEffect, steps);
  REQUIRE_FALSE(result);
  CHECK(result.error().code == Errc::denied);
  CHECK(result.error().to_line() == "effect publish: refused");
  CHECK(journal.seen.size() == 1);
}

TEST_CASE("killed between act and confirmation, the next process adopts") {
  const store::TestFolder folder;
  const std::string proof = folder.path() + "/proof";
  const auto files = os::real_files();
  const Redactor none;
  os::FakeClock clock;
  const auto attempt = [&](bool dies) -> Result<Json> {
    TRY_ASSIGN(const auto journal,
               store::Journal::open(folder.path(), store::test_run(), clock, none));
    TRY_ASSIGN(const RunState state, replay(folder.path()));
    const EffectSteps steps{.find = [&]() -> Result<std::optional<Json>> {
                              TRY_ASSIGN(const auto there, files->stat(proof));
                              return there ? std::optional(Json("found")) : std::nullopt;
                            },
                            .act = [&]() -> Result<Json> {
                              TRY(files->append(proof, "x"));
                              if (dies) ::raise(SIGKILL);
                              return Json("acted");
                            }};
    return perform(*journal, state, kEffect, steps);
  };
  CHECK(store::in_child([&] { return attempt(true) ? 0 : 1; }) == -SIGKILL);
  CHECK(replay(folder.path())->effects.at("publish").done == std::nullopt);
  for (int round = 0; round < 2; ++round) {
    const auto result = attempt(false);
    REQUIRE(result);
    CHECK(result->text() == "found");
  }
  CHECK(*files->read(proof) == "x");
  CHECK(store::read_journal(folder.path())->events.size() == 2);
}

}  // namespace pawl::run::effects_test
