#include "run/run_table.hpp"

#include <doctest/doctest.h>

#include <thread>

#include "store/test_support.hpp"

namespace pawl::run::run_table_test {
namespace {

struct Fixture {
  store::TestFolder folder;
  std::string path = folder.path() + "/pawl.db";
  std::unique_ptr<store::Database> open() {
    auto database = store::Database::open(path);
    REQUIRE(database);
    return *std::move(database);
  }
};

RunState run_of(const char* id, const char* target, int begun_s, std::uint64_t seq = 1) {
  RunState state;
  state.run = id;
  state.target = target;
  state.branch = "pawl/improve";
  state.begun_at = Timestamp(Seconds(1'767'225'600 + begun_s));
  state.last_at = state.begun_at;
  state.last_seq = seq;
  return state;
}

std::vector<std::string> names(const Result<std::vector<RunRow>>& rows) {
  std::vector<std::string> out;
  REQUIRE(rows);
  for (const RunRow& row : *rows) out.push_back(row.run);
  return out;
}

}  // namespace

TEST_CASE("the index lists runs, newest first") {
  Fixture at;
  const auto database = at.open();
  RunTable runs(*database);
  REQUIRE(runs.put(run_of("a-000001", "/x", 10)));
  REQUIRE(runs.put(run_of("b-000002", "/y", 30)));
  REQUIRE(runs.put(run_of("c-000003", "/x", 20)));
  using Names = std::vector<std::string>;
  CHECK(names(runs.newest(10)) == Names{"b-000002", "c-000003", "a-000001"});
  CHECK(names(runs.newest(1)) == Names{"b-000002"});
  CHECK(names(runs.of_target("/x")) == Names{"c-000003", "a-000001"});
  REQUIRE(runs.replace(std::vector{run_of("d-000004", "/z", 1)}));
  CHECK(names(runs.newest(10)) == Names{"d-000004"});
  REQUIRE(runs.replace({}));
  CHECK(names(runs.newest(10)).empty());
}

TEST_CASE("a row has what a table of many runs shows") {
  Fixture at;
  const auto database = at.open();
  RunTable runs(*database);
  RunState state = run_of("a-000001", "/x", 10);
  state.repository = "/x/.git";
  state.pipeline = "local";
  state.client = "claude:x";
  state.parent = "boss-000001";
  state.branch_path = "reviews/a";
  state.description = "words";
  state.last_stage = "verify";
  state.bail_class = "infra";
  state.decision = "skip";
  state.closed = true;
  state.attempt = 3;
  state.cost = {.tokens_in = 30, .tokens_out = 12, .micros = 7, .unpriced = 2};
  state.effects["commit:plan"] = {.kind = "commit", .done = Json::object()};
  state.effects["commit:verify"] = {.kind = "commit"};
  state.landed = LandedRef{.target = "main"};
  REQUIRE(runs.put(state));
  const auto rows = runs.newest(10);
  REQUIRE(rows);
  REQUIRE(rows->size() == 1);
  const RunRow& row = rows->front();
  CHECK(row.repository == "/x/.git");
  CHECK(row.pipeline == "local");
  CHECK(row.client == "claude:x");
  CHECK(row.parent == "boss-000001");
  CHECK(row.branch_path == "reviews/a");
  CHECK(row.description == "words");
  CHECK(row.stage == "verify");
  CHECK(row.bail_class == "infra");
  CHECK(row.decision == "skip");
  CHECK(row.closed);
  CHECK(row.attempt == 3);
  CHECK(row.tokens == 42);
  CHECK(row.micros == 7);
  CHECK(row.unpriced == 2);
  CHECK(row.commits == 1);
  CHECK(row.landed == "main");
  REQUIRE(runs.forget("a-000001"));
  CHECK(runs.newest(10)->empty());
}

TEST_CASE("a row follows its run, never backwards") {
  Fixture at;
  const auto database = at.open();
  RunTable runs(*database);
  RunState state = run_of("a-000001", "/x", 10, 5);
  state.phase = "WORKING";
  REQUIRE(runs.put(state));
  RunState newer = state;
  newer.last_seq = 9;
  newer.status = RunStatus::partial;
  newer.phase = "DONE";
  newer.exit = 7;
  newer.pr = PullRequestRef{.number = 4};
  REQUIRE(runs.put(newer));
  REQUIRE(runs.put(state));
  const auto rows = runs.newest(10);
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

TEST_CASE("many processes make and fill one database") {
  constexpr int kProcesses = 6;
  constexpr int kEach = 10;
  Fixture at;
  std::vector<pid_t> children;
  for (int process = 0; process < kProcesses; ++process) {
    const pid_t child = ::fork();
    if (child == 0) {
      auto database = store::Database::open(at.path);
      bool good = database.ok();
      for (int i = 0; good && i < kEach; ++i) {
        const std::string run_id = "r" + std::to_string(process) + "-" + std::to_string(i);
        good = RunTable(**database).put(run_of(run_id.c_str(), "/x", i)).ok();
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
  CHECK(names(RunTable(*at.open()).newest(1000)).size() == std::size_t{kProcesses} * kEach);
}

TEST_CASE("threads share one database") {
  Fixture at;
  const auto database = at.open();
  RunTable runs(*database);
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      for (int i = 0; i < 10; ++i) {
        const std::string run_id = std::to_string(thread) + "-" + std::to_string(i);
        if (!runs.put(run_of(run_id.c_str(), "/x", i))) std::abort();
        if (!runs.newest(5)) std::abort();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(names(runs.newest(1000)).size() == 40);
}

}  // namespace pawl::run::run_table_test
