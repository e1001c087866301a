// What the tests of models behind HTTP share.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/text/text.hpp"
#include "llm/models.hpp"
#include "llm/test_support.hpp"

namespace pawl::llm {

// Replies in order; a reply may deliver a part of its body and then fail.
class PartialHttp final : public os::Http {
 public:
  struct Reply {
    os::HttpResponse response;
    std::optional<Error> error;  // after the body was delivered
    Milliseconds takes{0};
  };
  explicit PartialHttp(os::FakeClock& clock) : clock_(clock) {}

  void answer(int status, std::string body, os::Headers headers = {}) {
    replies.push_back(
        {.response = {.status = status, .headers = std::move(headers), .body = std::move(body)},
         .error = {}});
  }
  void break_after(std::string body, Error error, Milliseconds takes = Milliseconds(0)) {
    replies.push_back({.response = {.status = 200, .body = std::move(body)},
                       .error = std::move(error),
                       .takes = takes});
  }
  Result<os::HttpResponse> send(const os::HttpRequest& request) override {
    seen.push_back(request);
    if (replies.empty()) return fail(Errc::invalid, "no reply left");
    Reply reply = std::move(replies.front());
    replies.pop_front();
    clock_.advance(reply.takes);
    if (reply.response.status == 200 && request.on_body) {
      request.on_body(reply.response.body);
      reply.response.body.clear();
    }
    if (reply.error) return *reply.error;
    return reply.response;
  }

  std::deque<Reply> replies;
  std::vector<os::HttpRequest> seen;

 private:
  os::FakeClock& clock_;
};

// A clock, a server, the events: what a model behind HTTP stands between.
struct HttpBench {
  os::FakeClock clock;
  PartialHttp http{clock};
  os::SeededRandom random{1};
  KeptEvents events;

  HttpPorts ports() { return {.http = http, .clock = clock, .random = random, .events = events}; }
  Json sent(std::size_t i) const {
    auto body = Json::parse(http.seen.at(i).body);
    return body ? *std::move(body) : Json();
  }
  std::string header(std::size_t i, std::string_view name) const {
    for (const auto& [key, value] : http.seen.at(i).headers) {
      if (equal_folded(key, name)) return value;
    }
    return {};
  }
};

inline ChatRequest plain_question() {
  ChatRequest request;
  request.role = "planner";
  request.messages = {{"system", "s"}, {"user", "u"}};
  return request;
}

}  // namespace pawl::llm
