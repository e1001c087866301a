#include "guards/policy.hpp"

#include <doctest/doctest.h>

namespace pawl::guards::policy_test {
namespace {

Finding finding(std::string rule, RuleKind kind, std::string path) {
  return {.rule = std::move(rule),
          .kind = kind,
          .path = std::move(path),
          .line = 1,
          .message = "m",
          .feedback = "f"};
}

Standing settled(const Policy& policy, const Finding& given) {
  Verdict verdict;
  verdict.refuse(given);
  settle(*find(given.rule.substr(0, given.rule.find('/'))), policy, verdict);
  CHECK((verdict.ruling == Ruling::refuse) ==
        (verdict.findings.front().standing == Standing::refuses));
  return verdict.findings.front().standing;
}

}  // namespace

TEST_CASE("a sanction allows scope, never a defect, never what is off limits") {
  struct Row {
    const char* sanction;
    Finding finding;
    Standing standing;
  };
  const auto scope = RuleKind::scope;
  const auto defect = RuleKind::defect;
  const Row rows[] = {
      {"top-definitions/removed", finding("top-definitions/removed", scope, "a.py"),
       Standing::sanctioned},
      {"G7", finding("top-definitions/removed", scope, "a.py"), Standing::sanctioned},
      {"removed", finding("top-definitions/removed", scope, "a.py"), Standing::sanctioned},
      {"removed:src/**", finding("top-definitions/removed", scope, "src/a.py"),
       Standing::sanctioned},
      {"removed:src/**", finding("top-definitions/removed", scope, "a.py"), Standing::refuses},
      {"G2", finding("syntax/parse-error", defect, "a.py"), Standing::refuses},
      {"write-gate", finding("write-gate/denied-path", scope, ".env"), Standing::refuses},
  };
  for (const Row& row : rows) {
    CAPTURE(row.sanction);
    CAPTURE(row.finding.path);
    Policy policy;
    policy.sanctions.push_back(parse_sanction(row.sanction, "test").value());
    CHECK(to_string(settled(policy, row.finding)) == to_string(row.standing));
  }
}

TEST_CASE("where scope does not refuse it warns, and defects refuse all the same") {
  Policy policy;
  policy.scope_refuses = false;
  CHECK(settled(policy, finding("top-definitions/removed", RuleKind::scope, "a.py")) ==
        Standing::warns);
  CHECK(settled(policy, finding("syntax/parse-error", RuleKind::defect, "a.py")) ==
        Standing::refuses);
}

TEST_CASE("a suppression with its reason holds for defects too") {
  Policy policy;
  policy.suppressions = parse_suppressions(
                            "suppress:\n  - rule: syntax/parse-error\n    path: tests/bad/**\n"
                            "    reason: input of the parser's own tests\n")
                            .value();
  CHECK(settled(policy, finding("syntax/parse-error", RuleKind::defect, "tests/bad/a.py")) ==
        Standing::suppressed);
  CHECK(settled(policy, finding("syntax/parse-error", RuleKind::defect, "tests/a.py")) ==
        Standing::refuses);
}

TEST_CASE("a file of suppressions says what is wrong with it") {
  struct Row {
    const char* text;
    const char* says;
  };
  const Row rows[] = {
      {"suppress:\n  - rule: a\n", "names no `path`"},
      {"suppress:\n  - path: a\n    reason: b\n", "names no `rule`"},
      {"suppress:\n  - {rule: a, path: b}\n", "gives no `reason`"},
      {"suppress:\n  - {rule: a, path: b, reason: c, until: d}\n", "unknown key `until`"},
      {"ignore: []\n", "`ignore` is not known"},
      {"suppress: [a]\n", "is no mapping"},
      {"- a\n", "one mapping"},
      {"a: [\n", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const auto parsed = parse_suppressions(row.text);
    REQUIRE_FALSE(parsed.ok());
    CHECK(parsed.error().to_line().find(row.says) != std::string::npos);
  }
  CHECK(parse_suppressions("").value().empty());
}

TEST_CASE("which guards a policy wants") {
  const Guard& syntax = *find("G2");
  const Guard& gate = *find("write-gate");
  Policy policy;
  CHECK(policy.wants(syntax));
  policy.last = Tier::text;
  CHECK_FALSE(policy.wants(syntax));
  CHECK(policy.wants(gate));
  policy = {};
  policy.only = {"syntax"};
  CHECK(policy.wants(syntax));
  CHECK_FALSE(policy.wants(gate));
  policy.skip = {"g2"};
  CHECK_FALSE(policy.wants(syntax));
  CHECK(check_ids({"syntax", "G7"}).ok());
  CHECK(check_ids({"syntx"}).error().to_line().find("did you mean syntax") != std::string::npos);
}

TEST_CASE("what could not be checked passes nothing, and refuses where it is required") {
  Verdict verdict;
  verdict.cannot("no go on this machine");
  settle(*find("syntax"), {}, verdict);
  CHECK(verdict.ruling == Ruling::unknown);
  Policy policy;
  policy.require = {"syntax"};
  settle(*find("syntax"), policy, verdict);
  CHECK(verdict.ruling == Ruling::refuse);
  CHECK(verdict.findings.front().rule == "syntax/not-checked");
}

}  // namespace pawl::guards::policy_test
