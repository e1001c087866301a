// HTTP requests, on libcurl.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "base/time.hpp"
#include "os/cancel.hpp"

namespace pawl::os {

using Headers = std::vector<std::pair<std::string, std::string>>;

struct HttpRequest {
  std::string method = "GET";
  std::string url;  // http or https; credentials in it are refused
  Headers headers;
  std::string body;
  Milliseconds connect_timeout{10'000};
  Milliseconds timeout{120'000};             // of the whole exchange; 0 for none
  std::optional<Milliseconds> idle_timeout;  // no byte for so long ends it with Errc::timeout
  std::size_t body_bytes_max = 64U << 20U;
  bool follow_redirects = false;
  // Asked for the address of every connection before it is opened, as digits (`192.0.2.1`,
  // `2001:db8::1`); false refuses it. Such a request uses no proxy and no connection opened before,
  // so that no name server can send it where it may not go. When all are refused the error is
  // denied, when the host has no address it is not_found. The fake does not ask.
  std::function<bool(const std::string& address)> may_connect;
  const Cancel* cancel = nullptr;
  // Gets each piece of a 2xx body as it comes; the response's body is then empty. Returning false
  // ends the exchange with Errc::cancelled.
  std::function<bool(std::string_view)> on_body;
};

struct HttpResponse {
  int status = 0;
  Headers headers;  // names in lower case
  std::string body;
  Milliseconds duration{0};
  std::string redirect_url;  // absolute; where a 3xx that was not followed points to

  std::string_view header(std::string_view lower_name) const;  // empty when absent
};

class Http {
 public:
  virtual ~Http() = default;
  // Any status is a response. Errors: upstream (no connection, cut off in the middle), timeout,
  // cancelled, invalid (bad URL). Messages never hold header values.
  virtual Result<HttpResponse> send(const HttpRequest& request) = 0;
};

std::unique_ptr<Http> real_http();

// Replies in order from a script; records what was asked.
class FakeHttp final : public Http {
 public:
  void reply(HttpResponse response) { replies_.emplace_back(std::move(response)); }
  void fail_with(Error error) { replies_.emplace_back(std::move(error)); }
  Result<HttpResponse> send(const HttpRequest& request) override;
  const std::vector<HttpRequest>& seen() const { return seen_; }

 private:
  std::vector<Result<HttpResponse>> replies_;
  std::size_t next_ = 0;
  std::vector<HttpRequest> seen_;
};

}  // namespace pawl::os
