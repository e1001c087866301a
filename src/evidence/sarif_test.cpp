#include "evidence/sarif.hpp"

#include <doctest/doctest.h>

namespace pawl::evidence::sarif_test {
namespace {

using guards::ScanFinding;

constexpr std::string_view kLog = R"({
  "version": "2.1.0",
  "runs": [{
    "tool": {"driver": {"name": "scan", "rules": [
      {"id": "py.eval", "defaultConfiguration": {"level": "error"}},
      {"id": "CVE-1", "properties": {"security-severity": "9.8"},
       "shortDescription": {"text": "old flask"}},
      {"id": "CVE-2", "properties": {"security-severity": 4.1}}
    ]}},
    "originalUriBaseIds": {"ROOTPATH": {"uri": "file:///tree/"}},
    "artifacts": [{"location": {"uri": "src/a%20b.py"}}],
    "results": [
      {"ruleId": "py.eval", "message": {"text": "eval of input"}, "locations": [{"physicalLocation":
        {"artifactLocation": {"uri": "/tree/src/a.py"}, "region": {"startLine": 2}}}]},
      {"ruleIndex": 1, "level": "note", "locations": [{"physicalLocation":
        {"artifactLocation": {"uri": "requirements.txt", "uriBaseId": "ROOTPATH"},
         "region": {"startLine": 1}}}]},
      {"ruleId": "CVE-2", "level": "error", "message": {"text": "x"}, "locations": [
        {"physicalLocation": {"artifactLocation": {"index": 0},
         "region": {"startLine": 7, "snippet": {"text": " a  =  1 "}}}}]},
      {"ruleId": "style", "message": {"text": "outside"}, "locations": [{"physicalLocation":
        {"artifactLocation": {"uri": "file:///etc/passwd"}, "region": {"startLine": 1}}}]},
      {"ruleId": "ok", "kind": "pass", "message": {"text": "fine"}},
      {"ruleId": "known", "suppressions": [{"kind": "external"}], "message": {"text": "agreed"}},
      {"ruleId": "silenced", "suppressions": [{"kind": "inSource"}], "message": {"text": "noqa"}},
      {"ruleId": "refused", "suppressions": [{"kind": "external", "status": "rejected"}],
       "message": {"text": "still counts"}}
    ]
  }]
})";

TEST_CASE("results become findings with paths of the repository and one scale of severity") {
  const ReadText read = [](const std::string& path) -> std::optional<std::string> {
    if (path == "src/a.py") return "import sys\n  eval( sys.argv )\nprint(1)\nprint(2)\n";
    if (path == "requirements.txt") return "flask==0.12\n";
    return {};
  };
  const auto found = findings_of_sarif(kLog, "/tree", read);
  REQUIRE(found.ok());
  struct Row {
    const char* rule;
    const char* path;
    int line;
    const char* severity;
    const char* window;
  };
  constexpr Row kRows[] = {
      {"py.eval", "src/a.py", 2, "error", "import sys eval( sys.argv ) print(1)"},
      {"CVE-1", "requirements.txt", 1, "error", "flask==0.12"},
      {"CVE-2", "src/a b.py", 7, "warning", "a = 1"},
      {"style", "", 1, "warning", "outside"},
      {"silenced", "", 0, "warning", "noqa"},
      {"refused", "", 0, "warning", "still counts"},
  };
  REQUIRE(found->size() == std::size(kRows));
  for (std::size_t i = 0; i < std::size(kRows); ++i) {
    const ScanFinding& one = (*found)[i];
    CAPTURE(kRows[i].rule);
    CHECK(one.rule == kRows[i].rule);
    CHECK(one.path == kRows[i].path);
    CHECK(one.line == kRows[i].line);
    CHECK(one.severity == kRows[i].severity);
    CHECK(one.window == kRows[i].window);
  }
  CHECK((*found)[1].message == "old flask");
}

TEST_CASE("what is no SARIF log is an error, not an empty list") {
  CHECK_FALSE(findings_of_sarif("", "/tree", {}).ok());
  CHECK_FALSE(findings_of_sarif("{}", "/tree", {}).ok());
  CHECK_FALSE(findings_of_sarif("Killed", "/tree", {}).ok());
  const auto nothing = findings_of_sarif(R"({"version":"2.1.0","runs":[]})", "/tree", {});
  REQUIRE(nothing.ok());
  CHECK(nothing->empty());
}

TEST_CASE("the window of a finding stays the same when code above it moves or is indented") {
  const std::string one = code_window("a\nb\nc\nd\n", 2, 2);
  CHECK(one == "a b c");
  CHECK(code_window("0\n0\na\n    b\nc\nd\n", 4, 4) == one);
  CHECK(code_window("a\n", 5, 5).empty());
  CHECK(code_window("a\nb\n", 2, 1) == "a b");
}

}  // namespace
}  // namespace pawl::evidence::sarif_test
