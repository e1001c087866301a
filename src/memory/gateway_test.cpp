#include "memory/gateway.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"

namespace pawl::memory::gateway_test {
namespace {

constexpr const char* kAgent = "pawl:de730165cd6de27b";

// A gateway whose every answer takes `takes`.
class SlowHttp final : public os::Http {
 public:
  SlowHttp(os::FakeClock& clock, os::FakeHttp& inner) : clock_(clock), inner_(inner) {}
  Result<os::HttpResponse> send(const os::HttpRequest& request) override {
    if (takes > request.timeout) {
      clock_.advance(request.timeout);
      return fail(Errc::timeout, "too slow");
    }
    clock_.advance(takes);
    return inner_.send(request);
  }
  Milliseconds takes{0};

 private:
  os::FakeClock& clock_;
  os::FakeHttp& inner_;
};

struct Fixture {
  os::FakeClock clock;
  os::FakeHttp http;
  SlowHttp slow{clock, http};
  Redactor redactor;
  Gateway gateway{
      {.http = slow, .clock = clock, .redactor = redactor}, "http://localhost:9999/", "/src/x"};

  void reply(int status, std::string body) {
    http.reply({.status = status, .headers = {}, .body = std::move(body)});
  }
  std::string trouble() {
    const auto trouble = gateway.take_trouble();
    return trouble ? trouble->call + ": " + trouble->reason : "none";
  }
};

Json entry(const char* run = "r1") {
  return Json::object({{"id", 1},
                       {"ts", "2026-01-01T00:00:00Z"},
                       {"agent", kAgent},
                       {"run_id", run},
                       {"subtask_id", "T001-S01"},
                       {"model", Json()},
                       {"branch", "b"},
                       {"commit_sha", Json()},
                       {"outcome", "fail"},
                       {"touched_files", Json::array_of(std::vector{"a.py"})},
                       {"failure_modes", Json::array_of(std::vector{"ast_diff"})},
                       {"confidence", 0.3}});
}

run::Observation observation() {
  return {.run = "demo-0a1b2c",
          .subtask = "T001-S01",
          .repository = "/src/x",
          .outcome = run::ObservationOutcome::fail,
          .failure_modes = {"ast_diff"},
          .rules = {"top-definitions/removed"},
          .paths = {"a.py"},
          .model = "openai:m"};
}

}  // namespace

TEST_CASE("entries about this repository are read") {
  Fixture at;
  Json other = entry("r2");
  other.set("agent", "gitoma");
  at.reply(200, Json(Json::Array{entry(), other}).dump());
  const auto seen = at.gateway.agent_log("7d", 200);
  REQUIRE(seen.size() == 1);
  CHECK(seen[0].run == "r1");
  CHECK(seen[0].outcome == run::ObservationOutcome::fail);
  CHECK(seen[0].paths == std::vector<std::string>{"a.py"});
  CHECK(seen[0].failure_modes == std::vector<std::string>{"ast_diff"});
  CHECK(at.trouble() == "none");
  CHECK(at.http.seen()[0].url ==
        "http://localhost:9999/repo/agent-log?since=7d&limit=200&agent=" + percent_encoded(kAgent));
}

TEST_CASE("null stands for no entries") {
  Fixture at;
  at.reply(200, "null");
  CHECK(at.gateway.agent_log("7d", 200).empty());
  CHECK(at.trouble() == "none");
}

TEST_CASE("whatever a gateway answers, nothing comes of it but one trouble") {
  const auto with = [](const char* member, Json value) {
    Json changed = entry();
    changed.set(member, std::move(value));
    return Json(Json::Array{entry(), changed}).dump();
  };
  struct Row {
    int status;
    std::string body;
    const char* trouble;
  };
  const std::string shape = "agent-log: entries of another shape";
  const Row rows[] = {
      {500, "[]", "agent-log: status 500"},
      {404, "", "agent-log: status 404"},
      {302, "", "agent-log: status 302"},
      {200, "", "agent-log: no JSON"},
      {200, "<html>", "agent-log: no JSON"},
      {200, "[1, 2", "agent-log: no JSON"},
      {200, "{}", "agent-log: not a list"},
      {200, "\"x\"", "agent-log: not a list"},
      {200, "[null]", shape.c_str()},
      {200, "[[]]", shape.c_str()},
      {200, with("ts", "yesterday"), shape.c_str()},
      {200, with("outcome", "failed"), shape.c_str()},
      {200, with("outcome", 7), shape.c_str()},
      {200, with("touched_files", "a.py"), shape.c_str()},
      {200, with("touched_files", Json(Json::Array{"../../etc/passwd"})), shape.c_str()},
      {200, with("touched_files", Json(Json::Array{7})), shape.c_str()},
      {200, with("failure_modes", Json(Json::Array{"a\nb"})), shape.c_str()},
      {200, with("failure_modes", Json(Json::Array{std::string(500, 'x')})), shape.c_str()},
      {200, with("run_id", "\x1b[31m"), shape.c_str()},
      {200, with("run_id", Json()), shape.c_str()},
  };
  for (const Row& row : rows) {
    CAPTURE(row.body);
    Fixture at;
    at.reply(row.status, row.body);
    at.reply(200, Json(Json::Array{entry()}).dump());
    CHECK(at.gateway.agent_log("7d", 200).empty());
    CHECK(at.trouble() == std::string(row.trouble));
    CHECK(at.trouble() == "none");
    // It is not asked again.
    CHECK(at.gateway.agent_log("7d", 200).empty());
    CHECK_FALSE(at.gateway.post(observation()));
    CHECK_FALSE(at.gateway.fingerprint("/x"));
    CHECK(at.http.seen().size() == 1);
    CHECK(at.trouble() == "none");
  }
}

TEST_CASE("an entry may leave out what it does not know") {
  Fixture at;
  Json bare = entry();
  for (const char* member : {"touched_files", "failure_modes", "subtask_id"}) {
    bare.set(member, Json());
  }
  at.reply(200, Json(Json::Array{bare}).dump());
  const auto seen = at.gateway.agent_log("7d", 200);
  REQUIRE(seen.size() == 1);
  CHECK(seen[0].paths.empty());
  CHECK(at.trouble() == "none");
}

TEST_CASE("an observation is posted as the interface wants it, without secrets") {
  Fixture at;
  at.redactor.add(Secret("hunter2-hunter2"));
  at.reply(200, R"({"id": 17, "ts": "2026-01-01T00:00:00Z"})");
  run::Observation one = observation();
  one.branch = "fix/hunter2-hunter2";
  one.model = "scripted:/home/me/script.jsonl";
  CHECK(at.gateway.post(one) == 17);
  const os::HttpRequest& request = at.http.seen().at(0);
  CHECK(request.method == "POST");
  CHECK(request.url == "http://localhost:9999/observation");
  const Result<Json> body = Json::parse(request.body);
  REQUIRE(body);
  CHECK((*body)["run_id"].text() == "fix/[redacted]");
  CHECK((*body)["agent"].text() == std::string(kAgent));
  CHECK((*body)["outcome"].text() == "fail");
  CHECK((*body)["model"].text() == "scripted");
  CHECK((*body)["commit_sha"].is_string());
  CHECK((*body)["confidence"].number_or(0) == doctest::Approx(0.3));
  CHECK((*body)["touched_files"] == Json::array_of(std::vector{"a.py"}));
  CHECK((*body)["branch"].text() == "fix/[redacted]");
  CHECK_FALSE(contains(request.body, "/src/x"));
}

TEST_CASE("an older server that refuses skipped ones gets the others") {
  Fixture at;
  at.reply(400, R"({"error": "bad outcome"})");
  at.reply(200, R"({"id": 1})");
  run::Observation skipped = observation();
  skipped.outcome = run::ObservationOutcome::skipped;
  CHECK_FALSE(at.gateway.post(skipped));
  CHECK_FALSE(at.gateway.post(skipped));
  CHECK(at.gateway.post(observation()) == 1);
  CHECK(at.http.seen().size() == 2);
  CHECK(at.trouble() == "none");
}

TEST_CASE("posts and fingerprints of no use are trouble") {
  struct Row {
    int status;
    const char* body;
    const char* post;
    const char* fingerprint;
  };
  const Row rows[] = {
      {500, "{}", "observation: status 500", "fingerprint: status 500"},
      {200, "oops", "observation: no JSON", "fingerprint: no JSON"},
      {200, "[]", "observation: no id", "fingerprint: not an object"},
      {200, R"({"id": "1"})", "observation: no id", "none"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.body);
    Fixture posting;
    posting.reply(row.status, row.body);
    CHECK_FALSE(posting.gateway.post(observation()));
    CHECK(posting.trouble() == std::string(row.post));
    Fixture asking;
    asking.reply(row.status, row.body);
    const auto print = asking.gateway.fingerprint("/work tree");
    CHECK(print.has_value() == (std::string(row.fingerprint) == "none"));
    CHECK(asking.trouble() == std::string(row.fingerprint));
    CHECK(asking.http.seen()[0].url ==
          "http://localhost:9999/repo/fingerprint?target=%2Fwork%20tree");
  }
}

TEST_CASE("all calls of a run together take no longer than the budget") {
  SUBCASE("one that never answers") {
    Fixture at;
    at.slow.takes = Milliseconds(60'000);
    const Milliseconds start = at.clock.monotonic();
    CHECK(at.gateway.agent_log("7d", 200).empty());
    CHECK(at.trouble() == "agent-log: timeout");
    CHECK(at.gateway.agent_log("7d", 200).empty());
    CHECK(at.clock.monotonic() - start == kGatewayBudget);
  }
  SUBCASE("one that is slow each time") {
    Fixture at;
    at.slow.takes = Milliseconds(700);
    for (int i = 0; i < 9; ++i) at.reply(200, R"({"id": 1})");
    const Milliseconds start = at.clock.monotonic();
    for (int i = 0; i < 9; ++i) (void)at.gateway.post(observation());
    CHECK(at.http.seen().size() == 2);
    CHECK(at.trouble() == "observation: timeout");
    CHECK(at.clock.monotonic() - start == kGatewayBudget);
  }
  SUBCASE("one that is not there") {
    Fixture at;
    at.http.fail_with(fail(Errc::upstream, "no connection"));
    CHECK_FALSE(at.gateway.post(observation()));
    CHECK(at.trouble() == "observation: unreachable");
  }
}

TEST_CASE("a fingerprint that fails leaves the rest as it is, with one note") {
  Fixture at;
  at.slow.takes = Milliseconds(60'000);
  const Milliseconds start = at.clock.monotonic();
  CHECK_FALSE(at.gateway.fingerprint("/x"));
  CHECK(at.clock.monotonic() - start == kGatewayBudget / 2);
  CHECK(at.trouble() == "fingerprint: timeout");
  at.slow.takes = Milliseconds(10);
  at.reply(200, R"({"id": 3})");
  CHECK(at.gateway.post(observation()) == 3);
  at.reply(200, "garbage");
  CHECK_FALSE(at.gateway.post(observation()));
  CHECK(at.trouble() == "none");
}

TEST_CASE("a gateway need not know fingerprints") {
  for (const int status : {400, 404, 405}) {
    CAPTURE(status);
    Fixture at;
    at.reply(status, "{}");
    at.reply(200, "null");
    CHECK_FALSE(at.gateway.fingerprint("/x"));
    CHECK(at.gateway.agent_log("7d", 200).empty());
    CHECK(at.http.seen().size() == 2);
    CHECK(at.trouble() == "none");
  }
}

TEST_CASE("the name of a folder does not leave the machine") {
  Fixture at;
  Gateway far({.http = at.http, .clock = at.clock, .redactor = at.redactor}, "http://gw:9999",
              "/src/x");
  CHECK_FALSE(far.fingerprint("/home/me/secret-project"));
  CHECK(at.http.seen().empty());
  CHECK_FALSE(far.take_trouble());
}

TEST_CASE("a URL with credentials is never asked, nor told") {
  Fixture at;
  Gateway gateway({.http = at.http, .clock = at.clock, .redactor = at.redactor},
                  "http://user:secret@gw", "/src/x");
  CHECK(gateway.agent_log("7d", 200).empty());
  const auto trouble = gateway.take_trouble();
  REQUIRE(trouble);
  CHECK_FALSE(contains(trouble->reason, "secret"));
  CHECK(at.http.seen().empty());
}

}  // namespace pawl::memory::gateway_test
