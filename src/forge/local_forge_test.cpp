#include "forge/local_forge.hpp"

#include <doctest/doctest.h>

#include <sys/wait.h>
#include <unistd.h>

#include "base/text/text.hpp"
#include "forge/test_error.hpp"
#include "forge/test_lab.hpp"

namespace pawl::forge::local_forge_test {
TEST_CASE("a pull request is opened once for a run") {
  Lab lab;
  const auto forge = lab.forge();
  PullDraft draft = lab.publish();
  CHECK_FALSE(*forge->pulls().find_by_run(draft.run));
  const auto opened = forge->pulls().open(draft);
  REQUIRE(opened);
  CHECK_FALSE(opened->adopted);
  CHECK(to_json(opened->pull).dump() ==
        "{\"number\":1,\"url\":\"local:demo#1\",\"title\":\"Improve demo\","
        "\"body\":\"What changed:\\n\\n- a licence\\n\",\"state\":\"open\",\"base\":\"main\","
        "\"branch\":\"pawl/improve/demo-0a1b2c\",\"base_commit\":\"" +
            draft.base_commit + "\",\"head_commit\":\"" + draft.head_commit +
            "\",\"merge_commit\":\"\",\"run\":\"demo-0a1b2c\",\"labels\":[\"pawl\"],"
            "\"fixes\":null,\"draft\":false,\"frozen\":false,\"head_repository\":\"\",\"created_"
            "at\":\"2026-01-01T00:00:30.000Z\",\"updated_at\":\"2026-01-"
            "01T00:00:30."
            "000Z\"}");

  lab.clock().advance(Seconds(5));
  const auto again = forge->pulls().open(draft);
  REQUIRE(again);
  CHECK(again->adopted);
  CHECK(again->pull == opened->pull);

  draft.title = "Improve demo more";
  draft.head_commit = lab.commit(draft.branch, draft.head_commit, "b.txt", "b\n");
  const auto newer = forge->pulls().open(draft);
  REQUIRE(newer);
  CHECK(newer->adopted);
  CHECK(newer->pull.number == 1);
  CHECK(newer->pull.title == "Improve demo more");
  CHECK(newer->pull.head_commit == draft.head_commit);
  CHECK(newer->pull.created_at == opened->pull.created_at);
  CHECK(newer->pull.updated_at == "2026-01-01T00:00:35.000Z");

  const auto other = forge->pulls().open(lab.publish("demo-ffffff"));
  REQUIRE(other);
  CHECK(other->pull.number == 2);
  CHECK(forge->pulls().list(std::nullopt, {})->items.size() == 2);
  CHECK((*forge->pulls().find_by_run("demo-ffffff"))->number == 2);
  CHECK(forge->pulls().get(2)->run == "demo-ffffff");
  check_error(forge->pulls().get(3), TroubleKind::not_found, "no pull request #3");
}

TEST_CASE("a wrong address of GitHub is named where somebody has to look at it") {
  config::Config config;
  config.forge = "auto";
  config.github_api_url = "http://github.example/api/v3";
  const auto target = git::parse_target("https://github.example/o/r", "");
  REQUIRE(target);
  const auto kind = forge_kind(config, *target);
  REQUIRE_FALSE(kind);
  CHECK(kind.error().code == Errc::invalid);
  CHECK(contains(kind.error().to_line(), "github.api_url"));
  CHECK(*forge_kind(config, *git::parse_target("/work", "/work")) == "local");
  config.forge = "local";
  CHECK(*forge_kind(config, *target) == "local");
  config.forge = "auto";
  config.github_api_url = "https://github.example/api/v3";
  CHECK(*forge_kind(config, *target) == "github");
}

TEST_CASE("a draft that is not in the target is refused") {
  struct Row {
    const char* name;
    void (*spoil)(PullDraft&);
    TroubleKind kind;
    const char* says;
  };
  const Row rows[] = {
      {"another head", [](PullDraft& d) { d.head_commit = d.base_commit; }, TroubleKind::conflict,
       "the checks saw"},
      {"no branch", [](PullDraft& d) { d.branch = "gone"; }, TroubleKind::not_found,
       "no branch \"gone\""},
      {"no base", [](PullDraft& d) { d.base = "gone"; }, TroubleKind::not_found,
       "no branch \"gone\""},
      {"a base that is an option", [](PullDraft& d) { d.base = "--help"; }, TroubleKind::invalid,
       "--help"},
      {"nothing to offer", [](PullDraft& d) { d.base_commit = d.head_commit; },
       TroubleKind::invalid, "no commit"},
      {"no run", [](PullDraft& d) { d.run = ""; }, TroubleKind::invalid, "run"},
      {"no title", [](PullDraft& d) { d.title = " "; }, TroubleKind::invalid, "title"},
  };
  Lab lab;
  const auto forge = lab.forge();
  for (const Row& row : rows) {
    CAPTURE(row.name);
    PullDraft draft = lab.publish();
    row.spoil(draft);
    check_error(forge->pulls().open(draft), row.kind, row.says);
    CHECK(forge->pulls().list(std::nullopt, {})->items.empty());
  }
}

TEST_CASE("a closed pull request stays closed") {
  Lab lab;
  const auto forge = lab.forge();
  const PullDraft draft = lab.publish();
  REQUIRE(forge->pulls().open(draft));
  CHECK(forge->pulls().close(1)->state == PullState::closed);
  CHECK(forge->pulls().close(1)->state == PullState::closed);
  check_error(forge->pulls().merge(1, MergeMethod::squash, draft.head_commit),
              TroubleKind::conflict, "closed");
  CHECK(forge->pulls().open(draft)->pull.state == PullState::closed);
  check_error(forge->pulls().close(7), TroubleKind::not_found, "#7");

  const auto other = forge->pulls().open(lab.publish("demo-ffffff"));
  REQUIRE(other);
  REQUIRE(forge->pulls().merge(2, MergeMethod::fast_forward, other->pull.head_commit));
  check_error(forge->pulls().close(2), TroubleKind::conflict, "merged");
}

TEST_CASE("who may open pull requests is known before the work") {
  Lab lab;
  const auto check = [&](const git::Target& target) {
    ForgeSetup setup = lab.setup(lab.clock());
    setup.target = target;
    return (*open_forge(setup))->pulls().check_write();
  };
  git::Target target = lab.setup(lab.clock()).target;
  CHECK(check(target).ok());
  lab.sh(lab.path("."), "git clone -q --bare demo bare.git; mkdir plain");
  target.location = lab.path("bare.git");
  CHECK(check(target).ok());
  target.location = lab.path("plain");
  check_error(check(target), TroubleKind::not_found, target.location);
  target.location = lab.path("nowhere");
  check_error(check(target), TroubleKind::not_found, target.location);
  target.kind = git::TargetKind::url;
  target.location = "https://example.invalid/o/r";
  check_error(check(target), TroubleKind::denied, "clone it");
}

TEST_CASE("a target nobody may write to is refused") {
  Lab lab;
  const auto forge = lab.forge();
  lab.in_target("chmod 0755 ..; chmod 0555 .git/objects");
  const pid_t child = ::fork();
  if (child == 0) {
    // Root may write everywhere: look as somebody else.
    if (::geteuid() == 0 && ::setresuid(65'534, 65'534, 65'534) != 0) ::_exit(2);
    const auto checked = forge->pulls().check_write();
    const bool refused = !checked && checked.error().kind == TroubleKind::denied &&
                         contains(checked.error().message, "make it writable");
    ::_exit(refused ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  CHECK(status == 0);
  lab.in_target("chmod 0755 .git/objects");
}

}  // namespace pawl::forge::local_forge_test
