#include "evidence/urls.hpp"

#include <doctest/doctest.h>

#include <array>

#include "evidence/address.hpp"
#include "os/files/memory_files.hpp"
#include "os/network/test_server.hpp"

namespace pawl::evidence::urls_test {
namespace {

using guards::UrlAnswer;

std::string_view shown(UrlAnswer answer) {
  constexpr std::string_view kNames[] = {"found", "missing", "forbidden", "unchecked"};
  return kNames[static_cast<std::size_t>(answer)];
}

std::string answer(int status, std::string_view headers = "") {
  return "HTTP/1.1 " + std::to_string(status) + " X\r\n" + std::string(headers) +
         "content-length: 0\r\n\r\n";
}

// Loopback is allowed, but for 127.0.0.2, which stands for all that is not.
UrlPolicy policy_for(const os::TestServer& server) {
  UrlPolicy policy;
  policy.objection = [](std::string_view address) {
    return address == "127.0.0.1" ? std::string() : "a private address";
  };
  policy.allows_port = [](std::string_view) { return true; };
  policy.probes = {server.url("/probe")};
  return policy;
}

struct World {
  os::TestServer server;
  std::unique_ptr<os::Http> http = os::real_http();
  std::unique_ptr<os::Clock> clock = os::real_clock();
  os::MemoryFiles files{*clock};
  UrlOptions options{.parallel = 1};

