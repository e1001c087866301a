#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "forge/test_error.hpp"
#include "forge/test_lab.hpp"

namespace pawl::forge::issues_test {
namespace {

IssueDraft draft(std::string title, std::string body = "It does.\n") {
  return {.title = std::move(title),
          .body = std::move(body),
          .author = "ada",
          .labels = {"bug", "a,b"}};
}

}  // namespace

TEST_CASE("an issue is filed, listed, shown and closed") {
  Lab lab;
  const auto forge = lab.forge();
  const auto made = forge->issues().open(draft(" The lid sticks "));
  REQUIRE(made);
  CHECK(to_json(*made).dump() ==
        "{\"number\":1,\"url\":\"local:demo#1\",\"title\":\"The lid sticks\",\"body\":\"It "
        "does.\\n\",\"state\":\"open\",\"author\":\"ada\",\"labels\":[\"bug\",\"a,b\"],"
        "\"closed_by\":null,\"created_at\":\"2026-01-01T00:00:30.000Z\","
        "\"updated_at\":\"2026-01-01T00:00:30.000Z\"}");
  CHECK(*forge->issues().get(1) == *made);
  REQUIRE(forge->issues().list({})->items.size() == 1);

  lab.clock().advance(Seconds(5));
  const auto closed = forge->issues().close(1);
  REQUIRE(closed);
  CHECK(closed->state == IssueState::closed);
  CHECK(closed->closed_by == 0);
  CHECK(closed->updated_at == "2026-01-01T00:00:35.000Z");
  lab.clock().advance(Seconds(5));
  CHECK(*forge->issues().close(1) == *closed);
  for (const auto& missing : {forge->issues().get(2), forge->issues().close(2)}) {
    check_error(missing, TroubleKind::not_found, "demo has no issue #2");
  }
}

TEST_CASE("an issue without a proper text is refused") {
  Lab lab;
  const auto forge = lab.forge();
  for (const IssueDraft& bad :
       {draft(" "), draft("two\nlines"), draft(std::string(301, 'x')),
        draft("t", std::string((256U << 10U) + 1, 'x')), draft("t", "\xff")}) {
    const auto made = forge->issues().open(bad);
    REQUIRE_FALSE(made);
    CHECK(made.error().kind == TroubleKind::invalid);
  }
  CHECK(forge->issues().list({})->items.empty());
}

TEST_CASE("issues and pull requests share their numbers, and a merge closes what it fixes") {
  Lab lab;
  const auto forge = lab.forge();
  REQUIRE(forge->issues().open(draft("One")));
  PullDraft pull = lab.publish();
  pull.fixes = 1;
  const auto opened = forge->pulls().open(pull);
  REQUIRE(opened);
  CHECK(opened->pull.number == 2);
  CHECK(opened->pull.fixes == 1);
  CHECK(forge->issues().open(draft("Three"))->number == 3);
  REQUIRE_FALSE(forge->issues().get(2));
  REQUIRE_FALSE(forge->pulls().get(1));

  REQUIRE(forge->pulls().merge(2, MergeMethod::fast_forward, pull.head_commit));
  CHECK(forge->issues().get(1)->state == IssueState::closed);
  CHECK(forge->issues().get(1)->closed_by == 2);
  CHECK(forge->issues().get(3)->state == IssueState::open);
  CHECK(forge->pulls().get(2)->state == PullState::merged);
}

TEST_CASE("a pull request that is closed fixes nothing, and none fixes what is not there") {
  Lab lab;
  const auto forge = lab.forge();
  REQUIRE(forge->issues().open(draft("One")));
  PullDraft pull = lab.publish();
  pull.fixes = 1;
  const auto opened = forge->pulls().open(pull);
  REQUIRE(opened);
  REQUIRE(forge->pulls().close(opened->pull.number));
  CHECK(forge->issues().get(1)->state == IssueState::open);

  PullDraft other = lab.publish("demo-ffffff");
  other.fixes = 9;
  const auto refused = forge->pulls().open(other);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().kind == TroubleKind::not_found);
}

}  // namespace pawl::forge::issues_test
