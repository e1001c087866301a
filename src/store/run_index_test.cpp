#include "store/run_index.hpp"

#include <doctest/doctest.h>

#include "base/text.hpp"
#include "os/clock.hpp"
#include "store/journal.hpp"
#include "store/salvage.hpp"
#include "store/test_support.hpp"

namespace pawl::store::run_index_test {
namespace {

struct Fixture {
  TestFolder folder;
  Layout layout{.config_folder = folder.path() + "/config", .state_folder = folder.path()};
  std::unique_ptr<os::Files> files = os::real_files();
  os::FakeClock clock;
  Redactor none;
  std::unique_ptr<Database> database = *Database::open(layout.database());

  // A run with a journal and its views.
  void make(const char* id, const char* target, bool ended) {
    const RunId run = test_run(id);
    REQUIRE(files->make_folders(layout.run(run), 0700));
    auto journal = Journal::open(layout.run(run), run, clock, none);
    REQUIRE(journal);
    clock.advance(Seconds(1));
    REQUIRE((*journal)->append(
        {.kind = EventKind::run_begin,
         .data = Json::object(
             {{"run", id}, {"target", target}, {"repository", target}, {"branch", "b"}})}));
    if (ended) {
      REQUIRE((*journal)->append(
          {.kind = EventKind::run_exit_clean,
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
  CHECK(*runs == std::vector<RunId>{test_run("a-000001"), test_run("demo-0a1b2c")});
}

TEST_CASE("views follow the state") {
  Fixture at;
  at.make("demo-0a1b2c", "/x", true);
  const std::string path = at.layout.state_file(test_run());
  const auto view = Json::parse(*at.files->read(path));
  REQUIRE(view);
  CHECK(*view == to_json(*load_run(at.layout, test_run())));
  CHECK((*view)["status"].text() == "partial");
  CHECK((**at.files->stat(path)).mode == 0600);
}

TEST_CASE("the index made again has the same rows") {
  Fixture at;
  at.make("demo-0a1b2c", "/x", true);
  at.make("demo-0a1bff", "/x", false);
  at.make("else-0a1bff", "/y", true);
  const std::string before = text_of(*at.database->runs(100));
  CHECK(line_count(before) == 3);

  RunState ghost;
  ghost.run = "ghost-000000";
  REQUIRE(at.database->put_run(ghost));
  REQUIRE(at.database->forget_run("demo-0a1b2c"));
  REQUIRE(at.database->open_pull({.repository = "r", .state = "open"}));
  std::vector<std::string> broken;
  const auto count = rebuild_index(*at.files, at.layout, *at.database, broken);
  REQUIRE(count);
  CHECK(*count == 3);
  CHECK(broken.empty());
  CHECK(text_of(*at.database->runs(100)) == before);
  CHECK(at.database->pulls("")->size() == 1);
}

TEST_CASE("what a killed run observed is caught up with, or made again") {
  Fixture at;
  at.make("demo-0a1b2c", "/x", false);
  const RunId run = test_run("demo-0a1b2c");
  auto journal = Journal::open(at.layout.run(run), run, at.clock, at.none);
  REQUIRE(journal);
  REQUIRE(
      (*journal)->append({.kind = EventKind::subtask_failed,
                          .data = Json::object({{"subtask", "T001-S01"},
                                                {"attempts", 1},
                                                {"paths", Json::array_of(std::vector{"a.py"})}})}));
  CHECK(at.database->observations({})->empty());
  REQUIRE(catch_up(at.layout, *at.database, "/y"));
  CHECK(at.database->observations({})->empty());
  REQUIRE(catch_up(at.layout, *at.database, "/x"));
  REQUIRE(catch_up(at.layout, *at.database, "/x"));
  const auto seen = at.database->observations({.repository = "/x"});
  REQUIRE(seen);
  REQUIRE(seen->size() == 1);
  CHECK(seen->front().paths == std::vector<std::string>{"a.py"});
  CHECK(seen->front().outcome == ObservationOutcome::fail);

  REQUIRE(at.database->replace_observations({}));
  std::vector<std::string> broken;
  CHECK(*rebuild_index(*at.files, at.layout, *at.database, broken) == 1);
  CHECK(*at.database->observations({.repository = "/x"}) == *seen);
}

TEST_CASE("a broken journal is named, and the others are kept") {
  Fixture at;
  at.make("demo-0a1b2c", "/x", true);
  at.make("else-0a1bff", "/y", true);
  const std::string journal = at.layout.run(test_run()) + "/events.jsonl";
  std::string bytes = *at.files->read(journal);
  bytes.insert(bytes.find('\n') + 1, "oops\n");
  REQUIRE(at.files->write_atomic(journal, bytes, 0600));
  const auto run = load_run(at.layout, test_run());
  REQUIRE_FALSE(run);
  CHECK(contains(run.error().to_line(), "line 2 is broken"));
  std::vector<std::string> broken;
  CHECK(*rebuild_index(*at.files, at.layout, *at.database, broken) == 1);
  CHECK(broken == std::vector<std::string>{"demo-0a1b2c"});
}

TEST_CASE("a journal under another run's name is refused") {
  Fixture at;
  at.make("demo-0a1b2c", "/x", true);
  REQUIRE(at.files->rename(at.layout.run(test_run()), at.layout.run(test_run("else-0a1bff"))));
  const auto run = load_run(at.layout, test_run("else-0a1bff"));
  REQUIRE_FALSE(run);
  CHECK(run.error().code == Errc::invalid);
}

TEST_CASE("what stands only in a damaged database is taken over, as far as it can be read") {
  Fixture at;
  for (int i = 1; i <= 400; ++i) {
    PullRow pull{.repository = "k", .location = "/x", .title = "Pull " + std::to_string(i)};
    pull.body = std::string(500, 'b');
    pull.state = "open";
    pull.created_at = pull.updated_at = "2026-01-01T00:00:00Z";
    REQUIRE(at.database->open_pull(pull));
  }
  IssueRow issue{.repository = "k", .location = "/x", .title = "An issue", .state = "open"};
  REQUIRE(at.database->open_issue(issue));
  at.database.reset();
  std::string bytes = *at.files->read(at.layout.database());
  // A page in the middle of the pull requests.
  const auto middle = bytes.find("Pull 200");
  REQUIRE(middle != std::string::npos);
  constexpr std::size_t kPage = 4096;
  std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(middle / kPage * kPage), kPage, 'x');
  const std::string aside = at.layout.database() + ".damaged";
  REQUIRE(at.files->rename(at.layout.database(), aside));
  REQUIRE(at.files->write_atomic(aside, bytes, 0600));
  at.database = *Database::open(at.layout.database());
  const auto salvaged = salvage(aside, at.layout.database());
  REQUIRE(salvaged.ok());
  CHECK(salvaged->lost == std::vector<std::string>{"pull requests"});
  REQUIRE(salvaged->kept.size() == 2);
  CHECK(salvaged->kept[1] == "1 issue");
  const auto pulls = *at.database->pulls("k");
  CHECK(pulls.size() > 300);
  CHECK(pulls.size() < 400);
  CHECK(at.database->pull("k", 1)->value().title == "Pull 1");
  CHECK(at.database->pull("k", 400)->value().title == "Pull 400");
  CHECK(at.database->issue("k", 401)->value().title == "An issue");

  REQUIRE(at.files->write_atomic(aside, std::string(9000, 'x'), 0600));
  const auto nothing = salvage(aside, at.layout.database());
  REQUIRE(nothing.ok());
  CHECK(nothing->kept.empty());
  CHECK(nothing->lost.size() == 4);
}

TEST_CASE("a damaged database is put aside and the index made again") {
  Fixture at;
  at.make("demo-0a1b2c", "/x", true);
  const std::string before = text_of(*at.database->runs(100));
  at.database.reset();
  REQUIRE(at.files->write_atomic(at.layout.database(), std::string(9000, 'x'), 0600));
  REQUIRE_FALSE(Database::open(at.layout.database()));
  const auto aside = put_database_aside(*at.files, at.layout, at.clock.now());
  REQUIRE(aside);
  CHECK(at.files->read(*aside)->size() == 9000);
  at.database = *Database::open(at.layout.database());
  std::vector<std::string> broken;
  CHECK(*rebuild_index(*at.files, at.layout, *at.database, broken) == 1);
  CHECK(text_of(*at.database->runs(100)) == before);
}

}  // namespace pawl::store::run_index_test
