#include "forge/tables.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "base/text/text.hpp"
#include "os/files/files.hpp"
#include "store/sqlite.hpp"
#include "store/test_support.hpp"

namespace pawl::forge::tables_test {
namespace {

constexpr Slice kAll{.after = 0, .limit = 1000};

struct Fixture {
  store::TestFolder folder;
  std::string path = folder.path() + "/pawl.db";
  std::unique_ptr<store::Database> open() {
    auto database = store::Database::open(path);
    REQUIRE(database);
    return *std::move(database);
  }
};

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

}  // namespace

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
    const auto opened = Tables(*database).open_pull(pull(row.repository, row.run));
    REQUIRE(opened);
    CHECK(opened->pull.number == row.number);
    CHECK(opened->created == row.created);
  }
  CHECK(Tables(*database).pulls("one", "", kAll)->size() == 4);
  CHECK(Tables(*database).pulls("two", "", kAll)->size() == 1);
  CHECK(Tables(*database).pulls("one", "closed", kAll)->empty());
  CHECK((*Tables(*database).pull_of_run("one", "b-000002"))->number == 2);
  CHECK_FALSE(*Tables(*database).pull_of_run("one", ""));
  CHECK_FALSE(*Tables(*database).pull("one", 9));
}

TEST_CASE("an issue keeps every field, and takes no number of a pull request") {
  Fixture at;
  auto database = at.open();
  REQUIRE(Tables(*database).open_pull(pull("one", "a-000001")));
  const auto made = Tables(*database).open_issue({.number = 77,
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
  CHECK(Tables(*database).open_pull(next)->pull.number == 3);
  CHECK((*Tables(*database).pull("one", 3))->fixes == 2);

  IssueRow row = *made;
  row.state = "closed";
  row.closed_by = 3;
  row.updated_at = "2026-01-02T00:00:00.000Z";
  REQUIRE(Tables(*database).update_issue(row));
  database.reset();
  database = at.open();
  const auto found = Tables(*database).issue("one", 2);
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
  CHECK(Tables(*database).issues("one", kAll)->size() == 1);
  CHECK(Tables(*database).issues("two", kAll)->empty());
  CHECK_FALSE(*Tables(*database).issue("one", 1));
  row.number = 9;
  REQUIRE_FALSE(Tables(*database).update_issue(row));
}

TEST_CASE("a pull request keeps every field") {
  Fixture at;
  auto database = at.open();
  PullRow row = Tables(*database).open_pull(pull("one", "a-000001"))->pull;
  row.state = "merged";
  row.merge_commit = "m1";
  row.head_commit = "h2";
  row.labels = {};
  row.updated_at = "2026-01-02T00:00:00.000Z";
  REQUIRE(Tables(*database).update_pull(row));
  database.reset();
  database = at.open();
  const auto found = Tables(*database).pull("one", 1);
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
  const Status missing = Tables(*database).update_pull(row);
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code == Errc::not_found);
  row.number = 1;
  row.state = "half-merged";
  CHECK_FALSE(Tables(*database).update_pull(row));
}

TEST_CASE("many processes number pull requests of one repository without a gap") {
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
        good = Tables(**database).open_pull(pull("one", run_id.c_str())).ok();
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
  const auto database = at.open();
  const auto pulls = Tables(*database).pulls("one", "", kAll);
  REQUIRE(pulls);
  REQUIRE(pulls->size() == std::size_t{kProcesses} * kEach);
  for (std::size_t i = 0; i < pulls->size(); ++i) {
    CHECK((*pulls)[i].number == static_cast<std::int64_t>(i + 1));
  }
}

TEST_CASE("what stands only in a damaged database is taken over, as far as it can be read") {
  Fixture at;
  const auto files = os::real_files();
  auto database = at.open();
  for (int i = 1; i <= 400; ++i) {
    PullRow pull{.repository = "k", .location = "/x", .title = "Pull " + std::to_string(i)};
    pull.body = std::string(500, 'b');
    pull.state = "open";
    pull.created_at = pull.updated_at = "2026-01-01T00:00:00Z";
    REQUIRE(Tables(*database).open_pull(pull));
  }
  REQUIRE(Tables(*database).add_comment("k", {.number = 1, .author = "ada", .body = "Well."}));
  IssueRow issue{.repository = "k", .location = "/x", .title = "An issue", .state = "open"};
  REQUIRE(Tables(*database).open_issue(issue));
  database.reset();
  std::string bytes = *files->read(at.path);
  // A page in the middle of the pull requests.
  const auto middle = bytes.find("Pull 200");
  REQUIRE(middle != std::string::npos);
  constexpr std::size_t kPage = 4096;
  std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(middle / kPage * kPage), kPage, 'x');
  const std::string aside = at.path + ".damaged";
  REQUIRE(files->rename(at.path, aside));
  REQUIRE(files->write_atomic(aside, bytes, 0600));
  database = at.open();
  const auto salvaged = store::salvage(aside, at.path, kept_tables());
  REQUIRE(salvaged.ok());
  CHECK(salvaged->lost == std::vector<std::string>{"pull requests"});
  REQUIRE(salvaged->kept.size() == 3);
  CHECK(salvaged->kept[1] == "1 issue");
  CHECK(salvaged->kept[2] == "1 comment");
  const auto pulls = *Tables(*database).pulls("k", "", kAll);
  CHECK(pulls.size() > 300);
  CHECK(pulls.size() < 400);
  CHECK(Tables(*database).pull("k", 1)->value().title == "Pull 1");
  CHECK(Tables(*database).pull("k", 400)->value().title == "Pull 400");
  CHECK(Tables(*database).issue("k", 401)->value().title == "An issue");

  REQUIRE(files->write_atomic(aside, std::string(9000, 'x'), 0600));
  const auto nothing = store::salvage(aside, at.path, kept_tables());
  REQUIRE(nothing.ok());
  CHECK(nothing->kept.empty());
  CHECK(nothing->lost.size() == kept_tables().size());
}

}  // namespace pawl::forge::tables_test
