#include "run/run_index.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "os/clock.hpp"
#include "run/events.hpp"
#include "run/work_events.hpp"
#include "store/journal.hpp"
#include "store/salvage.hpp"
#include "store/test_support.hpp"

namespace pawl::run::run_index_test {
namespace {

struct Fixture {
  store::TestFolder folder;
  store::Layout layout{.config_folder = folder.path() + "/config", .state_folder = folder.path()};
  std::unique_ptr<os::Files> files = os::real_files();
  os::FakeClock clock;
  Redactor none;
  std::unique_ptr<store::Database> database = *store::Database::open(layout.database());

  // A run with a journal and its views.
  void make(const char* id, const char* target, bool ended) {
    const RunId run = store::test_run(id);
    REQUIRE(files->make_folders(layout.run(run), 0700));
    auto journal = store::Journal::open(layout.run(run), run, clock, none);
    REQUIRE(journal);
    clock.advance(Seconds(1));
    REQUIRE((*journal)->append(
        {.kind = kRunBegin,
         .data = Json::object(
             {{"run", id}, {"target", target}, {"repository", target}, {"branch", "b"}})}));
    if (ended) {
      REQUIRE((*journal)->append(
          {.kind = kRunExitClean,
           .data = Json::object({{"state", "partial"}, {"exit", 7}, {"reason", ""}})}));
    }
    REQUIRE(write_views(*files, layout, *database, run, *load_run(layout, run)));
  }
};

std::string text_of(const std::vector<RunRow>& rows) {
  std::string out;
  for (const RunRow& row : rows) {
    out += row.run + " " + row.target + " " + row.status + " " + row.phase + " " + row.branch +
           " " + row.begun_at + " " + row.last_at + " " + std::to_string(row.exit) + " " +
           std::to_string(row.pr) + "\n";
  }
  return out;
}

}  // namespace

TEST_CASE("a run is found by its id or an unambiguous prefix") {
  Fixture at;
  CHECK(find_run(*at.files, at.layout, "x").error().message ==
        "no run \"x\"; there are no runs yet");
  at.make("demo-0a1b2c", "/x", false);
  at.make("demo-0a1bff", "/x", false);
  at.make("demo-app-123456", "/y", false);
  struct Row {
    const char* wanted;
    const char* found;  // "" for none
    const char* says;
  };
  const Row rows[] = {
      {"demo-0a1b2c", "demo-0a1b2c", ""},
      {"demo-0a1b2", "demo-0a1b2c", ""},
      {"demo-a", "demo-app-123456", ""},
      {"demo-0a1b", "", "fits 2 runs: demo-0a1b2c, demo-0a1bff"},
      {"demo-0a1b2d", "", "did you mean demo-0a1b2c?"},
      {"something-else", "", "`pawl list`"},
      {"", "", "no run \"\""},
      {"../demo-0a1b2c", "", "no run"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.wanted);
    const auto run = find_run(*at.files, at.layout, row.wanted);
    CHECK(run.ok() == !std::string(row.found).empty());
    if (run) {
      CHECK(run->text() == row.found);
    } else {
      CHECK(run.error().code == Errc::not_found);
      CHECK(contains(run.error().message, row.says));
    }
  }
}

TEST_CASE("only folders with a journal are runs") {
  Fixture at;
  CHECK(list_runs(*at.files, at.layout)->empty());
  at.make("demo-0a1b2c", "/x", true);
  at.make("a-000001", "/x", true);
  REQUIRE(at.files->make_folders(at.layout.runs() + "/empty-0a1b2c"));
  REQUIRE(at.files->make_folders(at.layout.runs() + "/no run"));
  const auto runs = list_runs(*at.files, at.layout);
  REQUIRE(runs);
  CHECK(*runs == std::vector<RunId>{store::test_run("a-000001"), store::test_run("demo-0a1b2c")});
}

TEST_CASE("views follow the state") {
  Fixture at;
  at.make("demo-0a1b2c", "/x", true);
  const std::string path = at.layout.state_file(store::test_run());
  const auto view = Json::parse(*at.files->read(path));
  REQUIRE(view);
  CHECK(*view == to_json(*load_run(at.layout, store::test_run())));
  CHECK((*view)["status"].text() == "partial");
  CHECK((**at.files->stat(path)).mode == 0600);
}

TEST_CASE("the journals say what the index and the memory hold") {
  Fixture at;
  at.make("demo-0a1b2c", "/x", true);
  at.make("demo-0a1bff", "/x", false);
  at.make("else-0a1bff", "/y", true);
  RunTable table(*at.database);
  const std::string before = text_of(*table.newest(100));
  CHECK(line_count(before) == 3);
  const RunId run = store::test_run("demo-0a1bff");
  auto journal = store::Journal::open(at.layout.run(run), run, at.clock, at.none);
  REQUIRE(journal);
  REQUIRE(
      (*journal)->append({.kind = kSubtaskFailed,
                          .data = Json::object({{"subtask", "T001-S01"},
                                                {"attempts", 1},
                                                {"paths", Json::array_of(std::vector{"a.py"})}})}));
  const auto read = read_runs(*at.files, at.layout);
  REQUIRE(read);
  CHECK(read->broken.empty());
  REQUIRE(read->observations.size() == 1);
  CHECK(read->observations.front().paths == std::vector<std::string>{"a.py"});
  REQUIRE(read->states.size() == 3);
  REQUIRE(table.replace({}));
  REQUIRE(table.replace(read->states));
  CHECK(line_count(text_of(*table.newest(100))) == 3);
}

TEST_CASE("a broken journal is named, and the others are kept") {
  Fixture at;
  at.make("demo-0a1b2c", "/x", true);
  at.make("else-0a1bff", "/y", true);
  const std::string journal = at.layout.run(store::test_run()) + "/events.jsonl";
  std::string bytes = *at.files->read(journal);
  bytes.insert(bytes.find('\n') + 1, "oops\n");
  REQUIRE(at.files->write_atomic(journal, bytes, 0600));
  const auto run = load_run(at.layout, store::test_run());
  REQUIRE_FALSE(run);
  CHECK(contains(run.error().to_line(), "line 2 is broken"));
  const auto read = read_runs(*at.files, at.layout);
  REQUIRE(read);
  CHECK(read->states.size() == 1);
  CHECK(read->broken == std::vector<std::string>{"demo-0a1b2c"});
}

TEST_CASE("a journal under another run's name is refused") {
  Fixture at;
  at.make("demo-0a1b2c", "/x", true);
  REQUIRE(at.files->rename(at.layout.run(store::test_run()),
                           at.layout.run(store::test_run("else-0a1bff"))));
  const auto run = load_run(at.layout, store::test_run("else-0a1bff"));
  REQUIRE_FALSE(run);
  CHECK(run.error().code == Errc::invalid);
}

TEST_CASE("a damaged database is put aside and the index made again") {
  Fixture at;
  at.make("demo-0a1b2c", "/x", true);
  const std::string before = text_of(*RunTable(*at.database).newest(100));
  at.database.reset();
  REQUIRE(at.files->write_atomic(at.layout.database(), std::string(9000, 'x'), 0600));
  REQUIRE_FALSE(store::Database::open(at.layout.database()));
  const auto aside = store::put_database_aside(*at.files, at.layout, at.clock.now());
  REQUIRE(aside);
  CHECK(at.files->read(*aside)->size() == 9000);
  at.database = *store::Database::open(at.layout.database());
  RunTable table(*at.database);
  REQUIRE(table.replace(read_runs(*at.files, at.layout)->states));
  CHECK(text_of(*table.newest(100)) == before);
}

}  // namespace pawl::run::run_index_test
