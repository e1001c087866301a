// Tokens of an App, as the GitHub fake server gives them, which checks what it is sent as GitHub's
// descriptions say.
#include "forge/github/app_tokens.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "forge/github/test_server.hpp"
#include "forge/test_error.hpp"
#include "forge/test_lab.hpp"
#include "tests/pass_over.hpp"

namespace pawl::forge::app_tokens_test {
namespace {

class World {
 public:
  World() {
    server.control("user", Json::object({{"login", "alice"}}));
    const std::string now(server.control("clock", Json::object({{"freeze", true}}))["now"].text());
    clock.advance(*parse_iso8601(now) - clock.now());
    for (const char* name : {"box", "bare"}) {
      server.control("repo", Json::object({{"owner", "alice"},
                                           {"name", name},
                                           {"files", Json::object({{"a.txt", "one\n"}})}}));
    }
    const Json app = make_app("gate", "write");
    id = std::to_string(app["id"].int_or(0));
    key = app["privateKey"].text();
    const Json installed = server.control(
        "install",
        Json::object({{"app", "gate"},
                      {"account", "alice"},
                      {"repositories", Json::array_of(std::vector<std::string>{"alice/box"})}}));
    installation = installed["id"].int_or(0);
    write_key(key, 0600);
  }

  Json make_app(const std::string& slug, const std::string& contents) {
    return server.control(
        "app",
        Json::object(
            {{"slug", slug},
             {"owner", "alice"},
             {"permissions", Json::object({{"contents", contents}, {"pull_requests", "write"}})}}));
  }
  void write_key(const std::string& text, std::uint32_t mode) {
    REQUIRE(lab.files().write_atomic(lab.path("app.pem"), text, mode));
  }
  AppSetup setup() {
    return {.ports = ports,
            .host = *github_host(server.api()),
            .app = id,
            .key_file = lab.path("app.pem"),
            .installation = 0,
            .learn = [this](const Secret& secret) { redactor.add(secret); }};
  }
  void pass(Milliseconds time) {
    clock.advance(time);
    server.control("clock", Json::object({{"advance", time.count() / 1000}}));
  }
  std::size_t made() {
    return server.control("tokens", Json::object({{"app", "gate"}}))["tokens"].size();
  }

