#include <doctest/doctest.h>

#include <cmath>

#include "base/text/text.hpp"
#include "forge/ci_judgement.hpp"
#include "forge/github/github_checks.hpp"
#include "forge/github/github_reviews.hpp"
#include "forge/github/wire_ci.hpp"
#include "forge/test_error.hpp"
#include "forge/test_lab.hpp"

namespace pawl::forge::github_ci_test {
namespace {

constexpr const char* kHead = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

std::string commit_of(std::size_t pull) {
  std::string digits = std::to_string(pull);
  return std::string(40 - digits.size(), '0') + digits;
}

// A GitHub of many pull requests whose checks move on with the clock. It counts what it is asked
// for as GitHub does: 304 is free, a query costs its connections divided by a hundred.
class CountingGithub final : public os::Http {
 public:
  explicit CountingGithub(os::FakeClock& clock) : clock_(clock), begun_(clock.now()) {}

  Result<os::HttpResponse> send(const os::HttpRequest& request) override {
    ++requests;
    if (request.method == "POST") return answer_query(request);
    ++gets;
    const bool rules = contains(request.url, "/rules/branches/");
    // The rules change once, in the middle of the hour.
    const std::string version = rules && minutes() >= 30 ? "2" : "1";
    os::HttpResponse response;
    response.headers = {{"etag", "\"" + version + "\""}};
    for (const auto& [name, value] : request.headers) {
      if (name == "if-none-match" && value == "\"" + version + "\"") {
        ++not_modified;
        response.status = 304;
        return response;
      }
    }
    ++points;
    response.status = 200;
    response.body = rules ? "[]" : R"({"protection":{"required_status_checks":
      {"enforcement_level":"everyone","checks":[{"context":"build","app_id":null}]}}})";
    return response;
  }

  std::int64_t requests = 0;
  std::int64_t points = 0;
  std::int64_t gets = 0;
  std::int64_t not_modified = 0;

 private:
  std::int64_t minutes() const { return (clock_.now() - begun_).count() / 60'000; }

  Result<os::HttpResponse> answer_query(const os::HttpRequest& request) {
    const Json body = *Json::parse(request.body);
    const std::string document(body["query"].text());
    std::size_t commits = 0;
    while (contains(document, " c" + std::to_string(commits) + ":object")) ++commits;
    points +=
        std::max<std::int64_t>(1, std::lround((static_cast<double>(commits) * 2 + 1) / 100.0));
    Json repository = Json::object();
    for (std::size_t i = 0; i < commits; ++i) add(repository, i);
    os::HttpResponse response;
    response.status = 200;
    response.body =
        Json::object({{"data", Json::object({{"repository", std::move(repository)}})}}).dump();
    return response;
  }

  // The build of pull request N ends in minute N.
  void add(Json& repository, std::size_t i) const {
    const std::string at = std::to_string(i);
    const bool over = minutes() >= static_cast<std::int64_t>(i);
    repository.set("p" + at, Json::object({{"state", "OPEN"},
                                           {"headRefOid", commit_of(i)},
                                           {"baseRefName", "main"},
                                           {"baseRef", Json()}}));
    const Json suite = Json::object(
        {{"databaseId", 5}, {"app", Json()}, {"workflowRun", Json::object({{"databaseId", 7}})}});
    const Json run = Json::object({{"__typename", "CheckRun"},
                                   {"databaseId", 9},
                                   {"name", "build"},
                                   {"status", over ? "COMPLETED" : "IN_PROGRESS"},
                                   {"conclusion", over ? Json("SUCCESS") : Json()},
                                   {"checkSuite", suite}});
    const Json contexts = Json::object(
        {{"pageInfo", Json::object({{"hasNextPage", false}})}, {"nodes", Json(Json::Array{run})}});
    repository.set("c" + at,
                   Json::object({{"checkSuites", Json::object({{"nodes", Json::array()}})},
                                 {"statusCheckRollup", Json::object({{"contexts", contexts}})}}));
    repository.set("w" + at, Json());
  }

  os::FakeClock& clock_;
  Timestamp begun_;
};

