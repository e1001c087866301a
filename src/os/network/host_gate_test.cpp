#include "os/network/host_gate.hpp"

#include <doctest/doctest.h>

#include <array>

#include <sys/socket.h>
#include <unistd.h>

#include "base/text/text.hpp"
#include "os/files/test_folder.hpp"
#include "os/network/gate_bridge.hpp"
#include "os/network/relay.hpp"
#include "os/network/test_server.hpp"
#include "os/sandbox/sandbox.hpp"
#include "tests/pass_over.hpp"

namespace pawl::os::host_gate_test {
namespace {

constexpr std::string_view kHello = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";

GateHost host_at(const TestServer& server, bool plain) {
  GateHost host = GateHost::of_url(server.url("/")).value();
  host.plain = plain;
  return host;
}

std::unique_ptr<HostGate> gate_to(std::vector<GateHost> hosts, std::uint64_t bytes = 1U << 20U) {
  auto gate = HostGate::open({.hosts = std::move(hosts), .bytes_max = bytes});
  REQUIRE(gate);
  return *std::move(gate);
}

// What comes back until the other side ends.
std::string ask(const HostGate& gate, std::string_view words) {
  const auto socket = connect_at(gate.socket());
  REQUIRE(socket);
  REQUIRE(send_all(socket->get(), words));
  ::shutdown(socket->get(), SHUT_WR);
  std::string all;
  std::array<char, 4096> chunk{};
  for (;;) {
    const ssize_t n = ::recv(socket->get(), chunk.data(), chunk.size(), 0);
    if (n <= 0) return all;
    all.append(chunk.data(), static_cast<std::size_t>(n));
  }
}

TEST_CASE("hosts of URLs") {
  struct Row {
    const char* url;
    const char* text;
    bool plain;
  };
  const Row rows[] = {{"https://Registry.Example/x", "registry.example", false},
                      {"http://127.0.0.1:80/x", "127.0.0.1", true},
                      {"https://me:word@registry.example:8443?x", "registry.example:8443", false},
                      {"https://registry.example#x@evil.example", "registry.example", false}};
  for (const Row& row : rows) {
    CAPTURE(row.url);
    const auto host = GateHost::of_url(row.url);
    REQUIRE(host);
    CHECK(host->text() == row.text);
    CHECK(host->plain == row.plain);
  }
  for (const char* url :
       {"ftp://x", "x", "https://", "https://x:0", "https://x:99999", "http://a b"}) {
    CAPTURE(url);
    CHECK_FALSE(GateHost::of_url(url));
  }
}

TEST_CASE("a gate leads to the hosts it was told, and to no other") {
  TestServer server;
  server.script({std::string(kHello), std::string(kHello)});
  const auto gate = gate_to({host_at(server, true), host_at(server, false)});
  const std::string url = server.url("/a/b?c");
  const std::string fetched =
      ask(*gate, "GET " + url +
                     " HTTP/1.1\r\nHost: evil.example\r\nProxy-Authorization: x\r\n"
                     "Connection: keep-alive\r\n\r\nGET http://evil.example/ HTTP/1.1\r\n\r\n");
  CHECK(fetched.ends_with("hello"));
  CHECK(server.request(0).starts_with("GET /a/b?c HTTP/1.1\r\n"));
  CHECK(contains(server.request(0), "Connection: close"));
  CHECK_FALSE(contains(server.request(0), "Proxy-Authorization"));
  const std::string place = url.substr(7, url.find('/', 7) - 7);
  const std::string tunnel =
      ask(*gate, "CONNECT " + place + " HTTP/1.1\r\n\r\nGET /t HTTP/1.1\r\nHost: x\r\n\r\n");
  CHECK(tunnel.starts_with("HTTP/1.1 200 Connection established\r\n\r\n"));
  CHECK(tunnel.ends_with("hello"));
  CHECK(gate->refused().empty());

  const int before = server.connections();
  const std::string refused[] = {"CONNECT evil.example:443 HTTP/1.1\r\n\r\n",
                                 "CONNECT 127.0.0.1:1 HTTP/1.1\r\n\r\n",
                                 "GET http://127.0.0.1.evil.example/ HTTP/1.1\r\n\r\n",
                                 "GET http://" + place + "@evil.example/ HTTP/1.1\r\n\r\n",
                                 "GET /etc/passwd HTTP/1.1\r\n\r\n",
                                 "CONNECT \x1b[2J:443 HTTP/1.1\r\n\r\n"};
  for (const std::string& words : refused) {
    CAPTURE(words);
    CHECK(ask(*gate, words).starts_with("HTTP/1.1 403 "));
  }
  CHECK(ask(*gate, "POST " + url + " HTTP/1.1\r\nContent-Length: 1\r\n\r\nx")
            .starts_with("HTTP/1.1 405 "));
  CHECK(ask(*gate, std::string(100'000, 'x')).empty());
  CHECK(server.connections() == before);
  const auto refusals = gate->refused();
  REQUIRE(refusals.size() == 5);
  CHECK(refusals[0] == "evil.example");
  CHECK(refusals[2] == "127.0.0.1.evil.example");
  for (const std::string& host : refusals) CHECK_FALSE(contains(host, "\x1b"));
}

TEST_CASE("what is asked of the gate itself is answered by whoever made it") {
  std::string seen;
  auto made = HostGate::open(
      {.hosts = {}, .answer_here = [&seen](int socket, const std::string& head, std::string rest) {
         seen = head + "|" + rest;
         send_all(socket, kHello);
       }});
  REQUIRE(made);
  const auto gate = *std::move(made);
  CHECK(ask(*gate, "POST /a?b HTTP/1.1\r\nX: y\r\n\r\nbody").ends_with("hello"));
  CHECK(seen == "POST /a?b HTTP/1.1\r\nX: y\r\n|body");
  CHECK(ask(*gate, "GET " + bridge_url() + "/c HTTP/1.1\r\n\r\n").ends_with("hello"));
  CHECK(ask(*gate, "GET http://127.0.0.1:1/c HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 403 "));
  CHECK(gate->refused() == std::vector<std::string>{"127.0.0.1:1"});
}

TEST_CASE("a gate counts what goes through it") {
  TestServer server;
  server.script({"HTTP/1.1 200 OK\r\nContent-Length: 90000\r\n\r\n" + std::string(90'000, 'x')});
  const auto gate = gate_to({host_at(server, true)}, 50'000);
  const std::string get = "GET " + server.url("/") + " HTTP/1.1\r\n\r\n";
  CHECK(ask(*gate, get).size() < 50'001);
  CHECK(gate->used_up());
  CHECK(ask(*gate, get).starts_with("HTTP/1.1 502 "));
}

TEST_CASE("a gate that ends takes its connections and its folder with it") {
  TestServer server;
  server.script({TestServer::kPause}, TestServer::As::one_answer);
  std::string socket;
  Result<Fd> connection = fail(Errc::invalid, "none");
  {
    const auto gate = gate_to({host_at(server, true)});
    socket = gate->socket();
    connection = connect_at(socket);
    REQUIRE(connection);
    REQUIRE(send_all(connection->get(), "GET " + server.url("/") + " HTTP/1.1\r\n\r\n"));
  }
  char byte = 0;
  CHECK(::recv(connection->get(), &byte, 1, 0) <= 0);
  CHECK_FALSE(connect_at(socket));
}

TEST_CASE("a gate asks through this machine's own proxy, where it has one") {
  TestServer proxy;
  proxy.script({std::string(kHello)});
  auto gate = HostGate::open({.hosts = {{.name = "registry.example", .port = 80, .plain = true}},
                              .proxy = host_at(proxy, true)});
  REQUIRE(gate);
  const std::string words = "GET http://registry.example/x HTTP/1.1\r\n\r\n";
  CHECK(ask(**gate, words).ends_with("hello"));
  CHECK(proxy.request(0).starts_with("GET http://registry.example/x HTTP/1.1\r\n"));
}

TEST_CASE("a confined command reaches the gate by the bridge, and nothing else") {
  const auto processes = real_processes();
  const Sandbox sandbox = Sandbox::probe(*processes);
  PASS_OVER_UNLESS(sandbox.report().level == SandboxLevel::full);
  PASS_OVER_UNLESS(find_program("curl", "/usr/bin").has_value());
  TestServer server;
  server.script({std::string(kHello)});
  TestFolder folder;
  const std::string place = folder / "place";
  REQUIRE(real_files()->make_folders(place));
  if (const auto owner = sandbox.files_owner()) {
    REQUIRE(::chown(place.c_str(), owner->uid, owner->gid) == 0);
  }
  const auto gate = gate_to({host_at(server, true)});
  const auto bridge = bridge_words(gate->socket());
  REQUIRE(bridge);
  const auto run = [&](const std::string& script) {
    Command command;
    command.argv = *bridge;
    command.argv.insert(command.argv.end(), {"/bin/sh", "-c", script});
    command.environment = bridge_environment();
    command.environment.emplace_back("PATH", "/usr/bin:/bin");
    command.folder = place;
    SandboxPolicy policy;
    policy.folder = place;
    policy.read_only = {bridge->front(), gate->socket()};
    auto confined = sandbox.confine(std::move(command), policy);
    REQUIRE(confined);
    auto finished = processes->run(*confined);
    REQUIRE(finished);
    return *std::move(finished);
  };
  const Finished fetched = run("curl -sS " + server.url("/x"));
  CAPTURE(fetched.err);
  CHECK(fetched.out == "hello");
  CHECK(run("curl -sS http://other.example/").out ==
        "other.example is not among the hosts that may be asked\n");
  CHECK(run("curl -sS --noproxy '*' " + server.url("/x")).exit_code == 7);
  CHECK(run("exit 7").exit_code == 7);
  CHECK(run("kill -9 $$").exit_code == 137);
  CHECK(server.connections() == 1);
  CHECK(gate->refused() == std::vector<std::string>{"other.example"});
}

}  // namespace
}  // namespace pawl::os::host_gate_test
