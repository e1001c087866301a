#include "memory/observation_table.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "memory/catch_up.hpp"
#include "os/clock.hpp"
#include "run/events.hpp"
#include "run/run_index.hpp"
#include "run/work_events.hpp"
#include "store/journal.hpp"
#include "store/test_support.hpp"

namespace pawl::memory::observation_table_test {
namespace {

using run::Observation;
using run::ObservationOutcome;
using Names = std::vector<std::string>;

const Timestamp kStart = *parse_iso8601("2026-01-01T00:00:00.000Z");

Observation seen(const char* run, const char* subtask, int second, Names paths,
                 const char* repository = "/here") {
  return {.run = run,
          .subtask = subtask,
          .repository = repository,
          .target = "/src/demo",
          .at = kStart + Seconds(second),
          .outcome = ObservationOutcome::fail,
          .failure_modes = {"syntax_invalid"},
          .rules = {"syntax/parse-error"},
          .paths = std::move(paths),
          .model = "m",
          .branch = "b",
          .base_commit = "c0",
          .reason = "why \"so\""};
}

// `run/subtask paths`, newest first.
Names all_of(store::Database& database, const std::string& repository = "") {
  const auto found = ObservationTable(database).find({.repository = repository});
  REQUIRE(found);
  Names out;
  for (const Observation& one : *found) {
    out.push_back(one.run + "/" + one.subtask + " " + join(one.paths, " "));
  }
  return out;
}

struct Disk {
  store::TestFolder folder;
  store::Layout layout{.config_folder = folder.path() + "/config", .state_folder = folder.path()};
  std::unique_ptr<store::Database> open() { return *store::Database::open(layout.database()); }
};

}  // namespace

TEST_CASE("the memory keeps every field, each observation once, newest first") {
  const Disk disk;
  const std::vector<Observation> both = {seen("a-000001", "T001-S01", 4, {"a.py", "b \"x\".py"}),
                                         seen("a-000001", "T001-S02", 8, {"c.py"})};
  auto database = *store::Database::open(disk.layout.database());
  REQUIRE(ObservationTable(*database).put(both));
  REQUIRE(ObservationTable(*database).put(both));
  database.reset();
  database = *store::Database::open(disk.layout.database());
  ObservationTable table(*database);
  const auto found = table.find({.repository = "/here"});
  REQUIRE(found);
  CHECK(*found == std::vector<Observation>{both[1], both[0]});
  CHECK(table.find({.repository = "/there"})->empty());
  CHECK(table.find({.limit = 1})->size() == 1);
  CHECK(table.find({.since = kStart + Seconds(5)})->size() == 1);
  CHECK(table.find({.since = kStart + Seconds(4)})->size() == 2);
}

TEST_CASE("what was forgotten stays so, of that repository and up to then") {
  const Disk disk;
  const auto database = *store::Database::open(disk.layout.database());
  ObservationTable table(*database);
  const std::vector<Observation> here = {seen("h-000001", "S1", 4, {"a.py", "b.py"}),
                                         seen("h-000001", "S2", 5, {"a.py"})};
  REQUIRE(table.put(here));
  REQUIRE(table.put(std::vector{seen("t-000001", "S1", 4, {"a.py"}, "/there")}));
  REQUIRE(table.forget("/here", Names{"a.py"}, kStart + Seconds(100)));
  CHECK(all_of(*database, "/here") == Names{"h-000001/S1 b.py"});
  CHECK(all_of(*database, "/there") == Names{"t-000001/S1 a.py"});
  // Made again from the journals, it is still forgotten; an older wish changes nothing.
  REQUIRE(table.forget("/here", Names{"a.py"}, kStart));
  REQUIRE(table.rebuild(Names{"h-000001"}, here));
  CHECK(all_of(*database, "/here") == Names{"h-000001/S1 b.py"});
  REQUIRE(table.put(std::vector{seen("h-000001", "S3", 200, {"a.py"})}));
  CHECK(all_of(*database, "/here") == Names{"h-000001/S3 a.py", "h-000001/S1 b.py"});
  REQUIRE(table.forget("/here", {}, kStart + Seconds(300)));
  CHECK(all_of(*database, "/here").empty());
}

TEST_CASE("only observations of runs that were read again are made again") {
  const Disk disk;
  const auto database = *store::Database::open(disk.layout.database());
  ObservationTable table(*database);
  REQUIRE(table.put(std::vector{seen("gone-000001", "S1", 1, {"a.py"}),
                                seen("kept-000001", "S1", 2, {"b.py"}),
                                seen("kept-000001", "S9", 3, {"never.py"})}));
  const auto rebuilt = table.rebuild(
      Names{"kept-000001"},
      std::vector{seen("kept-000001", "S1", 2, {"c.py"}), seen("kept-000001", "S1", 2, {"c.py"})});
  REQUIRE(rebuilt);
  CHECK(rebuilt->made == 1);
  CHECK(rebuilt->kept == 1);
  CHECK(all_of(*database) == Names{"kept-000001/S1 c.py", "gone-000001/S1 a.py"});
}

TEST_CASE("what a killed run observed is caught up with") {
  Disk disk;
  const auto files = os::real_files();
  os::FakeClock clock;
  const Redactor none;
  const auto database = disk.open();
  const RunId run = store::test_run();
  REQUIRE(files->make_folders(disk.layout.run(run), 0700));
  auto journal = store::Journal::open(disk.layout.run(run), run, clock, none);
  REQUIRE(journal);
  REQUIRE((*journal)->append(
      {.kind = run::kRunBegin,
       .data = Json::object(
           {{"run", run.text()}, {"target", "/x"}, {"repository", "/x"}, {"branch", "b"}})}));
  REQUIRE(run::write_views(*files, disk.layout, *database, run, *run::load_run(disk.layout, run)));
  REQUIRE(
      (*journal)->append({.kind = run::kSubtaskFailed,
                          .data = Json::object({{"subtask", "T001-S01"},
                                                {"attempts", 1},
                                                {"paths", Json::array_of(std::vector{"a.py"})}})}));
  REQUIRE(catch_up(disk.layout, *database, "/y"));
  CHECK(all_of(*database).empty());
  REQUIRE(catch_up(disk.layout, *database, "/x"));
  REQUIRE(catch_up(disk.layout, *database, "/x"));
  CHECK(all_of(*database, "/x") == Names{run.text() + "/T001-S01 a.py"});
}

}  // namespace pawl::memory::observation_table_test
