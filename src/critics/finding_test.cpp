#include "critics/finding.hpp"

#include <doctest/doctest.h>

#include "critics/test_diff.hpp"

namespace pawl::critics::finding_test {
namespace {

constexpr ChunkLimits kWide{.chunk = 1'000'000, .fixed = 0, .total = 10'000'000};

const char* const kDiff =
    "diff --git a/a.c b/a.c\n--- a/a.c\n+++ b/a.c\n@@ -5,4 +5,5 @@\n int f() {\n-  return 0;\n+  "
    "return 1;\n"
    "+  close(fd);\n }\n@@ -30,2 +31,3 @@\n int g() {\n+  return 1;\n }\n";

Json said(const std::string& text) { return Json::parse(text).value_or(Json()); }

struct Case {
  const char* quote;
  std::int64_t line;
  bool found;
  std::int64_t at;
};

TEST_CASE("a finding stands at the line it quotes, or is dropped") {
  const Diff diff = parse_diff(kDiff);
  const auto chunks = cut(diff, kWide);
  for (const Case& each : {
           Case{"return 1;", 6, true, 6},
           Case{"return 1;", 40, true, 32},
           Case{"return 1;", 0, true, 6},
           Case{"+  return 1;", 6, true, 6},
           Case{"6 +  return 1;", 6, true, 6},
           Case{"`close(fd);`", 1, true, 7},
           Case{"return 0;", 6, true, 0},  // removed: it has no line in the head
           Case{"return 2;", 6, false, 0},
           Case{"}", 8, true, 8},
           Case{"}", 9, false, 0},
           Case{"-", 6, false, 0},
           Case{"close", 7, false, 0},
           Case{"rm -rf /", 7, false, 0},
       }) {
    CAPTURE(std::string(each.quote));
    CAPTURE(each.line);
    Finding finding{.summary = "s",
                    .file = "a.c",
                    .line = each.line,
                    .last_line = each.line,
                    .quote = each.quote};
    CHECK(settle(finding, diff, chunks[0]) == each.found);
    if (each.found) CHECK(finding.line == each.at);
  }
  Finding elsewhere{.summary = "s", .file = "b.c", .line = 6, .quote = "return 1;"};
  CHECK_FALSE(settle(elsewhere, diff, chunks[0]));
}

TEST_CASE("what was not shown cannot be quoted") {
  const Diff diff = parse_diff(new_file_diff("a.txt", 10));
  Chunk chunk{.pieces = {{.file = 0, .hunk = 0, .first = 0, .last = 4}}};
  Finding finding{.summary = "s", .file = "a.txt", .line = 9, .quote = "a.txt line 9"};
  CHECK_FALSE(settle(finding, diff, chunk));
  finding.quote = "a.txt line 3";
  CHECK(settle(finding, diff, chunk));
  CHECK(finding.line == 3);
}

TEST_CASE("each item is read for itself") {
  const ParsedFindings parsed = parse_findings(said(R"({"findings": [
    {"severity": "CRITICAL", "category": "logic", "summary": " a\nb ", "file": "a.c", "line": "12", "quote": "\n  x = 1\nmore"},
    {"severity": "odd", "summary": "s", "file": "a.c", "line": [3, 9], "quote": "y", "extra": {"of": "course"}},
    {"severity": "nit", "summary": "", "file": "a.c", "quote": "y"},
    {"severity": "nit", "summary": "s", "quote": "y"},
    "prose", 7, null]})"));
  CHECK(parsed.bad == 5);
  REQUIRE(parsed.findings.size() == 2);
  CHECK(parsed.findings[0].severity == Severity::blocker);
  CHECK(parsed.findings[0].summary == "a\\nb");
  CHECK(parsed.findings[0].line == 12);
  CHECK(parsed.findings[0].quote == "x = 1");
  CHECK(parsed.findings[1].severity == Severity::minor);
  CHECK(parsed.findings[1].line == 3);
  CHECK(finding_from_json(to_json(parsed.findings[0])) == parsed.findings[0]);
}

TEST_CASE("findings are ordered, and none is there twice") {
  const Finding minor{.severity = Severity::minor,
                      .category = "logic",
                      .summary = "Off by one",
                      .file = "a.c",
                      .line = 3,
                      .last_line = 3,
                      .quote = "x"};
  Finding worse = minor;
  worse.severity = Severity::major;
  worse.summary = "Said in other words";
  Finding other = minor;
  other.line = 4;
  Finding another = minor;
  another.category = "docs";
  another.summary = "Something else";
  const auto all = merged({minor, worse, other, another});
  REQUIRE(all.size() == 3);
  CHECK(all[0] == worse);
  CHECK(count_of(all, Severity::major) == 1);
  CHECK(count_of(all, Severity::minor) == 2);
}

}  // namespace
}  // namespace pawl::critics::finding_test
