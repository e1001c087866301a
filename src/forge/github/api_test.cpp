#include "forge/github/api.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "forge/test_error.hpp"
#include "forge/test_lab.hpp"

namespace pawl::forge::api_test {
namespace {

using os::HttpResponse;

constexpr const char* kToken = "ghp_canary0token0canary0token0canary000";

HttpResponse answer(int status, std::string body, os::Headers headers = {}) {
  return {.status = status, .headers = std::move(headers), .body = std::move(body)};
}

// An account on github.com whose server answers from a script.
struct Account {
  Lab lab;
  os::FakeHttp http;
  std::unique_ptr<os::Processes> processes = os::real_processes();
  os::SeededRandom random{1};
  os::Cancel cancel;
  os::Ports ports{lab.clock(), lab.files(), *processes, http, random, cancel, {}, "/"};

  Api api(BudgetRules rules = {}) {
    return Api({.ports = ports,
                .host = *github_host(""),
                .token = fixed_token(Secret(kToken)),
                .account = api_account(*github_host(""), Secret(kToken)),
                .lock = lab.path("github.lock"),
                .database = lab.database(),
                .rules = rules});
  }
  const os::HttpRequest& last() const { return http.seen().back(); }
};

std::string_view header(const os::HttpRequest& request, std::string_view name) {
  for (const auto& [key, value] : request.headers) {
    if (key == name) return value;
  }
  return {};
}

}  // namespace

TEST_CASE(
    "a request says who asks, in which version, and never holds the token but where it goes") {
  Account account;
  account.http.reply(answer(200, R"({"id":1})"));
  Api api = account.api();
  const auto reply = api.get("/repos/o/r");
  REQUIRE(reply);
  CHECK(reply->body["id"].int_or(0) == 1);
  CHECK(account.last().url == "https://api.github.com/repos/o/r");
  CHECK(header(account.last(), "x-github-api-version") == "2022-11-28");
  CHECK(header(account.last(), "user-agent").starts_with("pawl/"));
  CHECK(header(account.last(), "authorization") == "Bearer " + std::string(kToken));
  CHECK_FALSE(contains(api_account(*github_host(""), Secret(kToken)), "canary"));
}

TEST_CASE("a token that GitHub takes no more is replaced once, where there is another") {
  Account account;
  int asked = 0;
  Api api({.ports = account.ports,
           .host = *github_host(""),
           .token = [&](const Secret& refused) -> Answer<Secret> {
             ++asked;
             return Secret(refused.reveal() == "ghs_first" || asked > 2 ? "ghs_second"
                                                                        : "ghs_first");
           },
           .account = app_account(*github_host(""), "12", "Octo"),
           .lock = account.lab.path("github.lock"),
           .database = account.lab.database(),
           .rules = {}});
  account.http.reply(answer(401, R"({"message":"Bad credentials"})"));
  account.http.reply(answer(201, R"({"id":1})"));
  REQUIRE(api.write("POST", "/repos/o/r/pulls", Json::object({{"title", "x"}})));
  CHECK(header(account.last(), "authorization") == "Bearer ghs_second");
  account.http.reply(answer(401, R"({"message":"Bad credentials"})"));
  account.http.reply(answer(401, R"({"message":"Bad credentials"})"));
  const auto refused = api.get("/repos/o/r");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().kind == TroubleKind::unauthorized);
  CHECK(app_account(*github_host(""), "12", "Octo") == "github.com/app-12-octo");
}

TEST_CASE("what did not change costs nothing and is answered from what is known") {
  Account account;
  account.http.reply(
      answer(200, R"([{"number":1}])",
             {{"etag", "\"a\""},
              {"link", "<https://api.github.com/repos/o/r/pulls?page=2>; rel=\"next\""},
              {"x-ratelimit-limit", "5000"},
              {"x-ratelimit-remaining", "4999"},
              {"x-ratelimit-reset", "1800000000"}}));
  account.http.reply(answer(304, ""));
  account.http.reply(answer(200, R"([{"number":2}])", {{"etag", "\"b\""}}));
  const auto first = account.api().get("/repos/o/r/pulls");
  REQUIRE(first);
  CHECK(first->next == "https://api.github.com/repos/o/r/pulls?page=2");
  // Another process, some time later.
  const auto again = account.api().get("/repos/o/r/pulls");
  REQUIRE(again);
  CHECK(header(account.last(), "if-none-match") == "\"a\"");
  CHECK(again->body == first->body);
  CHECK(again->next == first->next);
  const auto newer = account.api().get("/repos/o/r/pulls");
  REQUIRE(newer);
  CHECK(newer->body.items().front()["number"].int_or(0) == 2);
  AccountTables tables(account.lab.database(), api_account(*github_host(""), Secret(kToken)));
  const auto asked = tables.asked(ApiResource::rest, account.lab.clock().now() - Seconds(60));
  REQUIRE(asked);
  CHECK(asked->requests == 3);
  CHECK(asked->not_modified == 1);
}

