#include "planner/rules/failure_history.hpp"

#include <doctest/doctest.h>

#include <set>

#include "base/text/text.hpp"

namespace pawl::planner::failure_history_test {
namespace {

using Names = std::vector<std::string>;
constexpr Timestamp kNow{Milliseconds(1'767'225'600'000)};
constexpr auto kDay = std::chrono::hours(24);

Subtask subtask(const char* id, Names hints) {
  return {.id = id, .title = std::string("Do ") + id, .file_hints = std::move(hints)};
}

TaskPlan plan() {
  return {.tasks = {
              {.id = "T001",
               .title = "One",
               .subtasks = {subtask("T001-S01", {"a.py"}), subtask("T001-S02", {"b.py"})}},
              {.id = "T002", .title = "Two", .subtasks = {subtask("T002-S01", {"a.py", "c.py"})}}}};
}

PastSubtask past(Milliseconds age, bool succeeded, Names paths) {
  return {.run = "demo-0a1b2c",
          .subtask = "T001-S01",
          .at = kNow - age,
          .succeeded = succeeded,
          .paths = std::move(paths),
          .failure_modes = {"syntax_invalid"},
          .rules = {"syntax/parse-error"}};
}
PastSubtask fail(Milliseconds age, Names paths = {"a.py"}) {
  return past(age, false, std::move(paths));
}
PastSubtask success(Milliseconds age, Names paths = {"a.py"}) {
  return past(age, true, std::move(paths));
}

HistoryFilter filter(const std::vector<PastSubtask>& pasts, int threshold = 2,
                     const std::set<std::string>& needed = {}) {
  return filter_by_failure_history(plan(), {.past = pasts,
                                            .now = kNow,
                                            .threshold = threshold,
                                            .named_by_failing_test = [&](const std::string& path) {
                                              return needed.contains(path);
                                            }});
}

Names left_out(const HistoryFilter& filtered) {
  Names out;
  for (const LeftOut& one : filtered.left_out) out.push_back(one.subtask);
  return out;
}

}  // namespace

TEST_CASE("a file that failed too often is left out, until it succeeds or time goes by") {
  const Names both = {"T001-S01", "T002-S01"};
  struct Row {
    const char* name;
    std::vector<PastSubtask> pasts;
    int threshold;
    Names gone;
  };
  const Row rows[] = {
      {"nothing is known", {}, 2, {}},
      {"one failure", {fail(kDay)}, 2, {}},
      {"two failures", {fail(kDay), fail(2 * kDay)}, 2, both},
      {"two in one run", {fail(kDay), fail(kDay)}, 2, both},
      {"one, where one is enough", {fail(kDay)}, 1, both},
      {"never, where none counts", {fail(kDay), fail(kDay), fail(kDay)}, 0, {}},
      {"another file", {fail(kDay, {"z.py"}), fail(kDay, {"z.py"})}, 2, {}},
      {"a file and its neighbour", {fail(kDay, {"a.py", "z.py"}), fail(kDay, {"b.py"})}, 2, {}},
      {"one entry that names it twice", {fail(kDay, {"a.py", "a.py"})}, 2, {}},
      {"a success in between", {fail(kDay), success(2 * kDay), fail(3 * kDay)}, 2, {}},
      {"a success afterwards", {fail(2 * kDay), fail(3 * kDay), success(kDay)}, 2, {}},
      {"a success before", {success(3 * kDay), fail(kDay), fail(2 * kDay)}, 2, both},
      {"another file's success",
       {fail(kDay), success(2 * kDay, {"b.py"}), fail(3 * kDay)},
       2,
       both},
      {"older than half the window", {fail(kDay), fail(4 * kDay)}, 2, {}},
      {"older, but more of them", {fail(4 * kDay), fail(4 * kDay), fail(4 * kDay)}, 2, both},
      {"outside of the window", {fail(8 * kDay), fail(8 * kDay), fail(8 * kDay)}, 2, {}},
      {"a clock that was wrong", {fail(-kDay), fail(-kDay)}, 2, both},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const HistoryFilter filtered = filter(row.pasts, row.threshold);
    CHECK(left_out(filtered) == row.gone);
    CHECK(filtered.total_subtasks == 3);
    CHECK(filtered.plan.subtask_count() == 3 - row.gone.size());
    CHECK(filtered.tasks_dropped.size() == (row.gone.empty() ? 0 : 1));
    CHECK(filtered.spared.empty());
  }
}

TEST_CASE("what a failing test names stays, with the subtask that names it, too") {
  const std::vector<PastSubtask> pasts = {fail(kDay), fail(kDay)};
  CHECK(left_out(filter(pasts, 2, {"a.py"})).empty());
  CHECK(filter(pasts, 2, {"a.py"}).spared == Names{"a.py"});
  CHECK(left_out(filter(pasts, 2, {"c.py"})) == Names{"T001-S01"});
  CHECK(left_out(filter(pasts, 2, {"b.py"})) == Names{"T001-S01", "T002-S01"});
}

TEST_CASE("the reason names the runs, the failures and the end") {
  const HistoryFilter filtered =
      filter({fail(kDay), fail(2 * kDay), fail(3 * kDay), fail(4 * kDay)});
  REQUIRE(filtered.left_out.size() == 2);
  const LeftOut& one = filtered.left_out.front();
  CHECK(one.path == "a.py");
  CHECK(one.failures == 4);
  CHECK(one.file_hints == Names{"a.py"});
  CHECK(one.reason ==
        "a.py failed 4 times lately: run demo-0a1b2c T001-S01 by syntax/parse-error; "
        "run demo-0a1b2c T001-S01 by syntax/parse-error; "
        "run demo-0a1b2c T001-S01 by syntax/parse-error; …. It is left alone until "
        "2026-01-03T18:00Z, unless it succeeds or a failing test names it; `pawl memory forget` "
        "brings it back");
  CHECK(filtered.tasks_dropped.front().subtask == "T002");
}

TEST_CASE("the files that are left alone now") {
  const std::vector<PastSubtask> pasts = {fail(kDay, {"b.py", "a.py"}), fail(kDay, {"b.py"}),
                                          fail(kDay, {"a.py"}), fail(kDay, {"c.py"})};
  const auto alone =
      files_left_alone({.past = pasts, .now = kNow, .threshold = 2, .named_by_failing_test = {}});
  REQUIRE(alone.size() == 2);
  CHECK(alone[0].path == "a.py");
  CHECK(alone[1].path == "b.py");
  CHECK(alone[1].failures == 2);
  CHECK(contains(alone[1].reason, "b.py failed 2 times lately"));
}

TEST_CASE("with two failures a file is back after half the window") {
  const std::vector<PastSubtask> pasts = {fail(Milliseconds(0)), fail(Milliseconds(0))};
  const auto at = [&](Milliseconds later) {
    return filter_by_failure_history(
               plan(),
               {.past = pasts, .now = kNow + later, .threshold = 2, .named_by_failing_test = {}})
        .left_out.size();
  };
  CHECK(at(kHistoryWindow / 2) == 2);
  CHECK(at(kHistoryWindow / 2 + Milliseconds(1)) == 0);
}

}  // namespace pawl::planner::failure_history_test