struct Watched {
  explicit Watched(os::Http& http, Lab& at)
      : ports{at.clock(), at.files(), *processes, http, random, cancel, {}, "/"},
        world{.api = Api({.ports = ports,
                          .host = *github_host(""),
                          .token = fixed_token(Secret("ghp_0000")),
                          .account = "github.com/test",
                          .lock = at.path("github.lock"),
                          .database = at.database(),
                          .rules = {}}),
              .owner = "o",
              .repo = "r"} {}

  std::unique_ptr<os::Processes> processes = os::real_processes();
  os::SeededRandom random{1};
  os::Cancel cancel;
  os::Ports ports;
  GithubWorld world;
  GithubChecks checks{world};
};

os::HttpResponse ok(std::string body) {
  return {.status = 200, .headers = {}, .body = std::move(body)};
}

// A commit whose checks and suites are these.
std::string data_of(const std::string& contexts, const std::string& suites,
                    const std::string& workflows = "null") {
  return R"({"data":{"repository":{"p0":{"state":"OPEN","headRefOid":")" + std::string(kHead) +
         R"(","baseRefName":"main","baseRef":null},"c0":{"checkSuites":{"nodes":[)" + suites +
         R"(]},"statusCheckRollup":{"contexts":{"pageInfo":{"hasNextPage":false},"nodes":[)" +
         contexts + R"(]}}},"w0":)" + workflows + "}}}";
}

CiState read_state(const std::string& text) {
  const Result<Json> data = Json::parse(text);
  REQUIRE(data);
  return finished_ci(ci_from((*data)["data"], {.number = 1, .head_commit = kHead}, 0));
}

}  // namespace

TEST_CASE("an hour of a hundred pull requests costs little") {
  Lab lab;
  CountingGithub github(lab.clock());
  Watched watched(github, lab);
  std::vector<CiQuestion> asked;
  for (std::size_t i = 0; i < 100; ++i) {
    asked.push_back({.number = static_cast<std::int64_t>(i) + 1, .head_commit = commit_of(i)});
  }
  constexpr int kPolls = 120;
  for (int poll = 0; poll < kPolls; ++poll) {
    const auto states = watched.checks.ci(asked);
    REQUIRE_MESSAGE(states, to_error(states.error()).to_line());
    REQUIRE(states->size() == 100);
    CHECK(states->front().required == std::vector<RequiredCheck>{{.name = "build"}});
    lab.clock().advance(Seconds(30));
  }
  MESSAGE("an hour, 100 pull requests, a look every 30 s: "
          << github.requests << " requests, " << github.points << " points, " << github.not_modified
          << " of " << github.gets << " GETs not modified");
  CHECK(github.points < 300);
  CHECK(github.not_modified * 10 >= github.gets * 9);
  const auto last = watched.checks.ci(asked);
  REQUIRE(last);
  CHECK(judge_ci(last->front(), Milliseconds(0), {}).outcome == CiOutcome::success);
  CHECK(judge_ci(last->back(), Milliseconds(0), {}).outcome == CiOutcome::pending);
}

