#include "os/network/http.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <thread>

#include "base/text/text.hpp"
#include "os/files/fd.hpp"
#include "os/network/http_request.hpp"
#include "os/network/test_server.hpp"

namespace pawl::os::http_test {
namespace {

HttpRequest get(const TestServer& server, const std::string& path) {
  HttpRequest request;
  request.url = server.url(path);
  request.timeout = Milliseconds(30'000);
  return request;
}

// The contract, for an Http that answers 200 with `X-Name: Value` and the body "hello" twice, then
// 404 with "none", at `url`.
void check_http(Http& http, const std::string& url) {
  HttpRequest request;
  request.url = url;
  const auto whole = http.send(request);
  REQUIRE(whole);
  CHECK(whole->status == 200);
  CHECK(whole->body == "hello");
  CHECK(whole->header("x-name") == "Value");
  CHECK(whole->header("absent").empty());

  std::string streamed;
  request.on_body = [&](std::string_view piece) {
    streamed += piece;
    return true;
  };
  const auto stream = http.send(request);
  REQUIRE(stream);
  CHECK(stream->body.empty());
  CHECK(streamed == "hello");

  const auto missing = http.send(request);  // only a 2xx body is streamed
  REQUIRE(missing);
  CHECK(missing->status == 404);
  CHECK(missing->body == "none");
  CHECK(streamed == "hello");

  struct Row {
    std::string name;
    const char* method;
    std::string url;
    Headers headers;
  };
  const Row rows[] = {
      {"no URL", "GET", "", {}},
      {"another scheme", "GET", "file:///etc/passwd", {}},
      {"ftp", "GET", "ftp://127.0.0.1/", {}},
      {"credentials", "GET", "http://user:secret-value@127.0.0.1/", {}},
      {"a user", "GET", "http://secret-value@127.0.0.1/", {}},
      {"NUL", "GET", std::string("http://a\0b/", 11), {}},
      {"method", "GE T", url, {}},
      {"header name", "GET", url, {{"a b", "x"}}},
      {"header injection", "GET", url, {{"X-A", "secret-value\r\nX-B: y"}}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    HttpRequest bad;
    bad.method = row.method;
    bad.url = row.url;
    bad.headers = row.headers;
    const auto refused = http.send(bad);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == Errc::invalid);
    CHECK(refused.error().message.find("secret-value") == std::string::npos);
  }

  Cancel cancel;
  cancel.request();
  request.cancel = &cancel;
  CHECK(http.send(request).error().code == Errc::cancelled);
}

TEST_CASE("a request that asks before it connects goes nowhere else") {
  TestServer server;
  const std::string answer = "HTTP/1.1 302 Found\r\nlocation: /there\r\ncontent-length: 0\r\n\r\n";
  server.script({answer, answer});
  const auto http = real_http();
  std::vector<std::string> asked;
  HttpRequest request = get(server, "/here");
  request.may_connect = [&](const std::string& address) {
    asked.push_back(address);
    return true;
  };
  const auto response = http->send(request);
  REQUIRE(response);
  CHECK(response->redirect_url == server.url("/there"));
  CHECK(asked == std::vector<std::string>{"127.0.0.1"});
  // The connection that is open already is not used: the next request asks again.
  request.may_connect = [](const std::string&) { return false; };
  CHECK(http->send(request).error().code == Errc::denied);
  CHECK(server.connections() == 1);
  // Another way to write the same address.
  request.url = "http://2130706433:1/";
  CHECK(http->send(request).error().code == Errc::denied);
  request.url = "http://no-such-host.invalid/";
  request.may_connect = [](const std::string&) { return true; };
  CHECK(http->send(request).error().code == Errc::not_found);
}

}  // namespace

TEST_CASE("the http clients keep their contract") {
  const std::string hello = "HTTP/1.1 200 OK\r\nX-Name:  Value \r\nContent-Length: 5\r\n\r\nhello";
  const std::string none = "HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nnone";
  SUBCASE("real") {
    TestServer server;
    server.script({hello, hello, none});
    check_http(*real_http(), server.url("/"));
  }
  SUBCASE("fake") {
    FakeHttp http;
    http.reply({200, {{"x-name", "Value"}}, "hello", {}});
    http.reply({200, {{"x-name", "Value"}}, "hello", {}});
    http.reply({404, {}, "none", {}});
    check_http(http, "http://example.test/");
    CHECK(http.seen().size() == 3);
    HttpRequest request;
    request.url = "http://example.test/";
    CHECK(http.send(request).error().code == Errc::upstream);
    http.fail_with(fail(Errc::timeout, "slow"));
    CHECK(http.send(request).error().code == Errc::timeout);
  }
}

TEST_CASE("a request is sent as it was asked for") {
  TestServer server;
  server.script({"HTTP/1.1 204 No Content\r\n\r\n"});
  HttpRequest request = get(server, "/path?x=1");
  request.method = "PATCH";
  request.headers = {{"Content-Type", "application/json"}, {"X-Key", "k"}, {"X-Empty", ""}};
  request.body = std::string("{\"a\":\0}", 7);
  const auto response = real_http()->send(request);
  REQUIRE(response);
  CHECK(response->status == 204);
  const std::string asked = server.request(0);
  CHECK(asked.starts_with("PATCH /path?x=1 HTTP/1.1\r\n"));
  CHECK(asked.ends_with("\r\n\r\n" + request.body));
  for (const char* header : {"Content-Type: application/json", "X-Key: k",
                             "X-Empty:", "User-Agent: pawl", "Content-Length: 7"}) {
    CAPTURE(header);
    CHECK(contains(asked, "\r\n" + std::string(header) + "\r\n"));
  }
  CHECK_FALSE(contains_folded(asked, "expect:"));
}

TEST_CASE("connections are used again") {
  TestServer server;
  const std::string answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
  server.script({answer, answer, answer});
  const auto http = real_http();
  for (int i = 0; i < 3; ++i) CHECK(http->send(get(server, "/"))->body == "ok");
  CHECK(server.connections() == 1);
}

TEST_CASE("what may not happen twice is sent once, also when nobody answers") {
  for (const char* method : {"POST", "PATCH"}) {
    CAPTURE(std::string(method));
    TestServer server;
    server.script({"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"});
    const auto http = real_http();
    REQUIRE(http->send(get(server, "/first")));
    // The server reads the next request, and closes the connection.
    HttpRequest request = get(server, "/second");
    request.method = method;
    request.body = "{}";
    CHECK_FALSE(http->send(request));
    CHECK(contains(server.request(1), "/second"));
    CHECK(server.request(2).empty());
  }
}

TEST_CASE("pieces of a body are handed over as they come") {
  TestServer server;
  server.script({"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n",
                 TestServer::kPause, "6\r\nsecond\r\n0\r\n\r\n"},
                TestServer::As::one_answer);
  std::vector<std::string> pieces;
  HttpRequest request = get(server, "/");
  request.on_body = [&](std::string_view piece) {
    pieces.emplace_back(piece);
    server.go_on();  // the second piece is sent only once the first has arrived
    return true;
  };
  REQUIRE(real_http()->send(request));
  CHECK(pieces == std::vector<std::string>{"first", "second"});
}

TEST_CASE("what goes wrong has the right code") {
  struct Row {
    std::string name;
    std::vector<std::string> answer;
    Errc want;
  };
  const std::string ok = "HTTP/1.1 200 OK\r\n";
  const Row rows[] = {
      {"cut off in the header", {ok + "X-A"}, Errc::upstream},
      {"cut off in the body", {ok + "Content-Length: 10\r\n\r\nhalf"}, Errc::upstream},
      {"cut off in a chunk", {ok + "Transfer-Encoding: chunked\r\n\r\n5\r\nab"}, Errc::upstream},
      {"not HTTP", {"garbage\r\n\r\n"}, Errc::upstream},
      {"closed at once", {""}, Errc::upstream},
      {"too large", {ok + "Content-Length: 2000\r\n\r\n" + std::string(2000, 'x')}, Errc::upstream},
      {"idle before the answer", {TestServer::kPause}, Errc::timeout},
      {"idle in the body",
       {ok + "Content-Length: 9\r\n\r\nhalf", TestServer::kPause},
       Errc::timeout},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    TestServer server;
    server.script(row.answer, TestServer::As::one_answer);
    HttpRequest request = get(server, "/path?token=secret-value");
    request.headers = {{"Authorization", "Bearer secret-value"}};
    request.idle_timeout = Milliseconds(300);
    request.body_bytes_max = 1000;
    const auto response = real_http()->send(request);
    server.go_on();
    REQUIRE_FALSE(response);
    CHECK(response.error().code == row.want);
    CHECK(response.error().message.find("/path") != std::string::npos);
    CHECK(response.error().message.find("secret-value") == std::string::npos);
  }
}

TEST_CASE("the whole exchange has a deadline, however busy it is") {
  TestServer server;
  server.script({TestServer::kPause}, TestServer::As::one_answer);
  HttpRequest request = get(server, "/");
  request.timeout = Milliseconds(200);
  CHECK(real_http()->send(request).error().code == Errc::timeout);
  server.go_on();
}

TEST_CASE("a cancel and a caller's no end an exchange") {
  TestServer server;
  server.script({"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf", TestServer::kPause},
                TestServer::As::one_answer);
  Cancel cancel;
  HttpRequest request = get(server, "/");
  bool go_on = true;
  SUBCASE("cancel") {
    request.cancel = &cancel;
    request.on_body = [&](std::string_view) {
      cancel.request();
      return go_on;
    };
  }
  SUBCASE("no") {
    go_on = false;
    request.on_body = [&](std::string_view) { return go_on; };
  }
  CHECK(real_http()->send(request).error().code == Errc::cancelled);
  server.go_on();
}

TEST_CASE("nobody listening is an upstream error") {
  std::string url;
  {
    const TestServer server;
    url = server.url("/");
  }
  HttpRequest request;
  request.url = url;
  CHECK(real_http()->send(request).error().code == Errc::upstream);
}

TEST_CASE("redirects") {
  TestServer server;
  TestServer elsewhere;
  const auto redirect = [](int status, const std::string& to) {
    return "HTTP/1.1 " + std::to_string(status) + " Moved\r\nLocation: " + to +
           "\r\nContent-Length: 4\r\n\r\nmove";
  };
  const std::string answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
  HttpRequest request = get(server, "/from");
  request.method = "POST";
  request.body = "body";
  request.headers = {{"Authorization", "Bearer t"}, {"X-Api-Key", "t"}, {"Accept", "*/*"}};

  SUBCASE("are answers unless followed") {
    server.script({redirect(302, "/to")});
    const auto response = real_http()->send(request);
    REQUIRE(response);
    CHECK(response->status == 302);
    CHECK(response->header("location") == "/to");
  }
  SUBCASE("within an origin keep the headers") {
    server.script({redirect(307, "/to"), answer});
    request.follow_redirects = true;
    CHECK(real_http()->send(request)->body == "ok");
    CHECK(server.request(1).starts_with("POST /to "));
    CHECK(contains(server.request(1), "X-Api-Key: t"));
    CHECK(server.request(1).ends_with("body"));
  }
  SUBCASE("to another origin take no credentials along") {
    server.script({redirect(303, elsewhere.url("/to"))});
    elsewhere.script({answer});
    request.follow_redirects = true;
    CHECK(real_http()->send(request)->body == "ok");
    CHECK(elsewhere.request(0).starts_with("GET /to "));
    CHECK_FALSE(contains(elsewhere.request(0), "Bearer"));
    CHECK_FALSE(contains(elsewhere.request(0), "X-Api-Key"));
    CHECK(contains(elsewhere.request(0), "Accept: */*"));
  }
  SUBCASE("lead to http and https only") {
    server.script({redirect(302, "file:///etc/passwd")});
    request.follow_redirects = true;
    CHECK_FALSE(real_http()->send(request));
  }
  SUBCASE("end") {
    std::vector<std::string> circle(11, redirect(302, "/from"));
    server.script(circle);
    request.follow_redirects = true;
    CHECK(real_http()->send(request).error().code == Errc::upstream);
  }
}

TEST_CASE("one client serves several threads") {
  TestServer server;
  server.script(std::vector<std::string>(40, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"));
  const auto http = real_http();
  std::atomic<int> right = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 10; ++i) {
        const auto response = http->send(get(server, "/"));
        if (response && response->body == "ok") ++right;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(right == 40);
}

TEST_CASE("parse_url") {
  struct Row {
    std::string url;
    const char* printed;
    bool loopback;
  };
  const Row rows[] = {
      {"HTTP://Localhost:1234/a/b?q=1#f", "http://localhost:1234/a/b", true},
      {"https://api.example.test/v1", "https://api.example.test/v1", false},
      {"https://api.example.test:443", "https://api.example.test/", false},
      {"http://127.0.0.1:80/", "http://127.0.0.1/", true},
      {"http://[::1]:8080/x", "http://[::1]:8080/x", true},
  };
  for (const Row& row : rows) {
    CAPTURE(row.url);
    const auto url = parse_url(row.url);
    REQUIRE(url);
    CHECK(url->printable_text() == row.printed);
    CHECK(url->loopback() == row.loopback);
  }
}

}  // namespace pawl::os::http_test
