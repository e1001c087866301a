#include "inspect/sarif.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"

namespace pawl::inspect::sarif_test {
namespace {

guards::Finding finding(std::string rule, guards::RuleKind kind, guards::Standing standing) {
  return {.rule = std::move(rule),
          .kind = kind,
          .path = "a dir/f\xC3\xBC.py",
          .line = 0,
          .message = "m",
          .feedback = "f",
          .standing = standing,
          .why = "because"};
}

}  // namespace

TEST_CASE("each standing has its level, and what is set aside is suppressed") {
  using guards::RuleKind;
  using guards::Standing;
  guards::Evaluation evaluation;
  guards::Evaluated& result =
      evaluation.results.emplace_back(guards::Evaluated{.guard = guards::find("syntax")});
  const auto add = [&](RuleKind kind, Standing standing) {
    result.verdict.findings.push_back(finding("syntax/parse-error", kind, standing));
  };
  add(RuleKind::defect, Standing::refuses);
  add(RuleKind::scope, Standing::warns);
  add(RuleKind::defect, Standing::pre_existing);
  add(RuleKind::defect, Standing::suppressed);
  result.verdict.cannot("no parser");
  const Json sarif = sarif_of(evaluation);
  const Json& run = sarif["runs"].items().front();
  const auto& results = run["results"].items();
  REQUIRE(results.size() == 4);
  CHECK(results[0]["level"].text() == "error");
  CHECK(results[1]["level"].text() == "warning");
  CHECK(results[2]["level"].text() == "note");
  CHECK(results[3]["suppressions"].items().front()["justification"].text() == "because");
  const Json& place = results[0]["locations"].items().front()["physicalLocation"];
  CHECK(place["artifactLocation"]["uri"].text() == "a%20dir/f%C3%BC.py");
  CHECK(place["region"]["startLine"].dump() == "1");
  const auto& rules = run["tool"]["driver"]["rules"].items();
  REQUIRE(rules.size() == 1);
  CHECK(contains(rules[0]["help"]["markdown"].text(), "## Incident"));
  // GitHub refuses a rule without these.
  CHECK_FALSE(rules[0]["fullDescription"]["text"].text().empty());
  CHECK(rules[0]["name"].text().starts_with("Syntax"));
  const auto& notes = run["invocations"].items().front()["toolExecutionNotifications"].items();
  REQUIRE(notes.size() == 1);
  CHECK(contains(notes[0]["message"]["text"].text(), "no parser"));
}

TEST_CASE("a clean evaluation is a run without results") {
  const Json document = sarif_of({});
  CHECK(document["version"].text() == "2.1.0");
  CHECK(document["runs"].items().front()["results"].items().empty());
}

}  // namespace pawl::inspect::sarif_test
