#include "store/database.hpp"

#include <doctest/doctest.h>

#include <set>
#include <thread>

#include <sys/stat.h>

#include "base/text.hpp"
#include "store/sqlite.hpp"
#include "store/test_support.hpp"

namespace pawl::store::database_test {
namespace {

struct Fixture {
  TestFolder folder;
  std::string path = folder.path() + "/pawl.db";
  std::unique_ptr<Database> open() {
    auto database = Database::open(path);
    REQUIRE(database);
    return *std::move(database);
  }
};

RunState run(const char* id, const char* target, int begun_s, std::uint64_t seq = 1) {
  RunState state;
  state.run = id;
  state.target = target;
  state.branch = "pawl/improve";
  state.begun_at = Timestamp(Seconds(1'767'225'600 + begun_s));
  state.last_at = state.begun_at;
  state.last_seq = seq;
  return state;
}

PullRow pull(const char* repository, const char* run_id) {
  return {.repository = repository,
          .location = "/src/demo",
          .title = "Improve \"demo\"; DROP TABLE pulls",
          .body = "line\nline ü",
          .state = "open",
          .base = "main",
          .branch = "pawl/improve",
          .base_commit = "b0",
          .head_commit = "h1",
          .run = run_id,
          .labels = {"pawl", "a,b"},
          .created_at = "2026-01-01T00:00:00.000Z",
          .updated_at = "2026-01-01T00:00:00.000Z"};
}

std::vector<std::string> names(const Result<std::vector<RunRow>>& rows) {
  std::vector<std::string> out;
  REQUIRE(rows);
  for (const RunRow& row : *rows) out.push_back(row.run);
  return out;
}

unsigned mode_of(const std::string& path) {
  struct stat facts {};
  return ::stat(path.c_str(), &facts) == 0 ? facts.st_mode & 0777U : 0;
}

}  // namespace

TEST_CASE("the index lists runs, newest first") {
  Fixture at;
  const auto database = at.open();
  REQUIRE(database->put_run(run("a-000001", "/x", 10)));
  REQUIRE(database->put_run(run("b-000002", "/y", 30)));
  REQUIRE(database->put_run(run("c-000003", "/x", 20)));
  using Names = std::vector<std::string>;
  CHECK(names(database->runs(10)) == Names{"b-000002", "c-000003", "a-000001"});
  CHECK(names(database->runs(1)) == Names{"b-000002"});
  CHECK(names(database->runs_of("/x")) == Names{"c-000003", "a-000001"});
  REQUIRE(database->forget_run("c-000003"));
  CHECK(names(database->runs_of("/x")) == Names{"a-000001"});
  REQUIRE(database->replace_runs(std::vector{run("d-000004", "/z", 1)}));
  CHECK(names(database->runs(10)) == Names{"d-000004"});
  REQUIRE(database->clear_runs());
  CHECK(names(database->runs(10)).empty());
}

TEST_CASE("a row follows its run, never backwards") {
  Fixture at;
  const auto database = at.open();
  RunState state = run("a-000001", "/x", 10, 5);
  state.phase = "WORKING";
  REQUIRE(database->put_run(state));
  RunState newer = state;
  newer.last_seq = 9;
  newer.status = RunStatus::partial;
  newer.phase = "DONE";
  newer.exit = 7;
  newer.pr = PullRequestRef{.number = 4};
  REQUIRE(database->put_run(newer));
  REQUIRE(database->put_run(state));
  const auto rows = database->runs(10);
  REQUIRE(rows);
  REQUIRE(rows->size() == 1);
  const RunRow& row = rows->front();
  CHECK(row.status == "partial");
  CHECK(row.phase == "DONE");
  CHECK(row.exit == 7);
  CHECK(row.pr == 4);
  CHECK(row.target == "/x");
  CHECK(row.branch == "pawl/improve");
  CHECK(row.begun_at == "2026-01-01T00:00:10.000Z");
}

TEST_CASE("pull requests are numbered per repository and adopted by run") {
  Fixture at;
  const auto database = at.open();
  struct Row {
    const char* repository;
    const char* run;
    std::int64_t number;
    bool created;
  };
  const Row rows[] = {{"one", "a-000001", 1, true},  {"one", "b-000002", 2, true},
                      {"one", "a-000001", 1, false}, {"two", "a-000001", 1, true},
                      {"one", "", 3, true},          {"one", "", 4, true}};
  for (const Row& row : rows) {
    CAPTURE(row.repository);
    CAPTURE(row.run);
    const auto opened = database->open_pull(pull(row.repository, row.run));
    REQUIRE(opened);
    CHECK(opened->pull.number == row.number);
    CHECK(opened->created == row.created);
  }
  CHECK(database->pulls("one")->size() == 4);
  CHECK(database->pulls("")->size() == 5);
  CHECK_FALSE(*database->pull("one", 9));
}

TEST_CASE("an issue keeps every field, and takes no number of a pull request") {
  Fixture at;
  auto database = at.open();
  REQUIRE(database->open_pull(pull("one", "a-000001")));
  const auto made = database->open_issue({.number = 77,
                                          .repository = "one",
                                          .location = "/src/demo",
                                          .title = "It's \"stuck\"",
                                          .body = "line\nline ü",
                                          .state = "open",
                                          .author = "ada",
                                          .labels = {"a,b"},
                                          .created_at = "2026-01-01T00:00:00.000Z",
                                          .updated_at = "2026-01-01T00:00:00.000Z"});
  REQUIRE(made);
  CHECK(made->number == 2);
  PullRow next = pull("one", "b-000002");
  next.fixes = 2;
  CHECK(database->open_pull(next)->pull.number == 3);
  CHECK((*database->pull("one", 3))->fixes == 2);

  IssueRow row = *made;
  row.state = "closed";
  row.closed_by = 3;
  row.updated_at = "2026-01-02T00:00:00.000Z";
  REQUIRE(database->update_issue(row));
  database.reset();
  database = at.open();
  const auto found = database->issue("one", 2);
  REQUIRE(found);
  REQUIRE(*found);
  CHECK((*found)->title == "It's \"stuck\"");
  CHECK((*found)->body == "line\nline ü");
  CHECK((*found)->state == "closed");
  CHECK((*found)->author == "ada");
  CHECK((*found)->labels == std::vector<std::string>{"a,b"});
  CHECK((*found)->closed_by == 3);
  CHECK((*found)->location == "/src/demo");
  CHECK((*found)->created_at == "2026-01-01T00:00:00.000Z");
  CHECK((*found)->updated_at == "2026-01-02T00:00:00.000Z");
  CHECK(database->issues("one")->size() == 1);
  CHECK(database->issues("two")->empty());
  CHECK_FALSE(*database->issue("one", 1));
  row.number = 9;
  REQUIRE_FALSE(database->update_issue(row));
}

TEST_CASE("a pull request keeps every field") {
  Fixture at;
  auto database = at.open();
  PullRow row = database->open_pull(pull("one", "a-000001"))->pull;
  row.state = "merged";
  row.merge_commit = "m1";
  row.head_commit = "h2";
  row.labels = {};
  row.updated_at = "2026-01-02T00:00:00.000Z";
  REQUIRE(database->update_pull(row));
  database.reset();
  database = at.open();
  const auto found = database->pull("one", 1);
  REQUIRE(found);
  REQUIRE(*found);
  CHECK((*found)->state == "merged");
  CHECK((*found)->merge_commit == "m1");
  CHECK((*found)->head_commit == "h2");
  CHECK((*found)->title == "Improve \"demo\"; DROP TABLE pulls");
  CHECK((*found)->body == "line\nline ü");
  CHECK((*found)->labels.empty());
  CHECK((*found)->location == "/src/demo");
  CHECK((*found)->created_at == "2026-01-01T00:00:00.000Z");
  CHECK((*found)->updated_at == "2026-01-02T00:00:00.000Z");

  row.number = 8;
  const Status missing = database->update_pull(row);
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code == Errc::not_found);
  row.number = 1;
  row.state = "half-merged";
  CHECK_FALSE(database->update_pull(row));
}

TEST_CASE("the database is private") {
  Fixture at;
  {
    const auto database = at.open();
    REQUIRE(database->put_run(run("a-000001", "/x", 10)));
    CHECK(mode_of(at.path) == 0600);
    CHECK(mode_of(at.path + "-wal") == 0600);
  }
  ::chmod(at.path.c_str(), 0644);
  at.open();
  CHECK(mode_of(at.path) == 0600);
}

TEST_CASE("what is no database of ours is refused, and stays as it is") {
  struct Row {
    const char* name;
    const char* says;
  };
  const auto files = os::real_files();
  const auto check = [&](const Fixture& at, const char* says) {
    const auto opened = Database::open(at.path);
    REQUIRE_FALSE(opened);
    CHECK(opened.error().code == Errc::invalid);
    CHECK(contains(opened.error().to_line(), says));
    CHECK(contains(opened.error().to_line(), at.path));
  };
  SUBCASE("another file") {
    const Fixture at;
    const std::string text(5000, 'x');
    REQUIRE(files->write_atomic(at.path, text, 0600));
    check(at, "pawl doctor --rebuild-index");
    CHECK(*files->read(at.path) == text);
  }
  SUBCASE("a damaged file") {
    Fixture at;
    at.open();
    std::string bytes = *files->read(at.path);
    for (std::size_t i = 100; i < bytes.size(); ++i) bytes[i] = 'x';
    REQUIRE(files->write_atomic(at.path, bytes, 0600));
    check(at, "pawl doctor --rebuild-index");
  }
  SUBCASE("a newer schema") {
    Fixture at;
    at.open();
    REQUIRE((*Connection::open(at.path))->run("PRAGMA user_version=99"));
    check(at, "newer Pawl");
  }
}

TEST_CASE("many processes make and fill one database") {
  constexpr int kProcesses = 6;
  constexpr int kEach = 10;
  Fixture at;
  std::vector<pid_t> children;
  for (int process = 0; process < kProcesses; ++process) {
    const pid_t child = ::fork();
    if (child == 0) {
      auto database = Database::open(at.path);
      bool good = database.ok();
      for (int i = 0; good && i < kEach; ++i) {
        const std::string run_id = "r" + std::to_string(process) + "-" + std::to_string(i);
        good = (*database)->open_pull(pull("one", run_id.c_str())).ok();
      }
      ::_exit(good ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    ::waitpid(child, &status, 0);
    CHECK(status == 0);
  }
  const auto pulls = at.open()->pulls("one");
  REQUIRE(pulls);
  REQUIRE(pulls->size() == std::size_t{kProcesses} * kEach);
  for (std::size_t i = 0; i < pulls->size(); ++i) {
    CHECK((*pulls)[i].number == static_cast<std::int64_t>(i + 1));
  }
}

TEST_CASE("threads share one database") {
  Fixture at;
  const auto database = at.open();
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      for (int i = 0; i < 10; ++i) {
        const std::string run_id = std::to_string(thread) + "-" + std::to_string(i);
        if (!database->open_pull(pull("one", run_id.c_str()))) std::abort();
        if (!database->runs(5)) std::abort();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(database->pulls("one")->size() == 40);
}

}  // namespace pawl::store::database_test