TEST_CASE("a workflow speaks for itself where its checks do not") {
  const auto suite = [](const std::string& status, const std::string& conclusion, bool workflow) {
    return R"({"databaseId":5,"status":")" + status + R"(","conclusion":)" + conclusion +
           R"(,"app":{"slug":"a","name":"A","databaseId":1},"workflowRun":)" +
           (workflow ? R"({"databaseId":7,"url":"https://x/7","workflow":{"name":"CI"}})"
                     : "null") +
           "}";
  };
  const std::string green =
      R"({"__typename":"CheckRun","databaseId":9,"name":"build","status":"COMPLETED","conclusion":"SUCCESS",
          "checkSuite":{"databaseId":5,"app":null,"workflowRun":{"databaseId":7}}})";
  struct Row {
    const char* name;
    std::string suite;
    std::string contexts;
    std::string want;  // the suite's signal; empty: it has none
  };
  const Row rows[] = {
      {"waits for approval", suite("COMPLETED", "\"ACTION_REQUIRED\"", true), "",
       "action_required"},
      {"could not start", suite("COMPLETED", "\"STARTUP_FAILURE\"", true), "", "startup_failure"},
      {"between two jobs", suite("IN_PROGRESS", "null", true), green, "in_progress"},
      {"over", suite("COMPLETED", "\"SUCCESS\"", true), green, ""},
      {"of an app that never says anything", suite("QUEUED", "null", false), "", ""},
      {"what GitHub may say one day", suite("COMPLETED", "\"EXPLODED\"", true), "", "failure"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const CiState state = read_state(data_of(row.contexts, row.suite));
    std::string found;
    for (const CiSignal& signal : state.signals) {
      if (signal.source != CiSource::suite) continue;
      CHECK(signal.workflow_run == 7);
      found = signal.is_pending() ? to_string(signal.status) : to_string(signal.conclusion);
    }
    CHECK(found == row.want);
  }
}

TEST_CASE("statuses, and whether anything is to be expected") {
  const CiState state = read_state(data_of(
      R"({"__typename":"StatusContext","context":"jenkins","state":"ERROR","description":"no","targetUrl":null})",
      "", R"({"entries":[{"name":"README"},{"name":"ci.yml"}]})"));
  REQUIRE(state.signals.size() == 1);
  CHECK(is_red(state.signals.front()));
  CHECK(state.has_workflows);
  CHECK(state.expected == true);
  CHECK(read_state(data_of("", "")).expected == false);
}

// One page of a commit's suites, or of its checks, which goes on.
std::string page_of(const char* list, const std::string& node, bool more) {
  const std::string inner = std::string(R"({"pageInfo":{"hasNextPage":)") +
                            (more ? R"(true,"endCursor":"c")" : "false") + R"(},"nodes":[)" + node +
                            "]}";
  const bool suites = std::string_view(list) == "suites";
  return R"({"data":{"repository":{"object":{)" +
         (suites ? R"("checkSuites":)" + inner
                 : R"("statusCheckRollup":{"contexts":)" + inner + "}") +
         "}}}}";
}

