#include "runner/restore_database.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "forge/tables.hpp"
#include "llm/spending/ledger.hpp"
#include "run/run_index.hpp"
#include "store/salvage.hpp"
#include "store/test_support.hpp"

#ifndef PAWL_SOURCE_DIR
#define PAWL_SOURCE_DIR "."
#endif

namespace pawl::runner::restore_database_test {
namespace {

using Names = std::vector<std::string>;

// A copy of a database of an earlier Pawl (tests/golden/databases/README.md).
struct Earlier {
  store::TestFolder folder;
  store::Layout layout{.config_folder = folder.path() + "/config", .state_folder = folder.path()};
  std::unique_ptr<os::Files> files = os::real_files();
  std::unique_ptr<store::Database> database;

  Earlier() {
    const auto bytes =
        files->read(std::string(PAWL_SOURCE_DIR) + "/tests/golden/databases/schema-4.db");
    REQUIRE(bytes);
    REQUIRE(files->write_atomic(layout.database(), *bytes, 0600));
    auto opened = store::Database::open(layout.database());
    REQUIRE_MESSAGE(opened, opened.error().to_line());
    database = *std::move(opened);
  }
  std::string repository() {
    const auto seen = memory::ObservationTable(*database).find({});
    REQUIRE(seen);
    REQUIRE_FALSE(seen->empty());
    return seen->front().repository;
  }
  // All that stands only in the database.
  Names kept() { return *store::count_rows(*database, kept_tables()); }
};

const Names kAllRows = {"2 pull requests", "2 issues", "1 forgotten path", "3 observations",
                        "4 entries of the ledger"};

}  // namespace

TEST_CASE("a database of the earlier schema opens with all it holds") {
  Earlier at;
  CHECK(at.kept() == kAllRows);
  const auto runs = run::RunTable(*at.database).newest(10);
  REQUIRE(runs);
  REQUIRE(runs->size() == 3);
  CHECK((*runs)[0].run == "demo-37b4c3");
  CHECK((*runs)[0].status == "succeeded");
  CHECK((*runs)[0].pr == 4);
  CHECK((*runs)[2].status == "bailed");

  forge::Tables tables(*at.database);
  const std::string repository = at.repository();
  const auto pull = tables.pull(repository, 3);
  REQUIRE(pull);
  REQUIRE(*pull);
  CHECK((*pull)->state == "merged");
  CHECK((*pull)->title == "Mend sum.js");
  CHECK((*pull)->run == "demo-f439ae");
  CHECK((*pull)->merge_commit == "4bf568e6394f7785f1031256c8a43d4320681307");
  CHECK((*tables.pull(repository, 4))->state == "open");
  const auto issue = tables.issue(repository, 1);
  REQUIRE(issue);
  REQUIRE(*issue);
  CHECK((*issue)->title == "The sum is wrong");
  CHECK((*issue)->author == "ada");
  CHECK((*issue)->labels == Names{"bug", "sum"});
  CHECK((*tables.issue(repository, 2))->state == "closed");

  // other.js was forgotten; the two others are remembered.
  const auto seen = memory::ObservationTable(*at.database).find({});
  REQUIRE(seen);
  REQUIRE(seen->size() == 2);
  CHECK((*seen)[0].commit == "4bf568e6394f7785f1031256c8a43d4320681307");
  CHECK((*seen)[1].outcome == run::ObservationOutcome::fail);
  CHECK((*seen)[1].rules == Names{"syntax/parse-error"});

  const auto spent =
      llm::Ledger(*at.database)
          .reserve({.day = "2026-11-22", .process = {}, .wanted = {}, .prompt = {}, .limit = {}},
                   [](const store::LockHolder&) { return true; });
  REQUIRE(spent);
  CHECK(spent->spent.tokens == 818 + 923 + 827 + 741);

  // What is new can be kept in it.
  REQUIRE(tables.add_comment(repository, {.number = 4, .author = "ada", .body = "Good."}));
  at.database = *store::Database::open(at.layout.database());
  CHECK(forge::Tables(*at.database).comments(repository, 4, {.after = 0, .limit = 9})->size() == 1);
}

TEST_CASE("a rebuild of the index touches nothing that no journal holds") {
  Earlier at;
  forge::Tables tables(*at.database);
  const std::string repository = at.repository();
  const std::string head = (*tables.pull(repository, 4))->head_commit;
  REQUIRE(tables.add_comment(repository, {.number = 4, .author = "ada", .body = "Good."}));
  REQUIRE(*tables.add_review(repository, {.number = 4,
                                          .state = forge::ReviewState::approved,
                                          .head_commit = head,
                                          .comments = {{.path = "a", .line = 1, .body = "!"}}}));
  REQUIRE(*tables.put_check(repository, 4,
                            {.name = "build",
                             .head_commit = head,
                             .status = forge::CheckStatus::completed,
                             .conclusion = forge::Conclusion::success}));
  const Names before = at.kept();
  // The journals of these runs are gone, all of them.
  const auto rebuilt = rebuild_index(*at.files, at.layout, *at.database);
  REQUIRE(rebuilt);
  CHECK(rebuilt->runs == 0);
  CHECK(rebuilt->observations.made == 0);
  CHECK(rebuilt->observations.kept == 3);
  CHECK(rebuilt->untouched == Names{"2 pull requests", "2 issues", "1 comment", "1 review",
                                    "1 comment of a review", "1 check", "1 forgotten path",
                                    "4 entries of the ledger"});
  CHECK(at.kept() == before);
  CHECK(run::RunTable(*at.database).newest(10)->empty());
  CHECK(memory::ObservationTable(*at.database).find({})->size() == 2);
}

TEST_CASE("what stands nowhere else is taken over from a database that was put aside") {
  Earlier at;
  const Names before = at.kept();
  at.database.reset();
  const auto aside = store::put_database_aside(*at.files, at.layout, Timestamp());
  REQUIRE(aside);
  at.database = *store::Database::open(at.layout.database());
  CHECK(at.kept().empty());
  const auto salvaged = store::salvage(*aside, at.layout.database(), kept_tables());
  REQUIRE(salvaged);
  CHECK(salvaged->lost.empty());
  CHECK(salvaged->kept == before);
  CHECK(at.kept() == before);
}

}  // namespace pawl::runner::restore_database_test
