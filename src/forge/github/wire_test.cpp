#include "forge/github/wire.hpp"

#include <doctest/doctest.h>

#include "forge/github/patch_lines.hpp"

namespace pawl::forge::wire_test {
namespace {

Json pull(const std::string& body, const Json& repo) {
  return Json::object({{"number", 3},
                       {"state", "open"},
                       {"body", body},
                       {"head", Json::object({{"ref", "b"}, {"sha", "1"}, {"repo", repo}})},
                       {"base", Json::object({{"ref", "main"}, {"sha", "0"}})}});
}

}  // namespace

TEST_CASE("the mark comes back, and the text without it") {
  const Json own = Json::object({{"full_name", "O/R"}});
  for (const std::int64_t fixes : {0, 12}) {
    for (const std::string head : {"", "1", "2"}) {
      const Pull read =
          pull_from(pull(body_with_mark("Text.\n", {"demo-0a1b2c", head, fixes}), own), {"o/r"});
      CHECK(read.body == "Text.\n");
      CHECK(read.run == "demo-0a1b2c");
      CHECK(read.fixes == fixes);
      CHECK(read.pushed_commit == head);
      CHECK(read.frozen == (head == "2"));
    }
  }
  const Pull typed =
      pull_from(pull("Text.\r\n\r\n<!-- pawl-run: demo-0a1b2c -->\r\n", own), {"o/r"});
  CHECK(typed.body == "Text.");
  CHECK(typed.run == "demo-0a1b2c");
  CHECK(pull_from(pull("no mark <!-- pawl-run: x", own), {"o/r"}).run.empty());
  for (const char* run : {"", "..", "../../x-0a1b2c", "demo", "demo-0a1b2c/..", "Demo-0a1b2c"}) {
    CAPTURE(run);
    const std::string text = "Text.\n\n<!-- pawl-run: " + std::string(run) + " head: 1 -->";
    const Pull read = pull_from(pull(text.c_str(), own), {"o/r"});
    CHECK(read.run.empty());
    CHECK(read.pushed_commit.empty());
    CHECK(read.body == text);
  }
}

TEST_CASE("a stranger's branch is not believed whose run it is") {
  const std::string body = body_with_mark("Text.", {"demo-0a1b2c", "1", 7});
  const auto fork_of = [&](const char* owner, const char* by) {
    Json json = pull(body, Json::object({{"full_name", std::string(owner) + "/r"},
                                         {"owner", Json::object({{"login", owner}})}}));
    json.set("user", Json::object({{"login", by}}));
    return json;
  };
  const Pull fork = pull_from(fork_of("mallory", "mallory"), {"o/r", "bob"});
  CHECK(fork.run.empty());
  CHECK(fork.fixes == 0);
  CHECK(fork.head_repository == "mallory/r");
  CHECK(pull_from(fork_of("bob", "mallory"), {"o/r", "bob"}).run.empty());
  CHECK(pull_from(fork_of("mallory", "bob"), {"o/r", "bob"}).run.empty());
  CHECK(pull_from(fork_of("bob", "bob"), {"o/r", "bob"}).run == "demo-0a1b2c");
  CHECK(pull_from(fork_of("bob", "bob"), {"o/r"}).run.empty());
  CHECK(pull_from(pull(body, Json()), {"o/r", "bob"}).run.empty());
}

TEST_CASE("a check that ended in no known way has not succeeded") {
  const auto run = [](const char* status, const Json& conclusion) {
    return check_from_run(
        Json::object({{"name", "build"}, {"status", status}, {"conclusion", conclusion}}));
  };
  CHECK(run("completed", "success").conclusion == Conclusion::success);
  CHECK(run("completed", "something_new").conclusion == Conclusion::failure);
  CHECK(run("waiting", Json()).status == CheckStatus::queued);
  CHECK(run("in_progress", Json()).conclusion == Conclusion::none);
  const Check pending = check_from_status(Json::object({{"state", "pending"}}), "1");
  CHECK(pending.status == CheckStatus::in_progress);
  CHECK(check_from_status(Json::object({{"state", "error"}}), "1").conclusion ==
        Conclusion::failure);
}

TEST_CASE("the lines a patch shows are those of the head") {
  const char* patch =
      "@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n@@ -10,2 +10,3 @@ f()\n ten\n+more\n eleven\n"
      "\\ No newline at end of file";
  CHECK(lines_of_patch(patch) == std::set<std::int64_t>{1, 2, 3, 10, 11, 12});
  CHECK(lines_of_patch("").empty());
  CHECK(lines_of_patch("@@ nonsense").empty());
}

}  // namespace pawl::forge::wire_test
