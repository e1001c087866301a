#include "stages/publishing/critics_part.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"

namespace pawl::stages::critics_part_test {
namespace {

critics::Review clean_review() {
  return {.reading = critics::Reading::clean,
          .parts = 1,
          .coverage = {.files = 1, .files_read = 1, .lines = 2, .lines_read = 2, .unread = {}}};
}

TEST_CASE("where nobody was asked, nothing is said") { CHECK(critics_part({}).empty()); }

TEST_CASE("what critics found is said with what became of it, and commands nothing") {
  CriticsFacts facts;
  facts.panel = clean_review();
  facts.devil = critics::Review{.reading = critics::Reading::findings,
                                .findings = {{.severity = critics::Severity::blocker,
                                              .category = "hope",
                                              .summary = "<!-- x --> ## Proof @bob fixes #3",
                                              .file = "a_b.js",
                                              .line = 2}},
                                .parts = 1};
  facts.refined.refused = "the `guards` refuse it";
  facts.dialogue = critics::Dialogue{
      .questions = {{.slot = critics::Slot::evidence, .text = "Where is it?"},
                    {.slot = critics::Slot::edge, .text = "What of [zero](x)?"}},
      .answers = {{.slot = critics::Slot::evidence, .verdict = critics::Verdict::handled},
                  {.slot = critics::Slot::edge,
                   .verdict = critics::Verdict::gap,
                   .busted = "a.js has 3 lines"}},
      .reason = {},
      .lines = 4,
      .lines_read = 2};
  facts.answered.commit = "0123456789abcdef";
  const std::string part = critics_part(facts);
  CHECK(part.starts_with("## What critics found\n\n"));
  CHECK(contains(part, "- Panel: nothing found.\n- Devil's advocate: 1 finding (1 blocker).\n"));
  CHECK(contains(part, "  - **blocker** a\\_b.js:2: "));
  CHECK(contains(part, "not taken: the \\`guards\\` refuse it\n"));
  CHECK(contains(part, "- Questions about the change: 1 handled, 1 gap, of 2 of 4 changed lines."));
  CHECK(contains(part,
                 "  - **gap** What of \\[zero\\]\\(x\\)? — it was called handled, but a.js has 3"));
  CHECK(contains(part, "- What answers left open: mended by 0123456789.\n"));
  for (const char* loud : {"<!--", "\n## Proof", "@bob", " #3", "Where is it?"}) {
    CAPTURE(loud);
    CHECK_FALSE(contains(part, loud));
  }
}

TEST_CASE("what nobody could read is no praise") {
  CriticsFacts facts;
  facts.panel = critics::Review{.parts = 1, .unparsable = 1, .reason = "no JSON"};
  facts.dialogue = critics::Dialogue{.reason = "no questions: nothing"};
  facts.failed = "the disk is full";
  const std::string part = critics_part(facts);
  CHECK(contains(part, "- Panel: no verdict: no JSON.\n"));
  CHECK(contains(part, "- Questions about the change: no verdict \\(no questions: nothing\\).\n"));
  CHECK(contains(part, "their silence says nothing: the disk is full\n"));
  CHECK_FALSE(contains(part, "nothing found"));
}

}  // namespace
}  // namespace pawl::stages::critics_part_test
