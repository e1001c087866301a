#include "fleet/table.hpp"

#include <doctest/doctest.h>

#include "fleet/announce.hpp"
#include "os/processes/process.hpp"
#include "store/test_support.hpp"

namespace pawl::fleet::table_test {
namespace {

using run::RunStatus;

const Timestamp kNow{Milliseconds(1'767'225'600'000)};

RunLine line(const char* id, RunStatus status, Milliseconds age) {
  RunLine out;
  out.row.run = id;
  out.row.target = "/x";
  out.row.repository = "/x/.git";
  out.row.pipeline = "local";
  out.row.begun_at = to_iso8601(kNow - age);
  out.row.last_at = out.row.begun_at;
  out.row.exit = is_live(status) ? -1 : 0;
  out.status = status;
  return out;
}

std::string shown(const Table& table, const Wanted& wanted) {
  std::string out;
  for (const RunLine& one : select_runs(table.runs, wanted, kNow)) out += one.row.run + " ";
  return out;
}

constexpr Milliseconds kMinute{60'000};

Table some_runs() {
  Table table;
  table.runs = {
      line("done", RunStatus::succeeded, kMinute), line("work", RunStatus::running, 2 * kMinute),
      line("mute", RunStatus::stalled, 3 * kMinute), line("gone", RunStatus::crashed, 90 * kMinute),
      line("shut", RunStatus::failed, 4 * kMinute)};
  table.runs.back().row.closed = true;
  return table;
}

}  // namespace

TEST_CASE("the table shows who is at work first, and closed runs only when asked") {
  const Table table = some_runs();
  CHECK(shown(table, {}) == "work mute done gone ");
  CHECK(shown(table, {.closed = true}) == "work mute done gone shut ");
  CHECK(shown(table, {.running = true}) == "work mute ");
  CHECK(shown(table, {.dead = true}) == "done gone ");
  CHECK(shown(table, {.stalled = true}) == "mute ");
  CHECK(shown(table, {.dead = true, .stalled = true}) == "mute done gone ");
  CHECK(shown(table, {.since = 60 * kMinute}) == "work mute done ");
  CHECK(shown(table, {.recent = 60 * kMinute}) == "done shut ");
  CHECK(shown(table, {.repositories = {"/x/.git"}}) == "work mute done gone ");
  CHECK(shown(table, {.repositories = {"/y"}}).empty());
  CHECK(shown(table, {.pipeline = "local"}) == "work mute done gone ");
  CHECK(shown(table, {.pipeline = "loc"}).empty());
}

TEST_CASE("what a run made stands below it, oldest first") {
  Table table;
  table.runs = {line("two", RunStatus::running, kMinute),
                line("one", RunStatus::succeeded, 2 * kMinute),
                line("other", RunStatus::running, 3 * kMinute),
                line("boss", RunStatus::succeeded, 4 * kMinute),
                line("orphan", RunStatus::failed, 5 * kMinute)};
  for (const std::size_t child : {0U, 1U}) table.runs[child].row.parent = "boss";
  table.runs[4].row.parent = "gone";
  CHECK(shown(table, {}) == "boss one two other orphan ");
  const auto lines = select_runs(table.runs, {}, kNow);
  CHECK(lines[0].depth == 0);
  CHECK(lines[1].depth == 1);
  CHECK(lines[2].depth == 1);
  CHECK(lines[4].depth == 0);
  CHECK(shown(table, {.parent = "boss"}) == "two one ");
  // Each the other's: nobody is left out.
  table.runs[3].row.parent = "one";
  CHECK(select_runs(table.runs, {}, kNow).size() == 5);
}

TEST_CASE("branches of parallel groups are shown below their parents, where they are wanted") {
  Table table = some_runs();
  for (const char* id : {"two", "one", "lost"}) {
    RunLine branch = line(id, RunStatus::succeeded, Milliseconds(0));
    branch.row.parent = std::string_view(id) == "lost" ? "away" : "mute";
    branch.row.branch_path = std::string("group/") + id;
    table.runs.insert(table.runs.begin(), branch);
  }
  RunLine inner = line("in", RunStatus::running, Milliseconds(0));
  inner.row.parent = "two";
  inner.row.branch_path = "more/in";
  table.runs.push_back(inner);
  CHECK(shown(table, {}) == "work mute done gone ");
  CHECK(shown(table, {.parent = "mute"}) == "one two ");
  CHECK(shown(table, {.branches = true}) == "work mute two in one lost done gone ");
  // A run that another one launched is no branch of it.
  RunLine child = line("kid", RunStatus::succeeded, kMinute);
  child.row.parent = "mute";
  table.runs = {child};
  CHECK(shown(table, {}) == "kid ");
}

TEST_CASE("a run is landable when its end is good, its work is there, and nobody decided") {
  RunLine one = line("a", RunStatus::succeeded, kMinute);
  CHECK_FALSE(is_landable(one));
  one.row.commits = 1;
  CHECK(is_landable(one));
  RunLine branch = one;
  branch.row.parent = "do-1a2b3c";
  CHECK(is_landable(branch));  // a run of a chain
  branch.row.branch_path = "reviews/races";
  CHECK_FALSE(is_landable(branch));
  one.row.decision = "skip";
  CHECK_FALSE(is_landable(one));
  one.row.decision.clear();
  one.row.landed = "main";
  CHECK_FALSE(is_landable(one));
  one = line("a", RunStatus::bailed, kMinute);
  one.row.commits = 1;
  CHECK_FALSE(is_landable(one));
}

TEST_CASE("ages are read and written in whole units") {
  CHECK(*parse_age("30s", "--since") == Milliseconds(30'000));
  CHECK(*parse_age("5m", "--since") == 5 * kMinute);
  CHECK(*parse_age("2h", "--since") == 120 * kMinute);
  CHECK(*parse_age("1d", "--since") == 1440 * kMinute);
  for (const char* wrong : {"", "5", "m", "-1m", "1w", "1.5h", "5m ", "99999999999d"}) {
    CAPTURE(wrong);
    const auto age = parse_age(wrong, "--since");
    REQUIRE_FALSE(age);
    CHECK(age.error().code == Errc::invalid);
  }
  CHECK(age_text(Milliseconds(-1)) == "0s");
  CHECK(age_text(Milliseconds(59'999)) == "59s");
  CHECK(age_text(kMinute) == "1m");
  CHECK(age_text(119 * kMinute) == "1h");
  CHECK(age_text(2 * 1440 * kMinute) == "2d");
}

TEST_CASE("of several sessions one is told of an end") {
  store::TestFolder folder;
  auto database = store::Database::open(folder.path() + "/pawl.db");
  REQUIRE(database);
  std::vector<RunLine> ended{line("a-0a1b2c", RunStatus::failed, kMinute)};
  CHECK(take_news(**database, ended)->size() == 1);
  CHECK(take_news(**database, ended)->empty());
  ended.front().row.attempt = 2;
  ended.push_back(line("b-0a1b2c", RunStatus::succeeded, kMinute));
  CHECK(take_news(**database, ended)->size() == 2);
}

}  // namespace pawl::fleet::table_test
