#include "forge/ci_judgement.hpp"

#include <doctest/doctest.h>

#include <functional>

#include "base/text/text.hpp"

namespace pawl::forge::ci_judgement_test {
namespace {

constexpr const char* kHead = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
constexpr const char* kOther = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";
constexpr Milliseconds kStart{0};
constexpr Milliseconds kSoon{60'000};
constexpr Milliseconds kAfterGrace{180'000};
constexpr Milliseconds kLate{1'200'000};

CiSignal ended(std::string name, Conclusion conclusion, std::int64_t run = 7) {
  return {.source = CiSource::check,
          .name = std::move(name),
          .app = {},
          .head_commit = kHead,
          .status = CheckStatus::completed,
          .conclusion = conclusion,
          .summary = {},
          .url = "https://ci.invalid/1",
          .workflow_run = run};
}
CiSignal under_way(std::string name, std::int64_t run = 7) {
  CiSignal signal = ended(std::move(name), Conclusion::none, run);
  signal.status = CheckStatus::in_progress;
  return signal;
}
CiSignal status_of(std::string name, Conclusion conclusion) {
  CiSignal signal = ended(std::move(name), conclusion, 0);
  signal.source = CiSource::status;
  return signal;
}
CiSignal suite(std::string name, Conclusion conclusion) {
  CiSignal signal = ended(std::move(name), conclusion);
  signal.source = CiSource::suite;
  return signal;
}
CiSignal at(CiSignal signal, const char* commit) {
  signal.head_commit = commit;
  return signal;
}

CiState with(std::vector<CiSignal> signals, std::vector<RequiredCheck> required = {}) {
  return {.head_commit = kHead,
          .branch_head = kHead,
          .signals = std::move(signals),
          .required = std::move(required),
          .expected = true,
          .has_workflows = true};
}
CiState changed(CiState state, const std::function<void(CiState&)>& change) {
  change(state);
  return state;
}

}  // namespace

TEST_CASE("what CI comes to") {
  const CiState silent = with({});
  const CiState bare = changed(silent, [](CiState& state) {
    state.expected = false;
    state.has_workflows = false;
  });
  const CiState without_workflows =
      changed(silent, [](CiState& state) { state.has_workflows = false; });
  struct Row {
    const char* name;
    CiState state;
    Milliseconds watched;
    CiOutcome want;
    const char* says;
  };
  const Row rows[] = {
      {"nothing yet, workflows are there", silent, kSoon, CiOutcome::pending, "no check has begun"},
      {"nothing after the grace", silent, kAfterGrace, CiOutcome::none, "no check has begun"},
      {"no workflow, nothing on the base", bare, kStart, CiOutcome::none, "nothing checks"},
      {"nobody knows whether something will come",
       changed(bare, [](CiState& state) { state.expected = std::nullopt; }), kSoon,
       CiOutcome::pending, "no check has begun"},
      {"no workflow, but a check is required",
       changed(bare, [](CiState& state) { state.required = {{.name = "build"}}; }), kSoon,
       CiOutcome::pending, "requires build"},

      {"green", with({ended("build", Conclusion::success)}), kStart, CiOutcome::success, "green"},
      {"red", with({ended("build", Conclusion::failure), ended("lint", Conclusion::success)}),
       kStart, CiOutcome::failure, "build (failure)"},
      {"queued",
       with({changed(with({under_way("build")}),
                     [](CiState& state) { state.signals.front().status = CheckStatus::queued; })
                 .signals.front()}),
       kSoon, CiOutcome::pending, "build is not over"},
      {"pending forever", with({under_way("build")}), kLate, CiOutcome::timeout, "build"},
      {"green beside one that is pending forever",
       with({ended("lint", Conclusion::success), under_way("build")}), kLate, CiOutcome::timeout,
       "build still runs"},

      {"neutral beside green",
       with({ended("hint", Conclusion::neutral), ended("build", Conclusion::success)}), kStart,
       CiOutcome::success, ""},
      {"neutral only, at first", with({ended("hint", Conclusion::neutral)}), kStart,
       CiOutcome::none, "neutral"},
      {"skipped only", with({ended("docs", Conclusion::skipped)}), kAfterGrace, CiOutcome::none,
       "skipped"},

      {"action_required", with({suite("CI", Conclusion::action_required)}), kStart,
       CiOutcome::blocked, "approve or answer CI"},
      {"action_required beside one under way",
       with({suite("CI", Conclusion::action_required), under_way("lint", 8)}), kSoon,
       CiOutcome::pending, "lint"},
      {"stale", with({ended("build", Conclusion::stale)}), kStart, CiOutcome::blocked, "stale"},
      {"startup_failure", with({suite("CI", Conclusion::startup_failure)}), kStart,
       CiOutcome::failure, "startup_failure"},
      {"timed_out", with({ended("build", Conclusion::timed_out)}), kStart, CiOutcome::failure,
       "timed_out"},
      {"cancelled", with({ended("build", Conclusion::cancelled)}), kStart, CiOutcome::failure,
       "cancelled"},

      {"a re-run in progress", with({under_way("build")}), kSoon, CiOutcome::pending, "build"},
      {"red, while the same workflow still runs",
       with({ended("test (1)", Conclusion::failure), under_way("test (2)")}), kSoon,
       CiOutcome::pending, "test (2)"},
      {"red, while another workflow still runs",
       with({ended("test", Conclusion::failure, 7), under_way("deploy", 8)}), kSoon,
       CiOutcome::failure, "test"},
      {"red, and its workflow does not end",
       with({ended("test (1)", Conclusion::failure), under_way("test (2)")}), kLate,
       CiOutcome::failure, "test (1)"},
      {"flaky, then green", with({ended("build", Conclusion::success)}), kAfterGrace,
       CiOutcome::success, ""},

      {"statuses only, no workflows",
       changed(without_workflows,
               [](CiState& state) { state.signals = {status_of("jenkins", Conclusion::success)}; }),
       kStart, CiOutcome::success, ""},
      {"a status is red",
       changed(without_workflows,
               [](CiState& state) { state.signals = {status_of("jenkins", Conclusion::failure)}; }),
       kStart, CiOutcome::failure, "jenkins"},
      {"a quick status before the workflows begin", with({status_of("dco", Conclusion::success)}),
       kSoon, CiOutcome::pending, "no check has begun"},
      {"a status, and workflows that never begin", with({status_of("dco", Conclusion::success)}),
       kAfterGrace, CiOutcome::success, ""},

      {"a check on an older commit does not count",
       with({at(ended("build", Conclusion::success), kOther)}), kSoon, CiOutcome::pending, ""},
      {"nor is its failure one", with({at(ended("build", Conclusion::failure), kOther)}),
       kAfterGrace, CiOutcome::none, ""},

      {"a required check is missing",
       with({ended("lint", Conclusion::success)}, {{.name = "build"}}), kSoon, CiOutcome::pending,
       "requires build"},
      {"and stays missing", with({ended("lint", Conclusion::success)}, {{.name = "build"}}), kLate,
       CiOutcome::blocked, "requires build"},
      {"an older commit's does not make it up",
       with({ended("lint", Conclusion::success), at(ended("build", Conclusion::success), kOther)},
            {{.name = "build"}}),
       kLate, CiOutcome::blocked, "build"},
      {"another app's does not, either",
       with({changed(with({ended("build", Conclusion::success)}),
                     [](CiState& state) { state.signals.front().app_id = 5; })
                 .signals.front()},
            {{.name = "build", .app_id = 6}}),
       kLate, CiOutcome::blocked, "build"},
      {"a required check that was skipped was reported",
       with({ended("build", Conclusion::skipped), ended("lint", Conclusion::success)},
            {{.name = "build"}}),
       kStart, CiOutcome::success, ""},

      {"a person pushed",
       changed(with({ended("build", Conclusion::failure)}),
               [](CiState& state) { state.branch_head = kOther; }),
       kStart, CiOutcome::moved, "bbbbbbbbbb"},
      {"a forge that has not noticed the push yet",
       changed(with({}), [](CiState& state) { state.branch_head = state.previous_head = kOther; }),
       kSoon, CiOutcome::pending, ""},
      {"a person merged it",
       changed(with({under_way("build")}), [](CiState& state) { state.pull = PullState::merged; }),
       kStart, CiOutcome::moved, "merged"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const CiJudgement judged = judge_ci(row.state, row.watched, CiPatience{});
    CHECK(to_string(judged.outcome) == to_string(row.want));
    CHECK_MESSAGE(contains(judged.reason, row.says), judged.reason);
    const bool stuck = row.want == CiOutcome::timeout || row.want == CiOutcome::blocked;
    if (stuck) CHECK_FALSE(judged.way_out.empty());
    CHECK((row.want == CiOutcome::failure) == !judged.red.empty());
  }
}

TEST_CASE(
    "defect 5: a timeout with pending checks, a person who is wanted, no start: none is green") {
  const auto green = ended("lint", Conclusion::success, 8);
  for (const CiSignal& other :
       {under_way("build"), suite("CI", Conclusion::action_required),
        suite("CI", Conclusion::startup_failure), ended("build", Conclusion::stale)}) {
    for (const Milliseconds watched : {kStart, kSoon, kAfterGrace, kLate, 10 * kLate}) {
      CAPTURE(to_string(other.conclusion));
      CAPTURE(watched.count());
      const CiJudgement judged = judge_ci(with({green, other}), watched, CiPatience{});
      CHECK(judged.outcome != CiOutcome::success);
      CHECK(judged.outcome != CiOutcome::none);
      CHECK((judged.is_final() || watched < kLate));
    }
  }
}

TEST_CASE("read of HEAD: a limit that is shorter than the grace ends the watch, and is not green") {
  const CiPatience patience{.grace = Seconds(600), .limit = Seconds(60)};
  const CiState silent = with({});
  const CiState beside = with({status_of("lint", Conclusion::success)});
  for (const CiState& state : {silent, beside}) {
    CHECK(judge_ci(state, Seconds(59), patience).outcome == CiOutcome::pending);
    CHECK(judge_ci(state, Seconds(60), patience).outcome == CiOutcome::timeout);
  }
}

TEST_CASE("names of checks are data") {
  CiState state = with({ended("build\x1b[2J\nall green", Conclusion::failure)});
  state.signals.front().url = "https://x/\x1b]0;\n";
  const CiJudgement judged = judge_ci(state, kStart, CiPatience{});
  CHECK_FALSE(contains(judged.way_out, "\x1b"));
  CHECK_FALSE(contains(judged.reason, "\x1b"));
  CHECK_FALSE(contains(judged.reason, "\n"));
}

}  // namespace pawl::forge::ci_judgement_test
