#include "runner/run_journal.hpp"

#include <doctest/doctest.h>

#include <thread>

#include "os/files/test_folder.hpp"
#include "run/events.hpp"
#include "run/replay.hpp"
#include "run/snapshot.hpp"
#include "run/work_events.hpp"

namespace pawl::runner::run_journal_test {
namespace {

const Redactor kNothingSecret;

struct Fixture {
  os::TestFolder folder;
  std::unique_ptr<os::Files> files = os::real_files();
  std::unique_ptr<os::Clock> clock = os::real_clock();
  store::Layout layout;
  RunId id = *RunId::parse("demo-0a1b2c");
  std::unique_ptr<store::Database> database;

  Fixture() {
    layout.state_folder = folder.path();
    REQUIRE(files->make_folders(layout.run(id), 0700));
    auto opened = store::Database::open(layout.database());
    REQUIRE(opened);
    database = *std::move(opened);
  }

  std::unique_ptr<RunJournal> open(run::RunState state = {}) {
    auto file = store::Journal::open(layout.run(id), id, *clock, kNothingSecret);
    REQUIRE(file);
    return std::make_unique<RunJournal>(
        *std::move(file), std::move(state),
        JournalPorts{.clock = *clock, .files = *files, .database = *database}, layout, id,
        [](const JournalEvent&, const run::RunState&) {});
  }
};

Event begun() { return {run::kRunBegin, Json::object({{"run", "demo-0a1b2c"}, {"target", "/t"}})}; }
Event stage(const EventKind& kind, const char* name) {
  return {kind, Json::object({{"stage", name}})};
}
Event operation(int number) {
  return {run::kRunOperation, Json::object({{"text", "step " + std::to_string(number)}})};
}

}  // namespace

TEST_CASE("the state of a run is read while other threads append") {
  Fixture fixture;
  const auto journal = fixture.open();
  REQUIRE(journal->append(begun()));
  constexpr int kEach = 300;
  const auto write = [&] {
    for (int i = 0; i < kEach; ++i) {
      const bool appended = journal->append(operation(i)).ok();
      PAWL_CHECK(appended, "an event was not appended");
    }
  };
  std::thread one(write);
  std::thread two(write);
  std::uint64_t seen = 0;
  while (seen < 2 * kEach + 1) {
    const run::RunState state = journal->state();
    CHECK(state.last_seq >= seen);
    CHECK((state.last_seq == 1 || state.operation.starts_with("step ")));
    seen = state.last_seq;
  }
  one.join();
  two.join();
  const auto replayed = run::replay(fixture.layout.run(fixture.id));
  REQUIRE(replayed);
  CHECK(*replayed == journal->state());
}

TEST_CASE("events tell the node they happened in") {
  Fixture fixture;
  const auto journal = fixture.open();
  const auto node = [&](const Event& event) {
    REQUIRE(journal->append(event));
    return store::read_journal(fixture.layout.run(fixture.id))->events.back().node;
  };
  CHECK(node(begun()).empty());
  CHECK(node(stage(run::kStageBegin, "work")).empty());
  CHECK(node(operation(1)) == "work");
  CHECK(node({run::kSubtaskBegin, Json::object({{"subtask", "T001-S01"}, {"attempt", 1}})}) ==
        "work/T001-S01");
  CHECK(node({run::kRunHeartbeat, Json::object({{"pid", 1}})}).empty());
  CHECK(node(stage(run::kStageEnd, "work")) == "work");
  CHECK(node(operation(2)).empty());
}

TEST_CASE("a long run keeps snapshots, but not beside another writer") {
  Fixture fixture;
  const std::string folder = fixture.layout.run(fixture.id);
  {
    const auto journal = fixture.open();
    REQUIRE(journal->append(begun()));
    for (int i = 0; i < 1100; ++i) REQUIRE(journal->append(operation(i)));
  }
  const auto snapshot = run::read_snapshot(folder);
  REQUIRE(snapshot);
  CHECK(snapshot->at.seq >= run::kSnapshotEvery);
  const auto replayed = run::replay(folder);
  REQUIRE(replayed);
  CHECK(replayed->last_seq == 1101);
  CHECK(replayed->operation == "step 1099");

  const auto journal = fixture.open(*replayed);
  const auto other = store::Journal::open(folder, fixture.id, *fixture.clock, kNothingSecret);
  REQUIRE(other);
  REQUIRE((*other)->append({run::kRunPhase, Json::object({{"phase", "DONE"}})}));
  for (int i = 0; i < 1100; ++i) REQUIRE(journal->append(operation(i)));
  CHECK(run::read_snapshot(folder)->at == snapshot->at);
  CHECK(run::replay(folder)->phase == "DONE");
}

}  // namespace pawl::runner::run_journal_test