  guards::UrlCheck check(const std::string& url) {
    const std::string urls[] = {url};
    return check_urls(urls, *http, *clock, files, options, policy_for(server)).at(url);
  }
};

TEST_CASE("addresses that are not of the public internet are told apart") {
  struct Row {
    std::string_view address;
    bool fine;
  };
  constexpr auto kRows = std::to_array<Row>({
      {"93.184.216.34", true},
      {"1.1.1.1", true},
      {"172.15.255.255", true},
      {"172.32.0.1", true},
      {"169.253.255.255", true},
      {"11.0.0.1", true},
      {"2606:2800:220:1::1", true},
      {"::ffff:1.1.1.1", true},
      {"64:ff9b::101:101", true},
      {"2002:101:101::1", true},
      {"0.0.0.0", false},
      {"10.1.2.3", false},
      {"100.64.0.1", false},
      {"127.0.0.1", false},
      {"127.8.8.8", false},
      {"169.254.169.254", false},
      {"172.16.0.1", false},
      {"172.31.255.255", false},
      {"192.168.1.1", false},
      {"192.0.2.1", false},
      {"198.18.0.1", false},
      {"203.0.113.9", false},
      {"224.0.0.1", false},
      {"255.255.255.255", false},
      {"::", false},
      {"::1", false},
      {"::127.0.0.1", false},
      {"::ffff:127.0.0.1", false},
      {"::ffff:a9fe:a9fe", false},
      {"64:ff9b::a00:1", false},
      {"2002:7f00:1::", false},
      {"2001:0:1::", false},
      {"2001:db8::1", false},
      {"fc00::1", false},
      {"fd00:ec2::254", false},
      {"fe80::1%eth0", false},
      {"fec0::1", false},
      {"ff02::1", false},
      {"not an address", false},
  });
  for (const Row& row : kRows) {
    CAPTURE(row.address);
    CHECK(objection_to_address(row.address).empty() == row.fine);
  }
}

TEST_CASE("an answer says whether something is there") {
  struct Row {
    std::string_view name;
    std::vector<std::string> script;
    std::string_view want;
  };
  const std::vector<Row> rows = {
      {"there", {answer(200)}, "found"},
      {"a login", {answer(401)}, "found"},
      {"too many", {answer(429)}, "found"},
      {"gone", {answer(410), answer(410)}, "missing"},
      {"not there", {answer(404), answer(404)}, "missing"},
      {"no HEAD", {answer(405), answer(206)}, "found"},
      {"HEAD lies", {answer(404), answer(200)}, "found"},
      {"HEAD forbidden", {answer(403), answer(404)}, "missing"},
      {"broken", {answer(500), answer(503)}, "unchecked"},
      {"moved", {answer(301, "location: /new\r\n"), answer(200)}, "found"},
      {"moved away", {answer(302, "location: /new\r\n"), answer(404), answer(404)}, "missing"},
      {"to a private address", {answer(302, "location: http://127.0.0.2/\r\n")}, "forbidden"},
      {"to a file", {answer(302, "location: file:///etc/passwd\r\n")}, "unchecked"},
      {"round and round", std::vector<std::string>(6, answer(302, "location: /\r\n")), "unchecked"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    World world;
    world.server.script(row.script);
    const auto check = world.check(world.server.url("/page"));
    CAPTURE(check.detail);
    CHECK(shown(check.answer) == row.want);
  }
}

TEST_CASE("a request carries nothing, asks for little, and reads less") {
  World world;
  std::string large = "HTTP/1.1 200 X\r\ncontent-length: 9000000\r\n\r\n" + std::string(9'000, 'x');
  world.server.script({answer(405), large});
  CHECK(shown(world.check(world.server.url("/page?q=1#part")).answer) == "found");
  CHECK(world.server.request(0).starts_with("HEAD /page?q=1 HTTP/1.1\r\n"));
  const std::string get = world.server.request(1);
  CHECK(get.find("Range: bytes=0-1023") != std::string::npos);
  CHECK(get.find("ookie") == std::string::npos);
  CHECK(get.find("uthorization") == std::string::npos);
}

TEST_CASE("without the injected policy loopback and odd ports are not asked") {
  World world;
  const std::string urls[] = {world.server.url("/"), "http://127.0.0.1/", "http://[::1]/",
                              "http://2130706433/", "http://user:word@127.0.0.1/"};
  UrlPolicy policy;
  policy.probes = {world.server.url("/probe")};
  const UrlChecks checks =
      check_urls(urls, *world.http, *world.clock, world.files, world.options, policy);
  CHECK(shown(checks.at(urls[0]).answer) == "unchecked");
  CHECK(checks.at(urls[0]).detail.find("port") != std::string::npos);
  CHECK(shown(checks.at(urls[1]).answer) == "forbidden");
  CHECK(checks.at(urls[1]).detail == "it leads to a loopback address");
  CHECK(shown(checks.at(urls[2]).answer) == "forbidden");
  CHECK(shown(checks.at(urls[3]).answer) == "forbidden");
  CHECK(shown(checks.at(urls[4]).answer) == "unchecked");
  CHECK(world.server.connections() == 0);
}

TEST_CASE("a host that is not there is missing, unless nothing is") {
  const std::string urls[] = {"http://no-such-host.invalid/"};
  World world;
  const Error no_host = fail(Errc::not_found, "no such host");
  SUBCASE("online") {
    os::FakeHttp http;
    http.fail_with(no_host);
    http.reply({.status = 200});
    const auto checks = check_urls(urls, http, *world.clock, world.files, world.options);
    CHECK(shown(checks.at(urls[0]).answer) == "missing");
    CHECK(checks.at(urls[0]).detail == "no such host");
    CHECK(http.seen().back().url == "https://example.com/");
  }
  SUBCASE("offline") {
    os::FakeHttp http;
    for (int i = 0; i < 3; ++i) http.fail_with(no_host);
    const auto checks = check_urls(urls, http, *world.clock, world.files, world.options);
    CHECK(shown(checks.at(urls[0]).answer) == "unchecked");
    CHECK(checks.at(urls[0]).detail == "offline");
  }
  SUBCASE("switched off") {
    os::FakeHttp http;
    world.options.offline = true;
    const auto checks = check_urls(urls, http, *world.clock, world.files, world.options);
    CHECK(checks.at(urls[0]).detail == "switched off");
    CHECK(http.seen().empty());
  }
}

TEST_CASE("answers are remembered for a day, and the same page is asked for once") {
  os::FakeClock clock;
  os::MemoryFiles files(clock);
  UrlOptions options{.parallel = 1, .cache_path = "/state/urls.json"};
  const std::string urls[] = {"https://a.test/page#one", "https://a.test/page#two"};
  const auto asked = [&] {
    os::FakeHttp http;
    http.reply({.status = 200});
    const UrlChecks checks = check_urls(urls, http, clock, files, options);
    CHECK(checks.size() == 2);
    CHECK(shown(checks.at(urls[1]).answer) == "found");
    return http.seen().size();
  };
  CHECK(asked() == 1);
  CHECK(asked() == 0);
  clock.advance(Milliseconds(25LL * 60 * 60 * 1000));
  CHECK(asked() == 1);
  const Status broken = files.write_atomic("/state/urls.json", "{\"version\": 1, \"urls\": 7");
  REQUIRE(broken);
  CHECK(asked() == 1);
}

TEST_CASE("when the time for all is over the rest is unchecked") {
  os::FakeClock clock;
  os::MemoryFiles files(clock);
  os::FakeHttp http;
  UrlOptions options{.budget = Milliseconds(0), .parallel = 1};
  const std::string urls[] = {"https://a.test/"};
  const UrlChecks checks = check_urls(urls, http, clock, files, options);
  CHECK(shown(checks.at(urls[0]).answer) == "unchecked");
  CHECK(http.seen().empty());
}

}  // namespace
}  // namespace pawl::evidence::urls_test