TEST_CASE("what is kept of answers is bounded by bytes, and the newest stay") {
  Account account;
  AccountTables tables(account.lab.database(), "github.com/a");
  constexpr std::size_t kMiB = std::size_t{1} << 20U;
  Timestamp now = account.lab.clock().now();
  const auto url = [](int i) { return "https://api.github.com/" + std::to_string(i); };
  constexpr int kAll = 20;
  for (int i = 0; i < kAll; ++i) {
    now += Seconds(1);
    REQUIRE(tables.put_answer(url(i), {.etag = "e", .next = {}, .body = std::string(4 * kMiB, 'x')},
                              now));
  }
  int kept = 0;
  for (int i = 0; i < kAll; ++i) {
    const auto known = tables.answer(url(i), now);
    REQUIRE(known);
    CHECK(known->has_value() == (i >= kAll - 16));
    if (*known) ++kept;
  }
  CHECK(kept == 16);
  REQUIRE(tables.put_answer(url(19), {.etag = "e", .next = {}, .body = std::string(5 * kMiB, 'x')},
                            now));
  CHECK_FALSE(tables.answer(url(19), now)->has_value());
}

TEST_CASE("each refusal is trouble of its kind, and a write is sent once") {
  struct Row {
    const char* name;
    HttpResponse response;
    TroubleKind kind;
    const char* says;
  };
  const Row rows[] = {
      {"expired token", answer(401, R"({"message":"Bad credentials"})"), TroubleKind::unauthorized,
       "Bad credentials"},
      {"no permission", answer(403, R"({"message":"Resource not accessible"})"),
       TroubleKind::denied, "not accessible"},
      {"lost permission", answer(404, R"({"message":"Not Found"})"), TroubleKind::not_found,
       "Not Found"},
      {"not mergeable", answer(405, R"({"message":"Pull Request is not mergeable"})"),
       TroubleKind::conflict, "not mergeable"},
      {"head moved", answer(409, R"({"message":"Head branch was modified"})"),
       TroubleKind::conflict, "modified"},
      {"invalid",
       answer(422,
              R"({"message":"Validation Failed","errors":[{"field":"base","code":"invalid"}]})"),
       TroubleKind::invalid, "Validation Failed: base is invalid"},
      {"429", answer(429, "{}", {{"retry-after", "30"}}), TroubleKind::rate_limited, "429"},
      {"secondary limit with retry-after",
       answer(403, R"({"message":"You have exceeded a secondary rate limit"})",
              {{"retry-after", "90"}}),
       TroubleKind::rate_limited, "secondary"},
      {"secondary limit without",
       answer(403, R"({"message":"You have exceeded a secondary rate limit"})"),
       TroubleKind::rate_limited, "secondary"},
      {"server error", answer(500, "<html>"), TroubleKind::unavailable, "500"},
      {"bad gateway", answer(502, ""), TroubleKind::unavailable, "502"},
      {"cut body", answer(201, R"({"number": 3, "ti)"), TroubleKind::unavailable, "no JSON"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    Account account;
    account.http.reply(row.response);
    Api api = account.api();
    const Timestamp before = account.lab.clock().now();
    const auto made = api.write("POST", "/repos/o/r/issues", Json::object({{"title", "T"}}));
    check_error(made, row.kind, row.says);
    CHECK(account.http.seen().size() == 1);
    CHECK_FALSE(contains(made.error().message, "canary"));
    CHECK(made.error().retry_at.has_value() == (row.kind == TroubleKind::rate_limited));
    if (made.error().retry_at) CHECK(*made.error().retry_at > before);
  }
}

TEST_CASE("reads are tried again where that may help, and end") {
  Account account;
  account.http.reply(answer(502, ""));
  account.http.fail_with(fail(Errc::upstream, "the connection was cut"));
  account.http.reply(answer(200, R"({"ok":true})"));
  CHECK(account.api().get("/repos/o/r"));
  CHECK(account.http.seen().size() == 3);

  Account down;
  for (int i = 0; i < 10; ++i) down.http.reply(answer(503, ""));
  check_error(down.api().get("/repos/o/r"), TroubleKind::unavailable, "503");
  CHECK(down.http.seen().size() == 4);

  Account refused;
  refused.http.reply(answer(404, "{}"));
  check_error(refused.api().get("/repos/o/r"), TroubleKind::not_found, "404");
  CHECK(refused.http.seen().size() == 1);
}

TEST_CASE("a renamed repository is followed, and the token goes to no other server") {
  Account account;
  HttpResponse moved = answer(301, "{}");
  moved.redirect_url = "https://api.github.com/repositories/7";
  account.http.reply(moved);
  account.http.reply(answer(200, R"({"id":7})"));
  CHECK(account.api().get("/repos/o/r")->body["id"].int_or(0) == 7);
  CHECK(account.last().url == "https://api.github.com/repositories/7");

  Account lured;
  moved.redirect_url = "https://elsewhere.example/repositories/7";
  lured.http.reply(moved);
  CHECK_FALSE(lured.api().get("/repos/o/r"));
  CHECK(lured.http.seen().size() == 1);
  check_error(lured.api().get("https://elsewhere.example/next"), TroubleKind::unavailable,
              "another server");
  CHECK(lured.http.seen().size() == 1);
}

TEST_CASE("a pause that GitHub asks for is kept by every process, and near ones are waited for") {
  Account account;
  account.http.reply(
      answer(403, R"({"message":"secondary rate limit"})", {{"retry-after", "300"}}));
  check_error(account.api().get("/user"), TroubleKind::rate_limited, "GitHub answers 403");
  const Timestamp until = account.lab.clock().now() + Seconds(300);
  const auto refused = account.api().get("/user");
  check_error(refused, TroubleKind::rate_limited, "asked for a pause");
  CHECK(*refused.error().retry_at == until);
  CHECK(account.http.seen().size() == 1);
  account.lab.clock().advance(Seconds(295));
  account.http.reply(answer(200, "{}"));
  CHECK(account.api().get("/user"));
  CHECK(account.lab.clock().now() >= until);
}

TEST_CASE("without a word how long, pauses double") {
  Account account;
  for (const int minutes : {1, 2, 4}) {
    account.http.reply(answer(429, "{}"));
    const Timestamp before = account.lab.clock().now();
    const auto refused = account.api().get("/user");
    check_error(refused, TroubleKind::rate_limited, "429");
    CHECK(*refused.error().retry_at == before + Seconds(60 * minutes));
    account.lab.clock().advance(Seconds(60 * minutes));
  }
  account.http.reply(answer(200, "{}"));
  CHECK(account.api().get("/user"));
  account.http.reply(answer(429, "{}"));
  const auto refused = account.api().get("/user");
  CHECK(*refused.error().retry_at == account.lab.clock().now() + Seconds(60));
}

TEST_CASE("a share of each hour is left to people") {
  Account account;
  const auto left = [&](const char* remaining) {
    return answer(200, "{}",
                  {{"x-ratelimit-limit", "1000"},
                   {"x-ratelimit-remaining", remaining},
                   {"x-ratelimit-resource", "core"},
                   {"x-ratelimit-reset", "1767229200"}});
  };
  account.http.reply(left("401"));
  account.http.reply(left("400"));
  CHECK(account.api().get("/user"));
  CHECK(account.api().get("/user"));
  const auto refused = account.api().get("/user");
  check_error(refused, TroubleKind::rate_limited, "400 of 1000 rest requests");
  CHECK(to_iso8601(*refused.error().retry_at) == "2026-01-01T01:00:00.000Z");
  CHECK(account.http.seen().size() == 2);
  // GraphQL has a budget of its own.
  account.http.reply(answer(200, R"({"data":{"viewer":{"login":"ada"}}})"));
  CHECK(account.api().query("query { viewer { login } }", Json::object()));
}

TEST_CASE("writes are spaced, whoever asks") {
  Account account;
  account.http.reply(answer(201, "{}"));
  account.http.reply(answer(201, "{}"));
  const Timestamp begun = account.lab.clock().now();
  REQUIRE(account.api().write("POST", "/a", Json::object()));
  REQUIRE(account.api().write("POST", "/a", Json::object()));
  CHECK(account.lab.clock().now() - begun >= Seconds(1));
}

TEST_CASE("points of a minute and creations are not exceeded") {
  Account account;
  Api api = account.api({.reserve = 0, .write_gap = Milliseconds(0), .wait_max = Milliseconds(0)});
  for (int i = 0; i < 200; ++i) account.http.reply(answer(201, "{}"));
  int sent = 0;
  while (api.write("POST", "/a", Json::object(), Api::Effect::creates)) ++sent;
  CHECK(sent == 80);
  while (api.write("PATCH", "/a", Json::object())) ++sent;
  CHECK(sent == 180);
  CHECK(account.http.seen().size() == 180);
  check_error(api.get("/a"), TroubleKind::rate_limited, "points of a minute");
}

TEST_CASE("half an answer of GraphQL is none") {
  Account account;
  account.http.reply(
      answer(200, R"({"data":{"a":1},"errors":[{"type":"NOT_FOUND","message":"no b"}]})"));
  check_error(account.api().query("query { a b }", Json::object()), TroubleKind::not_found, "no b");
  account.http.reply(answer(200, R"({"errors":[{"type":"RATE_LIMITED","message":"slow down"}]})"));
  check_error(account.api().mutate("mutation { a }", Json::object()), TroubleKind::rate_limited,
              "slow down");
}

TEST_CASE("plain http is for this machine alone") {
  CHECK(github_host("http://127.0.0.1:9/api/v3"));
  CHECK_FALSE(github_host("http://ghe.example/api/v3"));
  CHECK_FALSE(github_host("ftp://ghe.example"));
  const auto server = github_host("https://ghe.example/api/v3/");
  REQUIRE(server);
  CHECK(server->name == "ghe.example");
  CHECK(server->graphql == "https://ghe.example/api/graphql");
  CHECK(server->web == "https://ghe.example");
}

}  // namespace pawl::forge::api_test
