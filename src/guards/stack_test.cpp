#include "guards/stack.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "base/text/text.hpp"
#include "guards/events.hpp"
#include "guards/evidence.hpp"

namespace pawl::guards::stack_test {
namespace {

git::Change change_of(std::string_view name, std::string before, std::string after) {
  git::FileChange file{.path = RepoPath::parse(name).value(), .before = {}, .after = {}};
  file.before = std::move(before);
  file.after = std::move(after);
  return {{std::move(file)}};
}

Evaluation evaluate_with(const git::Change& change, bool hinted = true) {
  Context context;
  if (hinted) context.hints = {change.files.front().path};
  return evaluate(change, context, {}, [] { return Nanoseconds(0); });
}

}  // namespace

TEST_CASE("each guard that is on looks at a change that nothing refuses") {
  const Evaluation evaluation = evaluate_with(change_of("a.py", "x = 1\n", "x = 2\n"));
  CHECK_FALSE(evaluation.refused());
  const auto on = static_cast<std::size_t>(
      std::count_if(all().begin(), all().end(), [](const Guard& guard) { return guard.on; }));
  CHECK(evaluation.results.size() == on);
  CHECK(evaluation.refusing().empty());
}

TEST_CASE("all findings of a tier come together, and a tier that refuses stops what costs more") {
  const Evaluation outside = evaluate_with(change_of("package.json", "{}\n", "{,}\n"), false);
  CHECK(outside.refused_at == Tier::gate);
  std::set<std::string> rules;
  for (const Finding& finding : outside.refusing()) rules.insert(finding.rule);
  CHECK(rules ==
        std::set<std::string>{"write-gate/outside-hints", "build-manifest/not-sanctioned"});
  for (const Evaluated& result : outside.results) CHECK(result.guard->id != "syntax");
}

TEST_CASE("evidence is gathered once, and only when no cheaper tier refuses") {
  struct Row {
    const char* about;
    std::string after;
    Tier last;
    int gathered;
  };
  const Row rows[] = {{"nothing refuses", "x = 2\n", Tier::tool, 1},
                      {"the syntax tier refuses", "x = (\n", Tier::tool, 0},
                      {"the tool tier is left out", "x = 2\n", Tier::index, 0}};
  for (const Row& row : rows) {
    CAPTURE(row.about);
    int gathered = 0;
    Evidence evidence;
    evidence.builds.emplace();
    evidence.tests.emplace();
    Context context;
    context.fenced = false;
    context.gather = [&]() -> const Evidence* {
      ++gathered;
      return &evidence;
    };
    Policy policy;
    policy.last = row.last;
    const Evaluation evaluation = evaluate(change_of("a.py", "x = 1\n", row.after), context, policy,
                                           [] { return Nanoseconds(0); });
    CHECK(gathered == row.gathered);
    for (const Evaluated& result : evaluation.results) {
      const bool checks = result.guard->id == "build" || result.guard->id == "tests";
      if (checks) CHECK(result.verdict.ruling == Ruling::not_applicable);
    }
  }
}

TEST_CASE("a broken file and a lost definition are told apart") {
  const Evaluation evaluation = evaluate_with(change_of("a.py", "def f():\n  pass\n", "def f(:\n"));
  CHECK(evaluation.refused_at == Tier::syntax);
  const std::vector<Finding> findings = evaluation.refusing();
  REQUIRE_FALSE(findings.empty());
  for (const Finding& finding : findings) CHECK(finding.rule == "syntax/parse-error");
  CHECK(contains(feedback_of(findings), "a.py:"));
}

TEST_CASE("a fingerprint does not depend on numbers in the message") {
  const Finding first{.rule = "r",
                      .kind = RuleKind::defect,
                      .path = "a",
                      .line = 3,
                      .message = "at 3:1 unexpected",
                      .feedback = ""};
  Finding second = first;
  second.line = 9;
  second.message = "at 9:4 unexpected";
  CHECK(first.fingerprint() == second.fingerprint());
  second.path = "b";
  CHECK(first.fingerprint() != second.fingerprint());
}

TEST_CASE("ids are unique and every guard has an event") {
  std::set<std::string_view> ids;
  Tier last = Tier::gate;
  for (const Guard& guard : all()) {
    CHECK(ids.insert(guard.id).second);
    CHECK(guard.event.starts_with("critic_"));
    CHECK(guard.event.ends_with(".fail"));
    CHECK(guard.tier >= last);
    last = guard.tier;
    CHECK(find(guard.id) == &guard);
  }
}

}  // namespace pawl::guards::stack_test