  GithubServer server;
  Lab lab{Lab::Layout::bare};
  os::FakeClock& clock = lab.clock();
  std::unique_ptr<os::Processes> processes = os::real_processes();
  std::unique_ptr<os::Http> http = os::real_http();
  os::SeededRandom random{1};
  os::Cancel cancel;
  os::Ports ports{clock, lab.files(), *processes, *http, random, cancel, {}, "/"};
  Redactor redactor;
  std::string id;
  std::string key;
  std::int64_t installation = 0;
};

}  // namespace

TEST_CASE("a token of an App holds for one repository, is kept, and made anew in time") {
  PASS_OVER_UNLESS(has_node_and_github_packages());
  World world;
  AppTokens tokens(world.setup());
  const auto first = tokens.token("alice/box", {});
  REQUIRE_MESSAGE(first, first.error().message);
  CHECK(first->writes);
  CHECK(first->token.reveal().starts_with("ghs_"));
  CHECK(world.redactor.apply("x " + first->token.reveal()) == "x [redacted]");
  CHECK(contains(world.redactor.apply(world.key), "[redacted]"));
  world.pass(Milliseconds(49 * 60'000));
  CHECK(tokens.token("Alice/Box", {})->token.reveal() == first->token.reveal());
  world.pass(Milliseconds(2 * 60'000));
  const auto second = tokens.token("alice/box", {});
  REQUIRE(second);
  CHECK(second->token.reveal() != first->token.reveal());
  CHECK(tokens.token("alice/box", first->token)->token.reveal() == second->token.reveal());
  CHECK(tokens.token("alice/box", second->token)->token.reveal() != second->token.reveal());
  CHECK(world.made() == 3);
  CHECK(world.server.violations().empty());
}

TEST_CASE("an installation that may only read says so, and one that is named is not asked for") {
  PASS_OVER_UNLESS(has_node_and_github_packages());
  World world;
  const Json reader = world.make_app("reader", "read");
  world.write_key(std::string(reader["privateKey"].text()), 0600);
  const Json installed =
      world.server.control("install", Json::object({{"app", "reader"}, {"account", "alice"}}));
  AppSetup setup = world.setup();
  setup.app = reader["clientId"].text();
  setup.installation = installed["id"].int_or(0);
  AppTokens tokens(setup);
  const auto token = tokens.token("alice/bare", {});
  REQUIRE_MESSAGE(token, token.error().message);
  CHECK_FALSE(token->writes);
  CHECK(world.server.control("log", Json::object())["entries"].size() == 1);
}

TEST_CASE("what is wrong with key, App, installation and clock is named") {
  PASS_OVER_UNLESS(has_node_and_github_packages());
  struct Row {
    const char* name;
    const char* repository;
    void (*spoil)(World&, AppSetup&);
    TroubleKind kind;
    const char* says;
  };
  const Row rows[] = {
      {"another App's key", "alice/box",
       [](World& w, AppSetup&) {
         w.write_key(std::string(w.make_app("other", "write")["privateKey"].text()), 0600);
       },
       TroubleKind::unauthorized, "does not hold a key of the GitHub App"},
      {"no such App", "alice/box", [](World&, AppSetup& s) { s.app = "999999"; },
       TroubleKind::denied, "there is no GitHub App 999999"},
      {"not installed there", "alice/bare", [](World&, AppSetup&) {}, TroubleKind::denied,
       "is not installed on alice/bare"},
      {"an installation that does not reach it", "alice/bare",
       [](World& w, AppSetup& s) { s.installation = w.installation; }, TroubleKind::denied,
       "does not reach alice/bare"},
      {"an installation that is not there", "alice/box",
       [](World&, AppSetup& s) { s.installation = 999999; }, TroubleKind::denied,
       "installation 999999 of the GitHub App"},
      {"a clock that is behind", "alice/box",
       [](World& w, AppSetup&) { w.clock.advance(-Milliseconds(3'600'000)); },
       TroubleKind::unauthorized, "behind GitHub's"},
      {"a clock that is ahead", "alice/box",
       [](World& w, AppSetup&) { w.clock.advance(Milliseconds(1'200'000)); },
       TroubleKind::unauthorized, "ahead of GitHub's"},
      {"a key that others may read", "alice/box",
       [](World& w, AppSetup&) { w.write_key(w.key, 0640); }, TroubleKind::invalid,
       "others may read it"},
      {"a file that is no key", "alice/box",
       [](World& w, AppSetup&) { w.write_key("canary-canary-canary", 0600); }, TroubleKind::invalid,
       "no private RSA key"},
      {"no file", "alice/box", [](World& w, AppSetup& s) { s.key_file = w.lab.path("none.pem"); },
       TroubleKind::invalid, "none.pem"},
      {"no name of one", "alice/box", [](World&, AppSetup& s) { s.key_file = ""; },
       TroubleKind::invalid, "github.app_key no file"},
  };
  World world;
  const Timestamp right = world.clock.now();
  for (const Row& row : rows) {
    CAPTURE(row.name);
    world.clock.advance(right - world.clock.now());
    world.write_key(world.key, 0600);
    AppSetup setup = world.setup();
    row.spoil(world, setup);
    AppTokens tokens(setup);
    const auto token = tokens.token(row.repository, {});
    REQUIRE_FALSE(token);
    CHECK(token.error().kind == row.kind);
    CHECK_MESSAGE(contains(to_error(token.error()).message, row.says),
                  to_error(token.error()).message);
    CHECK_FALSE(contains(to_error(token.error()).to_line(), "canary-canary"));
  }
  CHECK(world.server.violations().empty());
}

}  // namespace pawl::forge::app_tokens_test
