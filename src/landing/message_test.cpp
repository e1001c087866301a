#include "landing/message.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"

namespace pawl::landing::message_test {
namespace {

git::CommitInfo commit(const std::string& id, const std::string& subject,
                       const std::string& body = {}) {
  return {.id = id, .parent = {}, .tree = {}, .subject = subject, .body = body, .at = {}};
}

run::RunState of_run() {
  run::RunState state;
  state.run = "box-0a1b2c";
  return state;
}

}  // namespace

TEST_CASE("a subject is cut between words, in characters") {
  CHECK(cut_at_word("Open the box", 72) == "Open the box");
  CHECK(cut_at_word("Open the box", 10) == "Open the");
  CHECK(cut_at_word("Openthebox", 4) == "Open");
  CHECK(cut_at_word("Öffne die Äpfel", 9) == "Öffne die");
  CHECK(cut_at_word("ÄÖÜ", 2) == "ÄÖ");
  CHECK(cut_at_word("", 5).empty());
}

TEST_CASE("one commit lends its own words") {
  const std::string message =
      squash_message(of_run(), {.title = "Another"},
                     {commit("c1", "fix: Open the box",
                             "It was shut.\n\nPawl-Run: box-0a1b2c\nSigned-off-by: x")});
  CHECK(message == "fix: Open the box\n\nIt was shut.\n\nPawl-Run: box-0a1b2c\nPawl-Head: c1\n");
}

TEST_CASE("of several the subject is what was asked for, and the body lists them") {
  const std::vector<git::CommitInfo> commits{commit("c1", "fix: Open"), commit("c2", "fix: Shut")};
  CHECK(squash_message(of_run(), {.title = "Mend the box"}, commits) ==
        "Mend the box\n\n- fix: Open\n- fix: Shut\n\nPawl-Run: box-0a1b2c\nPawl-Head: c2\n");
  CHECK(squash_message(of_run(), {}, commits).starts_with("fix: Open\n"));
}

TEST_CASE("words of a model command nobody, and are cut") {
  const std::string message = squash_message(
      of_run(), {.title = "Mend @ada's box [skip ci], fixes #7 " + std::string(200, 'x')},
      {commit("c1", "a"), commit("c2", "b")});
  const std::string subject(split_lines(std::string_view(message)).front());
  CHECK(subject.size() <= kSubjectMax);
  CHECK_FALSE(contains(message, "[skip ci]"));
  CHECK_FALSE(contains(message, "@ada"));
  CHECK_FALSE(contains(message, "#7"));
}

}  // namespace pawl::landing::message_test
