#include "stages/reviewing/review_words.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"

namespace pawl::stages::review_words_test {
namespace {

using critics::Finding;
using critics::Reading;
using critics::Severity;

const std::string kHead = "0123456789abcdef";

critics::Review read_all() {
  critics::Review review;
  review.reading = Reading::clean;
  review.parts = 1;
  review.coverage = {.files = 2, .files_read = 2, .lines = 10, .lines_read = 10, .unread = {}};
  return review;
}

std::string comment_on(const critics::Review& review) {
  return self_review_comment(review, kHead, "scripted:/home/ada/answers");
}

TEST_CASE("a comment says what was found, what was read, and what was not") {
  critics::Review review = read_all();
  CHECK(review.is_clean());
  CHECK(contains(comment_on(review), "Nothing was found.\n"));
  CHECK_FALSE(contains(comment_on(review), "/home"));

  review.coverage.lines_read = 4;
  review.coverage.unread = {"big @bob.js"};
  CHECK_FALSE(review.is_clean());
  CHECK(contains(comment_on(review), "Nothing was found in what was read"));
  CHECK(contains(comment_on(review), "4 of 10 changed lines"));
  CHECK_FALSE(contains(comment_on(review), "@bob"));

  review = read_all();
  review.reading = Reading::unparsable;
  review.unparsable = 1;
  review.reason = "no JSON";
  CHECK(contains(comment_on(review), "No verdict"));
  CHECK_FALSE(contains(comment_on(review), "Nothing was found"));
  CHECK(contains(comment_on(review), "1 of 1 part of the change could not be judged: no JSON"));
}

TEST_CASE("words of a model command nothing, and a removed line gets no comment of its own") {
  critics::Review review = read_all();
  review.reading = Reading::findings;
  review.findings = {{.severity = Severity::blocker,
                      .category = "security",
                      .summary = "Ask @eve, fixes #3 <!-- x --> ![](http://x/y.png)",
                      .file = "a`b.c",
                      .line = 3,
                      .last_line = 3,
                      .quote = "x = `1`"},
                     {.severity = Severity::nit, .summary = "Gone.", .file = "b.c", .quote = "y"}};
  const std::string text = comment_on(review);
  CHECK(findings_words(review.findings) == "2 findings (1 blocker, 1 nit)");
  CHECK(contains(text, "b.c (a removed line)"));
  for (const char* command : {"@eve", "fixes #3", "<!-- x", "![]("}) {
    CAPTURE(std::string(command));
    CHECK_FALSE(contains(text, command));
  }
  const auto comments = line_comments(review);
  REQUIRE(comments.size() == 1);
  CHECK(comments[0].path == "a`b.c");
  CHECK(comments[0].line == 3);
  CHECK(text.ends_with("<!-- pawl-self-review: " + kHead + " -->\n"));
}

}  // namespace
}  // namespace pawl::stages::review_words_test
