#include "fleet/rescue.hpp"

#include <doctest/doctest.h>

namespace pawl::fleet::rescue_test {
namespace {

Diagnosis of_text(const std::string& text, agents::WorkEnd end = agents::WorkEnd::done) {
  agents::Work work;
  work.end = end;
  work.text = text;
  work.reason = "why";
  return read_diagnosis(work);
}

run::RunState bailed(const std::string& bail_class) {
  run::RunState state;
  state.status = run::RunStatus::bailed;
  state.bail_class = bail_class;
  return state;
}

}  // namespace

TEST_CASE("an answer is one of four verdicts, or a reason why it is none") {
  const Diagnosis transient = of_text(
      "I looked.\n```json\n{\"status\": \"transient\", \"summary\": \"the\n network\"}\n```");
  CHECK(transient.verdict == Verdict::transient);
  CHECK(transient.summary == "the network");
  CHECK(goes_on(transient));
  CHECK(goes_on(of_text(R"({"status":"fixed"})")));
  CHECK_FALSE(goes_on(of_text(R"({"status":"structural","summary":"x"})")));
  CHECK_FALSE(goes_on(of_text(R"({"status":"unsalvageable","summary":"x"})")));
  CHECK(of_text("It will be fine.").reason == "diagnosis_no_marker");
  CHECK(of_text(R"({"status":"fine"})").reason == "diagnosis_bad_marker");
  CHECK(of_text(R"({"status":"fixed","summary":7})").reason == "diagnosis_bad_marker");
  CHECK(of_text(R"([1])").reason == "diagnosis_bad_marker");
  for (const auto end :
       {agents::WorkEnd::timed_out, agents::WorkEnd::stalled, agents::WorkEnd::over_budget}) {
    const Diagnosis late = of_text(R"({"status":"fixed"})", end);
    CHECK(late.reason == "diagnosis_timeout");
    CHECK_FALSE(goes_on(late));
  }
  for (const auto end :
       {agents::WorkEnd::failed, agents::WorkEnd::bailed, agents::WorkEnd::cancelled}) {
    CHECK(of_text(R"({"status":"fixed"})", end).reason == "diagnosis_claude_error");
  }
  CHECK(of_text(R"({"status":"fixed","summary":")" + std::string(2'000, 'x') + "\"}")
            .summary.size() <= 503);
}

TEST_CASE("the policy lets nobody look after some bails, nor for ever") {
  CHECK(excluded(bailed("security"), 0) == "excluded_class:security");
  CHECK(excluded(bailed("secrets"), 0) == "excluded_class:secrets");
  CHECK(excluded(bailed("reviewer_requested_changes"), 0) ==
        "excluded_class:reviewer_requested_changes");
  CHECK(excluded(bailed("infra"), 2).empty());
  CHECK(excluded(bailed("infra"), 3) == "attempts_exhausted");
  CHECK(excluded(bailed(""), 0).empty());
}

TEST_CASE("verdicts are byte-stable") {
  CHECK(to_string(Verdict::fixed) == "fixed");
  CHECK(to_string(Verdict::transient) == "transient");
  CHECK(to_string(Verdict::structural) == "structural");
  CHECK(to_string(Verdict::unsalvageable) == "unsalvageable");
}

}  // namespace pawl::fleet::rescue_test