TEST_CASE("what is beyond a page counts, and what nobody looked at makes nothing green") {
  const std::string green =
      R"({"__typename":"StatusContext","context":"a","state":"SUCCESS","description":"","targetUrl":null})";
  const std::string red =
      R"({"databaseId":5,"status":"COMPLETED","conclusion":"STARTUP_FAILURE","app":null,
          "workflowRun":{"databaseId":7,"url":"","workflow":{"name":"CI"}}})";
  std::string first = data_of(green, "");
  first = replace_all(first, R"("checkSuites":{)",
                      R"("checkSuites":{"pageInfo":{"hasNextPage":true,"endCursor":"c"},)");
  const auto judged = [&](const std::vector<std::string>& pages) {
    Lab lab;
    os::FakeHttp http;
    Watched watched(http, lab);
    http.reply(ok(first));
    for (const std::string& page : pages) http.reply(ok(page));
    for (int i = 0; i < 2; ++i) http.reply({.status = 404, .headers = {}, .body = "{}"});
    const CiQuestion asked{.number = 1, .head_commit = kHead};
    const auto states = watched.checks.ci(std::span(&asked, 1));
    REQUIRE_MESSAGE(states, to_error(states.error()).to_line());
    return judge_ci(states->front(), Seconds(3'600), {}).outcome;
  };
  CHECK(judged({page_of("suites", red, false)}) == CiOutcome::failure);
  CHECK(judged({page_of("suites", "", false)}) == CiOutcome::success);
  constexpr std::size_t kPages = 20;
  CHECK(judged(std::vector(kPages, page_of("suites", "", true))) == CiOutcome::blocked);
  first = replace_all(data_of(green, ""), R"("hasNextPage":false)",
                      R"("hasNextPage":true,"endCursor":"c")");
  CHECK(judged({page_of("contexts", "", false)}) == CiOutcome::success);
  CHECK(judged(std::vector(kPages, page_of("contexts", green, true))) == CiOutcome::blocked);
}

TEST_CASE("a log is fetched where it lies, without the token") {
  Lab lab;
  os::FakeHttp http;
  Watched watched(http, lab);
  http.reply(ok(R"({"id":9,"steps":[{"name":"Test","conclusion":"failure",
    "started_at":"2026-01-01T00:00:00Z","completed_at":"2026-01-01T00:00:09Z"}]})"));
  http.reply({.status = 302,
              .headers = {{"location", "https://logs.example/1?sig=2"}},
              .body = {},
              .redirect_url = "https://logs.example/1?sig=2"});
  http.reply(ok("line\n"));
  const auto log = watched.checks.log({.name = "build",
                                       .app = {},
                                       .head_commit = kHead,
                                       .summary = {},
                                       .url = {},
                                       .job = 9,
                                       .workflow_run = 7});
  REQUIRE_MESSAGE(log, to_error(log.error()).to_line());
  CHECK(log->text == "line\n");
  REQUIRE(log->steps.size() == 1);
  CHECK(log->steps.front().conclusion == Conclusion::failure);
  REQUIRE(http.seen().size() == 3);
  CHECK(http.seen()[1].url == "https://api.github.com/repos/o/r/actions/jobs/9/logs");
  for (const auto& [name, value] : http.seen()[2].headers) CHECK(name != "authorization");
}

TEST_CASE("comments of reviews are fetched once for all of them") {
  Lab lab;
  os::FakeHttp http;
  Watched watched(http, lab);
  GithubReviews reviews(watched.world);
  const auto review = [](int id) {
    return R"({"id":)" + std::to_string(id) +
           R"(,"state":"COMMENTED","user":{"login":"a"},"body":"","commit_id":"c","submitted_at":""})";
  };
  const auto comment = [](int review_id, const char* path) {
    return R"({"pull_request_review_id":)" + std::to_string(review_id) + R"(,"path":")" + path +
           R"(","line":1,"body":"b"})";
  };
  http.reply(ok(R"({"number":1})"));
  http.reply(ok("[" + review(7) + "," + review(8) + "," + review(9) + "]"));
  http.reply(ok("[" + comment(9, "z") + "," + comment(7, "a") + "," + comment(7, "b") + "]"));
  const auto page = reviews.list(1, {});
  REQUIRE_MESSAGE(page, to_error(page.error()).to_line());
  REQUIRE(page->items.size() == 3);
  CHECK(page->items[0].comments.size() == 2);
  CHECK(page->items[1].comments.empty());
  CHECK(page->items[2].comments.front().path == "z");
  CHECK(http.seen().size() == 3);
}

TEST_CASE("failed jobs are begun again once") {
  Lab lab;
  os::FakeHttp http;
  Watched watched(http, lab);
  const WorkflowRun seen{.id = 7, .attempt = 1, .name = "CI", .head_commit = kHead};
  http.reply(
      ok(R"({"id":7,"name":"CI","run_attempt":2,"status":"in_progress","conclusion":null})"));
  check_error(watched.checks.rerun_failed(seen), TroubleKind::conflict, "runs again already");
  http.reply(
      ok(R"({"id":7,"name":"CI","run_attempt":1,"status":"completed","conclusion":"failure"})"));
  http.reply({.status = 201, .headers = {}, .body = "{}"});
  CHECK(watched.checks.rerun_failed(seen));
  CHECK(http.seen().back().url.ends_with("/actions/runs/7/rerun-failed-jobs"));
}

}  // namespace pawl::forge::github_ci_test
